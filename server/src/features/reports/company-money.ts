// The money of a company by month, as the partner API shows it: what messages cost, what is held for them, and the fees
// of sender names, which are outside the budget.
import { read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type MonthRow, selectMonths, selectReserved } from './company-page.sql.ts';

const MONTHS_SHOWN = 12;

export type CompanyMoney = { readonly reservedMicros: bigint; readonly months: readonly MonthRow[] };

/** For a caller that has seen that the company is its own. */
export function readCompanyMoney({ db }: Pick<Platform, 'db'>, companyId: number): Promise<CompanyMoney> {
  return read(db, async (tx) => ({
    reservedMicros: await selectReserved(tx, companyId),
    months: await selectMonths(tx, companyId, MONTHS_SHOWN),
  }));
}
