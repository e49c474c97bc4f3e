// A bucket is the dispatch row of kind SEND that holds the single messages of one company, day and set of settings. It
// is started with its first message and grows. The writer locks its row until COMMIT, so positions have no gaps.
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { BucketStrand } from './bucket-strands.sql.ts';

export type BucketSettings = {
  readonly digest: string;
  readonly channelType: string;
  readonly ttlSeconds: number | null;
  readonly useLocalTime: boolean;
  readonly localSendTime: string | null;
  readonly localCompletionTime: string | null;
  readonly hours: readonly number[] | null;
  readonly days: readonly number[] | null;
  readonly shortUrl: boolean;
  readonly callbackEndpointId: number | null;
  /** Without its password, for display. */
  readonly callbackUrl: string | null;
  readonly callbackEvents: readonly string[];
  readonly trafficCenterId: number;
  readonly sendingMethod: string;
};

export type BucketOwner = {
  readonly companyId: number;
  readonly partnerId: number;
  /** Day and month in Europe/Moscow. */
  readonly day: string;
  readonly month: string;
  /** The buckets hold cascade steps of this dispatch. */
  readonly stepsOf?: number;
};

/** The dispatch and its buckets, locked in id order. */
export function lockWithBuckets(
  tx: Tx,
  dispatchId: number,
  { companyId, day }: BucketOwner,
  digests: readonly string[],
) {
  return tx.query<{ id: number; status: string }>(
    `select id, status
     from dispatches
     where id = $1
       or (company_id = $2 and send_day = $3 and settings_digest = any($4::text[]) and kind = 'SEND')
     order by id
     for update`,
    [dispatchId, companyId, day, digests],
  );
}

export type LockedBucket = {
  readonly id: number;
  readonly digest: string;
  readonly lastSeq: number;
  /** Messages of the bucket. */
  readonly total: number;
  /** From the snapshot of the statement, which may be older than the locked row. */
  readonly strands: readonly (Omit<BucketStrand, 'partMicros'> & { partMicros: string | null; messages: number })[];
};

export function lockBuckets(tx: Tx, { companyId, day }: BucketOwner, digests: readonly string[]) {
  return tx.planned<LockedBucket>(
    `with locked as materialized (
       select id, settings_digest, last_seq, messages_total
       from dispatches
       where company_id = $1
         and send_day = $2
         and settings_digest = any($3::text[])
         and kind = 'SEND'
       order by id
       for update
     )
     select l.id,
       l.settings_digest as digest,
       l.last_seq as "lastSeq",
       l.messages_total as total,
       coalesce(
         (
           select json_agg(json_build_object(
             'dispatchId', t.dispatch_id,
             'strand', t.strand,
             'senderId', t.sender_id,
             'route', t.route,
             'timezone', t.timezone,
             'trafficType', t.traffic_type,
             'tariffId', t.tariff_id,
             'country', t.country,
             'partMicros', t.part_micros::text,
             'messages', t.messages
           ))
           from strands t
           where t.dispatch_id = l.id
         ),
         '[]'
       ) as strands
     from locked l`,
    [companyId, day, digests],
  );
}

// Arrays travel as text and are cast in the statement.
const newBuckets = bulkColumns(
  {
    digest: 'text',
    channelType: 'text',
    ttlSeconds: 'int',
    useLocalTime: 'boolean',
    localSendTime: 'timestamp',
    localCompletionTime: 'timestamp',
    hours: 'text',
    days: 'text',
    shortUrl: 'boolean',
    callbackEndpointId: 'int',
    callbackUrl: 'text',
    callbackEvents: 'text',
    trafficCenterId: 'int',
    sendingMethod: 'text',
  },
  6,
);
const INSERT_BUCKETS = `
  insert into dispatches (
    kind, company_id, partner_id, send_day, name, text, sender_ids, status, created_at, started_at, steps_of,
    settings_digest, channel_type, lifetime_seconds, use_local_time, local_send_time, local_completion_time,
    schedule_hours, schedule_days, short_url, callback_endpoint_id, callback_url, callback_events,
    traffic_center_id, sending_method
  )
  select 'SEND', $1, $2, $3, '', '', '{}', 'STARTED', $4, $4, $5,
    u.digest, u.channel_type, u.ttl_seconds, u.use_local_time, u.local_send_time, u.local_completion_time,
    u.hours::smallint[], u.days::smallint[], u.short_url, u.callback_endpoint_id, u.callback_url,
    u.callback_events::text[], u.traffic_center_id, u.sending_method
  from ${newBuckets.as('u')}
  order by u.digest
  on conflict (company_id, send_day, settings_digest) where kind = 'SEND'
  do nothing`;

export async function insertBuckets(tx: Tx, owner: BucketOwner, settings: readonly BucketSettings[]): Promise<void> {
  const rows = settings.map((row) => ({
    ...row,
    hours: arrayOrNull(row.hours),
    days: arrayOrNull(row.days),
    callbackEvents: arrayOrNull(row.callbackEvents),
  }));
  await tx.query(INSERT_BUCKETS, [
    owner.companyId,
    owner.partnerId,
    owner.day,
    tx.now,
    owner.stepsOf ?? null,
    ...newBuckets.values(rows),
  ]);
}

/** Numbers and event names need no quotes. */
const arrayOrNull = (values: readonly (number | string)[] | null) => (values === null ? null : `{${values.join(',')}}`);
