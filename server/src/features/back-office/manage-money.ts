import type { StaffActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { read, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { getAnyCompany } from '../companies/govern-companies.ts';
import { type Corrected, correctMonth, listCorrections } from '../ledger/correct-month.ts';
import { correctWallet, listWalletEntries, topUpWallet, type WalletBalance, walletBalance } from '../ledger/wallets.ts';
import { changeAs } from './staff-actions.ts';

type Needs = Pick<Platform, 'db'>;

export type WalletChange = {
  readonly companyId: number;
  readonly currency: string;
  readonly amountMicros: bigint;
  readonly reason: string;
};

export function getWalletsAs({ db }: Needs, companyId: number): Promise<WalletBalance[]> {
  return read(db, async (tx) => {
    await getAnyCompany(tx, companyId);
    return walletBalance(tx, companyId);
  });
}

export function listWalletEntriesAs({ db }: Needs, companyId: number, paged: { page: number; perPage: number }) {
  return read(db, async (tx) => {
    await getAnyCompany(tx, companyId);
    return listWalletEntries(tx, companyId, { limit: paged.perPage, offset: (paged.page - 1) * paged.perPage });
  });
}

export function topUpWalletAs(platform: Needs, staff: StaffActor, change: WalletChange): Promise<WalletBalance> {
  return changeWalletAs(platform, staff, change, { action: 'wallet.top-up', move: topUpWallet });
}

export function correctWalletAs(platform: Needs, staff: StaffActor, change: WalletChange): Promise<WalletBalance> {
  return changeWalletAs(platform, staff, change, { action: 'wallet.correct', move: correctWallet });
}

function changeWalletAs(
  platform: Needs,
  staff: StaffActor,
  { companyId, currency, amountMicros, reason }: WalletChange,
  { action, move }: { action: string; move: typeof topUpWallet },
): Promise<WalletBalance> {
  return changeAs(platform, staff, async (tx) => {
    await checkCurrency(tx, companyId, currency);
    const reply = await move(tx, { companyId, currency }, amountMicros, { person: staff.login, reason });
    const details = { currency, amountMicros: amountMicros.toString(), reason };
    return { action, subject: { kind: 'company', id: companyId }, details, reply };
  });
}

/** Money in another currency than the company's could never be spent. */
async function checkCurrency(tx: Tx, companyId: number, currency: string): Promise<void> {
  const company = await getAnyCompany(tx, companyId);
  if (company.currency !== currency) {
    throw new Refusal('bad-request', { field: 'currency', problem: `must be ${company.currency}` });
  }
}

export function listCorrectionsAs({ db }: Needs, companyId: number) {
  return read(db, async (tx) => {
    await getAnyCompany(tx, companyId);
    return listCorrections(tx, companyId);
  });
}

export function correctMonthAs(
  platform: Needs,
  staff: StaffActor,
  {
    companyId,
    month,
    amountMicros,
    messageId,
    reason,
  }: Omit<WalletChange, 'currency'> & { readonly month: string; readonly messageId?: string | undefined },
): Promise<Corrected> {
  return changeAs(platform, staff, async (tx) => {
    await getAnyCompany(tx, companyId);
    const cause = { person: staff.login, reason };
    const reply = await correctMonth(tx, { companyId, month: `${month}-01`, amountMicros, messageId }, cause);
    const details = { month, amountMicros: amountMicros.toString(), messageId, reason };
    return { action: 'month.correct', subject: { kind: 'company', id: companyId }, details, reply };
  });
}
