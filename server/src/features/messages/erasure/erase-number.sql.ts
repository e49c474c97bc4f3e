import { must } from '@volley/domain/must.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { WITHOUT_STEPS } from '../cascade-steps.sql.ts';
import type { Erasure } from './erasure.ts';

const { DELIVERED } = MESSAGE_STATUS_CODES;

const COLUMNS = `id as "erasureId", requested_at as "requestedAt",
       messages_erased::double precision as "messagesErased",
       messages_waiting::double precision as "messagesWaiting",
       finished_at as "finishedAt"`;

export async function insertErasure(tx: Tx, destination: number): Promise<Erasure> {
  const rows = await tx.query<Erasure>(
    `insert into erasures (destination, requested_at, due_at)
     values ($1, $2, $2)
     returning ${COLUMNS}`,
    [destination, tx.now],
  );
  return must(rows[0], 'inserted erasure');
}

export async function selectErasure(tx: Tx, id: number): Promise<Erasure | undefined> {
  const rows = await tx.query<Erasure>(
    `select ${COLUMNS}
     from erasures
     where id = $1`,
    [id],
  );
  return rows[0];
}

export type ErasureStep = { id: number; destination: bigint; scanDay: string | null };

export async function lockDueErasure(tx: Tx): Promise<ErasureStep | undefined> {
  const rows = await tx.query<ErasureStep>(
    `select id, destination, scan_day::text as "scanDay"
     from erasures
     where finished_at is null
       and due_at <= $1
     order by due_at, id
     limit 1
     for update skip locked`,
    [tx.now],
  );
  return rows[0];
}

/** Final messages lose number, text and the provider's code. Messages in transit need them and are only counted. */
export async function eraseBetween(
  tx: Tx,
  { destination, tag, fromId, toId }: { destination: bigint; tag: number; fromId: string; toId: string },
): Promise<{ erasedIds: string[]; waiting: bigint }> {
  const rows = await tx.query<{ erasedIds: string[]; waiting: bigint }>(
    `with found as (
       select id, status
       from messages
       where destination = $1
         and id >= $3
         and id < $4
       for update),
     gone as (
       update messages m
       set destination = $2,
         text = null,
         special_content = null,
         cascade = ${WITHOUT_STEPS},
         external_message_id = null,
         provider_code = null
       from found f
       where m.id = f.id
         and m.id >= $3
         and m.id < $4
         and f.status >= ${DELIVERED}
       returning m.id)
     select
       array(select id from gone) as "erasedIds",
       (select count(*) from found where status < ${DELIVERED}) as waiting`,
    [destination, tag, fromId, toId],
  );
  return must(rows[0], 'result of the erasure between two ids');
}

export async function recordDay(
  tx: Tx,
  { id, day, nextDay, erased, waiting }: { id: number; day: string; nextDay: string; erased: number; waiting: bigint },
): Promise<void> {
  await tx.query(
    `update erasures
     set messages_erased = messages_erased + $4,
       pass_waiting = pass_waiting + $5,
       waiting_day = case when $5::bigint > 0 then coalesce(waiting_day, $2::date) else waiting_day end,
       scan_day = $3
     where id = $1`,
    [id, day, nextDay, erased, waiting],
  );
}

/** True: finished. False: messages wait; the next pass starts at `againAt`, on the first day with a waiting message. */
export async function endPass(tx: Tx, id: number, againAt: Date): Promise<boolean> {
  const rows = await tx.query<{ finished: boolean }>(
    `update erasures
     set finished_at = case when pass_waiting = 0 then $2::timestamptz end,
       destination = case when pass_waiting = 0 then null else destination end,
       messages_waiting = pass_waiting,
       due_at = $3,
       scan_day = waiting_day,
       waiting_day = null,
       pass_waiting = 0
     where id = $1
     returning finished_at is not null as finished`,
    [id, tx.now, againAt],
  );
  return rows[0]?.finished === true;
}
