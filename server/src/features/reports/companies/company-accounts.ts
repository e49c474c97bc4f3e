import { billingMonth } from '@volley/domain/money/budget.ts';
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getAnyCompany } from '../../companies/govern-companies.ts';
import {
  type AccountFilter,
  type AccountMonth,
  type CompanyAccount,
  countAccounts,
  type RunningDispatch,
  selectAccounts,
  selectMonths,
  selectRunning,
} from './company-accounts.sql.ts';

const RUNNING_SHOWN = 50;
const MONTHS_SHOWN = 12;

export function listCompanyAccounts(
  { db }: Pick<Platform, 'db'>,
  { page, perPage, ...filter }: AccountFilter & { readonly page: number; readonly perPage: number },
): Promise<{ total: number; items: CompanyAccount[] }> {
  return read(db, async (tx) => {
    const month = billingMonth(tx.now.getTime());
    const slice = { limit: perPage, offset: (page - 1) * perPage };
    return { total: await countAccounts(tx, filter), items: await selectAccounts(tx, { ...filter, month }, slice) };
  });
}

export type CompanyActivity = {
  readonly currency: string;
  /** Present month only. */
  readonly reservedMicros: bigint;
  readonly running: readonly RunningDispatch[];
  readonly months: readonly AccountMonth[];
};

/** Running dispatches that disabling the company would hold, and its money by month. */
export function readCompanyActivity({ db }: Pick<Platform, 'db'>, companyId: number): Promise<CompanyActivity> {
  return read(db, async (tx) => {
    const { currency } = await getAnyCompany(tx, companyId);
    const months = await selectMonths(tx, companyId, MONTHS_SHOWN);
    const thisMonth = billingMonth(tx.now.getTime()).slice(0, 7);
    const reservedMicros = months.find(({ month }) => month === thisMonth)?.reservedMicros ?? 0n;
    return { currency, reservedMicros, running: await selectRunning(tx, companyId, RUNNING_SHOWN), months };
  });
}
