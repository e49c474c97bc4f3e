import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** A message handed over while the operator ids of `missing` parts are unknown. */
export type UnprovenSend = { readonly messageId: string; readonly missing: number };

const unproven = bulkColumns({ messageId: 'uuid', missing: 'smallint' }, 2);
const INSERT_UNPROVEN = `
  insert into unproven_sends (message_id, missing, made_at)
  select u.message_id, u.missing, $1
  from ${unproven.as('u')}
  on conflict (message_id)
  do nothing`;

export async function insertUnproven(tx: Tx, sends: readonly UnprovenSend[]): Promise<void> {
  if (sends.length === 0) return;
  await tx.query(INSERT_UNPROVEN, [tx.now, ...unproven.values(sends)]);
}

const newIds = bulkColumns({ messageId: 'uuid', ids: 'int' });
const CLAIM_PROOFS = `
  with found as (
    select u.message_id, u.missing, least(u.missing, n.ids)::int as proved
    from unproven_sends u
    join ${newIds.as('n')} on n.message_id = u.message_id
    for update of u
  ),
  proved as (
    delete from unproven_sends u
    using found
    where u.message_id = found.message_id
      and found.missing = found.proved
  ),
  left_open as (
    update unproven_sends u
    set missing = u.missing - found.proved
    from found
    where u.message_id = found.message_id
      and found.missing > found.proved
  )
  select message_id, proved
  from found`;

/** `ids`: number of new operator ids per message. Returns how many of them prove a first copy. */
export async function claimProofs(tx: Tx, ids: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  if (ids.size === 0) return new Map();
  const counts = [...ids].map(([messageId, count]) => ({ messageId, ids: count }));
  const rows = await tx.query<{ message_id: string; proved: number }>(CLAIM_PROOFS, newIds.values(counts));
  return new Map(rows.map((row) => [row.message_id, row.proved]));
}

export async function deleteUnprovenBefore(tx: Tx, before: Date): Promise<void> {
  await tx.query('delete from unproven_sends where made_at < $1', [before]);
}
