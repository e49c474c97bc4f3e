// The money of a company by month in the partner API: spent and reserved amounts of messages, and the fees of sender
// names, which are outside the budget.
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type MonthRow, selectMonths, selectReserved } from '../companies/company-page.sql.ts';

const MONTHS_SHOWN = 12;

export type CompanyMoney = { readonly reservedMicros: bigint; readonly months: readonly MonthRow[] };

/** The caller must have checked that the company belongs to the actor. */
export function readCompanyMoney({ db }: Pick<Platform, 'db'>, companyId: number): Promise<CompanyMoney> {
  return read(db, async (tx) => ({
    reservedMicros: await selectReserved(tx, companyId),
    months: await selectMonths(tx, companyId, MONTHS_SHOWN),
  }));
}
