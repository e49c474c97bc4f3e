// The list of companies in the partner console.

import { billingMonth } from '@volley/domain/money/budget.ts';
import type { Actor } from '@volley/domain/people/actor.ts';
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  type CompanyRow,
  type CompanyRowFilter,
  type CompanySort,
  countCompanyRows,
  selectCompanyRows,
} from './company-rows.sql.ts';

export type CompanyList = CompanyRowFilter & {
  readonly sort?: CompanySort | undefined;
  readonly page: number;
  readonly perPage: number;
};

export async function listCompanyRows(
  { db, config: { moderation } }: Pick<Platform, 'db' | 'config'>,
  { partnerId }: Actor,
  { sort = 'name', page, perPage, ...filter }: CompanyList,
): Promise<{ total: number; items: CompanyRow[] }> {
  return read(db, async (tx) => {
    const month = billingMonth(tx.now.getTime());
    const limits = { limit: perPage, offset: (page - 1) * perPage };
    return {
      total: await countCompanyRows(tx, partnerId, filter),
      items: await selectCompanyRows(tx, partnerId, filter, { month, moderation, sort, ...limits }),
    };
  });
}
