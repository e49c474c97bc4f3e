import type { Tx } from '../../../platform/database/database.ts';

export type OpenWork = { readonly what: string; readonly id: string; readonly state: string };

const LISTED_MAX = 50;

/** Dispatches, buckets, batches and cascade steps that still need messages with ids below `id`. */
export function selectOpenBefore(tx: Tx, id: string, endedDays: number): Promise<OpenWork[]> {
  return tx.query<OpenWork>(
    `select
       case d.kind when 'SEND' then 'bucket' else 'dispatch' end as what,
       d.id::text,
       d.status || case when d.ended_at is null then ', open' else ', ended ' || d.ended_at::date end as state
     from dispatches d
     where d.first_message_id < $1::uuid
       and (d.ended_at is null or d.ended_at > $2::timestamptz - make_interval(days => $3))
     union all
     select 'batch', b.id::text, 'of dispatch ' || b.dispatch_id
     from batches b
     where b.first_message_id < $1::uuid
     union all
     select 'cascade step', c.message_id::text, 'due'
     from cascade_due c
     where c.message_id < $1::uuid
     limit ${LISTED_MAX}`,
    [id, tx.now, endedDays],
  );
}
