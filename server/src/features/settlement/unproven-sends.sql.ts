import type { Tx } from '../../platform/database.ts';

export type UnprovenSend = { readonly messageId: string; readonly missing: number };

/** Handed over without the operator's ids of so many parts. */
export async function insertUnproven(tx: Tx, sends: readonly UnprovenSend[]): Promise<void> {
  if (sends.length === 0) return;
  await tx.query(
    `insert into unproven_sends (message_id, missing, made_at)
     select u.message_id, u.missing, $3
     from unnest($1::uuid[], $2::smallint[]) as u(message_id, missing)
     on conflict (message_id) do nothing`,
    [sends.map(({ messageId }) => messageId), sends.map(({ missing }) => missing), tx.now],
  );
}

/** New ids of the operator per message; returns how many of them prove a first copy. */
export async function takeProofs(tx: Tx, ids: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  if (ids.size === 0) return new Map();
  const rows = await tx.query<{ message_id: string; proved: number }>(
    `with found as (
       select u.message_id, u.missing, least(u.missing, n.ids)::int as proved
       from unproven_sends u
       join unnest($1::uuid[], $2::int[]) as n(message_id, ids) on n.message_id = u.message_id
       for update of u),
     proved as (
       delete from unproven_sends u
       using found
       where u.message_id = found.message_id and found.missing = found.proved),
     left_open as (
       update unproven_sends u
       set missing = u.missing - found.proved
       from found
       where u.message_id = found.message_id and found.missing > found.proved)
     select message_id, proved from found`,
    [[...ids.keys()], [...ids.values()]],
  );
  return new Map(rows.map((row) => [row.message_id, row.proved]));
}

/** Receipts are kept as long: after that nothing can prove a copy. */
export async function deleteUnprovenBefore(tx: Tx, before: Date): Promise<void> {
  await tx.query('delete from unproven_sends where made_at < $1', [before]);
}
