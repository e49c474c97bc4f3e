// A sender to hang a message on that was refused and is kept to be seen. Whether the name may be used is of no
// matter: the message never leaves.
import type { Tx } from '../../platform/database.ts';
import { insertBarred, type NameKey, selectNamed } from './named-senders.sql.ts';

/** By channel and name. A name nobody knows gets a row that is never listed and never usable. */
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
  return (name) => {
    const id = ids.get(keyOf(name));
    if (id === undefined) throw new Error('a sender is missing');
    return id;
  };
}
