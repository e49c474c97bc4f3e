import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import { READ_CHANNELS } from '@volley/domain/sending/channel.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { BatchPlace } from './batches.sql.ts';

type ExpiredBatch = BatchPlace & { channel_type: string };

/** Deletes and returns expired batches, the oldest first: at most `batches`, and about `messages` messages. */
export function deleteExpiredBatches(tx: Tx, limit: { batches: number; messages: number }) {
  return tx.planned<ExpiredBatch>(
    `with due as materialized (
       select id, count, expires_at
       from batches
       where state = ${BATCH_STATES.handedOver}
         and expires_at <= $1
       order by expires_at
       limit $2
       for update skip locked
     ),
     taken as (
       select id
       from (
         select id, sum(count) over (order by expires_at, id) - count as before
         from due
       ) counted
       where before < $3
     )
     delete from batches b
     using taken, dispatches d
     where b.id = taken.id
       and d.id = b.dispatch_id
     returning b.dispatch_id,
       b.strand,
       b.from_seq,
       b.to_seq,
       b.first_message_id,
       b.last_message_id,
       d.channel_type`,
    [tx.now, limit.batches, limit.messages],
  );
}

/**
 * Batches of ended dispatches stay for a while, so that a stray receipt can still be explained. On channels with read
 * receipts a handed-over batch stays until its lifetime is over.
 */
export async function deleteEndedBatches(tx: Tx, endedBefore: Date, limit: number): Promise<number> {
  const rows = await tx.planned(
    `delete from batches
     where id in (
       select b.id
       from batches b
       join dispatches d on d.id = b.dispatch_id
       where d.ended_at < $1
         and not (b.state = ${BATCH_STATES.handedOver} and d.channel_type = any($3::text[]))
       limit $2
       for update of b skip locked
     )
     returning id`,
    [endedBefore, limit, READ_CHANNELS],
  );
  return rows.length;
}
