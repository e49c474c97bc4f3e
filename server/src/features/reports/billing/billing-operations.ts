// Operations on the money of a month: reservations, spending, corrections, fees, wallet entries.

import { billingMonth } from '@volley/domain/money/budget.ts';
import { monthBounds, moscowMidnight } from '@volley/domain/money/budget-forecast.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { countOperations, type OperationKind, type OperationRow, selectOperations } from './billing-operations.sql.ts';

export type OperationFilter = {
  readonly companyId?: number | undefined;
  /** Such as `2026-11`; undefined: the present month. */
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
