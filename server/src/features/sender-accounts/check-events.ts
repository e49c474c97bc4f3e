// Providers end subscriptions to events by themselves, and other programs replace them. Every account is checked once an
// hour, by any process.
import type { HttpProtocol } from '@volley/domain/sending/provider-protocol.ts';
import type { SenderAccount } from '@volley/domain/sending/sender-account.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { claimUnchecked, updateEventsCheck } from './account-events.sql.ts';
import type { AccountLink, AccountVersion } from './stored-account.ts';

const CHECK_EVERY_MS = 3_600_000;

export type CheckedAccount = AccountVersion & { readonly link: AccountLink; readonly account: SenderAccount };

/** Skips and logs an account whose secrets cannot be opened: it must not keep the others from their check. */
export async function claimDueChecks(
  { db, secrets, log }: Pick<Platform, 'db' | 'secrets' | 'log'>,
  protocols: readonly HttpProtocol[],
  limit: number,
): Promise<CheckedAccount[]> {
  const rows = await inTransaction(db, (tx) =>
    claimUnchecked(tx, { protocols, limit, before: new Date(tx.now.getTime() - CHECK_EVERY_MS) }),
  );
  return rows.flatMap(({ settings, secretsSealed, ...about }) => {
    try {
      // Sealed by this feature from texts by name.
      const opened = JSON.parse(secrets.open(secretsSealed)) as SenderAccount['secrets'];
      return [{ ...about, account: { settings, secrets: opened } }];
    } catch (error) {
      log.error({ err: error, senderId: about.senderId }, 'secrets of an account cannot be opened');
      return [];
    }
  });
}

/** `problem`: for people, no secret; null: the provider reports events of the account, or has none. */
export function storeEventsCheck(
  { db }: Pick<Platform, 'db'>,
  account: AccountVersion,
  problem: string | null,
): Promise<void> {
  return inTransaction(db, (tx) => updateEventsCheck(tx, account, problem));
}
