// Providers end subscriptions to events by themselves, and other programs replace them. Every account is checked once
// an hour, by any process.
import type { HttpProtocol } from '@volley/domain/links/provider-protocol.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { claimUnchecked, mergeFound, updateEventsCheck } from './account-events.sql.ts';
import { type DueAccount, openDue } from './due-account.ts';
import type { AccountVersion, CheckedAccount } from './stored-account.ts';

const CHECK_EVERY_MS = 3_600_000;

export type DueCheck = DueAccount & CheckedAccount;

export async function claimDueChecks(
  { db, secrets, log }: Pick<Platform, 'db' | 'secrets' | 'log'>,
  protocols: readonly HttpProtocol[],
  limit: number,
): Promise<DueCheck[]> {
  const { rows, claimedAt } = await inTransaction(db, async (tx) => ({
    rows: await claimUnchecked(tx, { protocols, limit, before: new Date(tx.now.getTime() - CHECK_EVERY_MS) }),
    claimedAt: tx.now,
  }));
  return openDue({ secrets, log }, rows).map((due) => ({ ...due, claimedAt }));
}

/** `problem`: for people, no secret; null: the provider reports events of the account, or has none. */
export function storeEventsCheck(
  { db }: Pick<Platform, 'db'>,
  account: CheckedAccount,
  problem: string | null,
): Promise<void> {
  return inTransaction(db, (tx) => updateEventsCheck(tx, account, problem));
}

/** Settings of an account that its provider has told. */
export type FoundSettings = Readonly<Record<string, string>>;

/** Committed when it resolves: the provider may call about them at once. */
export function storeFound({ db }: Pick<Platform, 'db'>, account: AccountVersion, found: FoundSettings): Promise<void> {
  return inTransaction(db, (tx) => mergeFound(tx, account, found));
}
