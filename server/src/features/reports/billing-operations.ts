// What was done with the money of a month.
import type { Actor } from '@volley/domain/actor.ts';
import { billingMonth } from '@volley/domain/budget.ts';
import { monthBounds, moscowMidnight } from '@volley/domain/budget-forecast.ts';
import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { countOperations, type OperationKind, type OperationRow, selectOperations } from './billing-operations.sql.ts';

export type OperationFilter = {
  readonly companyId?: number | undefined;
  /** Such as `2026-11`; the present one where none is named. */
  readonly month?: string | undefined;
  readonly kind?: readonly OperationKind[] | undefined;
  readonly page: number;
  readonly perPage: number;
};

export async function listOperations(
  { db }: Pick<Platform, 'db'>,
  { partnerId, currency }: Actor,
  { companyId, kind, page, perPage, ...filter }: OperationFilter,
): Promise<{ month: string; total: number; items: OperationRow[] }> {
  return read(db, async (tx) => {
    const month = filter.month === undefined ? billingMonth(tx.now.getTime()) : `${filter.month}-01`;
    const { from, to } = monthBounds(moscowMidnight(month).getTime());
    const scope = { partnerId, companyId, month, from, to, kind, currency };
    return {
      month,
      total: await countOperations(tx, scope),
      items: await selectOperations(tx, scope, { limit: perPage, offset: (page - 1) * perPage }),
    };
  });
}
