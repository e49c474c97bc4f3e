import type { Tx } from '../../platform/database/database.ts';
import { selectAccountLinks, selectStored } from './sender-accounts.sql.ts';
import type { StoredAccount } from './stored-account.ts';

/** Accounts at the provider of the link, by sender id; their secrets stay sealed. */
export async function findAccounts(
  tx: Tx,
  linkId: number,
  senderIds: readonly number[],
): Promise<ReadonlyMap<number, StoredAccount>> {
  const rows = await selectStored(tx, linkId, [...new Set(senderIds)]);
  return new Map(rows.map((row) => [row.senderId, row]));
}

/** The link at whose provider each sender has an account, by sender id; senders without an account are absent. */
export async function findAccountLinks(tx: Tx, senderIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (senderIds.length === 0) return new Map();
  const rows = await selectAccountLinks(tx, [...new Set(senderIds)]);
  return new Map(rows.map(({ senderId, linkId }) => [senderId, linkId]));
}
