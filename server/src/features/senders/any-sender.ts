// Sender rows for refused messages that are stored for display. They need not be usable: the message is never sent.
import { must } from '@volley/domain/must.ts';
import type { Tx } from '../../platform/database/database.ts';
import { insertBarred, type NameKey, selectNamed } from './named-senders.sql.ts';

/** Sender id by channel and name. An unknown name gets a row that is never listed and never usable. */
export async function getAnySenders(
  tx: Tx,
  companyId: number,
  names: readonly NameKey[],
): Promise<(name: NameKey) => number> {
  const keyOf = ({ channelType, senderName }: NameKey) => `${channelType} ${senderName}`;
  const wanted = [...new Map(names.map((name) => [keyOf(name), name])).values()];
  let rows = await selectNamed(tx, companyId, wanted);
  const known = new Set(rows.map(keyOf));
  const unknown = wanted.filter((name) => !known.has(keyOf(name)));
  if (unknown.length > 0) {
    await insertBarred(tx, companyId, unknown);
    rows = [...rows, ...(await selectNamed(tx, companyId, unknown))];
  }
  const ids = new Map(rows.toReversed().map((row) => [keyOf(row), row.id]));
  return (name) => must(ids.get(keyOf(name)), `sender ${keyOf(name)} of company ${companyId}`);
}
