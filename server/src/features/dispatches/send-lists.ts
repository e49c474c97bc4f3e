// Lists of single messages. A list is a dispatch that is started from its first message on and grows: one per
// company, day and set of settings. Whoever adds to it holds its row until COMMIT, so positions have no gaps.
import type { Tx } from '../../platform/database.ts';
import { type ListStrand, selectListStrands } from './list-strands.ts';

export type ListSettings = {
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
  /** As it is shown: without its password. */
  readonly callbackUrl: string | null;
  readonly callbackEvents: readonly string[];
  readonly trafficCenterId: number;
  readonly sendingMethod: string;
};

export type ListOwner = {
  readonly companyId: number;
  readonly partnerId: number;
  /** Day and month in Europe/Moscow. */
  readonly day: string;
  readonly month: string;
  /** The lists hold steps of this dispatch. */
  readonly stepsOf?: number;
};

/** The dispatch was stopped before its next steps could be stored. */
export class DispatchStopped extends Error {
  constructor(dispatchId: number) {
    super(`dispatch ${dispatchId} was stopped`);
  }
}

export type SendList = {
  readonly id: number;
  readonly digest: string;
  readonly lastSeq: number;
  readonly strands: readonly ListStrand[];
};

/** Digest → the day's list, made where it is missing; all are locked. */
export async function openLists(
  tx: Tx,
  owner: ListOwner,
  settings: readonly ListSettings[],
): Promise<Map<string, SendList>> {
  const digests = settings.map(({ digest }) => digest);
  await lockDispatch(tx, owner, digests);
  const found = await lockLists(tx, owner, digests);
  const known = new Set(found.map(({ digest }) => digest));
  const missing = settings.filter(({ digest }) => !known.has(digest));
  if (missing.length === 0) return withStrands(tx, found);
  await insertLists(tx, owner, missing);
  // One that somebody else made in the meantime is locked here too.
  return withStrands(tx, await lockLists(tx, owner, digests));
}

/** Those of these lists that are there, held until COMMIT. */
export async function holdLists(tx: Tx, owner: ListOwner, digests: readonly string[]): Promise<void> {
  await lockDispatch(tx, owner, digests);
  await lockLists(tx, owner, digests);
}

/** A dispatch is locked with its lists, by id like everywhere, so whoever stops it finds every step or prevents it. */
async function lockDispatch(tx: Tx, { companyId, day, stepsOf }: ListOwner, digests: readonly string[]): Promise<void> {
  if (stepsOf === undefined) return;
  const rows = await tx.query<{ id: number; status: string }>(
    `select id, status from dispatches
     where id = $1 or (company_id = $2 and send_day = $3 and settings_digest = any($4::text[]) and kind = 'SEND')
     order by id for update`,
    [stepsOf, companyId, day, digests],
  );
  if (rows.find(({ id }) => id === stepsOf)?.status === 'STOPPED') throw new DispatchStopped(stepsOf);
}

type LockedList = Omit<SendList, 'strands'> & {
  readonly total: number;
  readonly strands: readonly (Omit<ListStrand, 'partMicros'> & { partMicros: string | null; messages: number })[];
};

/**
 * The strands of a list come with it, in one round trip. They are as old as the statement, the locked row is not: who
 * had to wait for it may have missed some. Every message of a list is in one strand, so the sums tell.
 */
async function withStrands(tx: Tx, lists: readonly LockedList[]): Promise<Map<string, SendList>> {
  const isWhole = ({ strands, total }: LockedList) => strands.reduce((sum, one) => sum + one.messages, 0) === total;
  const again = lists.every(isWhole)
    ? undefined
    : await selectListStrands(
        tx,
        lists.map(({ id }) => id),
      );
  return new Map(
    lists.map(({ id, digest, lastSeq, strands }) => {
      const own = strands.map((one) => ({
        ...one,
        partMicros: one.partMicros === null ? null : BigInt(one.partMicros),
      }));
      const fresh = again?.filter(({ dispatchId }) => dispatchId === id);
      return [digest, { id, digest, lastSeq, strands: fresh ?? own }];
    }),
  );
}

function lockLists(tx: Tx, { companyId, day }: ListOwner, digests: readonly string[]) {
  return tx.planned<LockedList>(
    `with locked as materialized (
       select id, settings_digest, last_seq, messages_total from dispatches
       where company_id = $1 and send_day = $2 and settings_digest = any($3::text[]) and kind = 'SEND' order by id for update)
     select l.id, l.settings_digest as digest, l.last_seq as "lastSeq", l.messages_total as total,
       coalesce((select json_agg(json_build_object('dispatchId', t.dispatch_id, 'strand', t.strand, 'senderId', t.sender_id, 'route', t.route,
         'timezone', t.timezone, 'trafficType', t.traffic_type, 'tariffId', t.tariff_id, 'country', t.country, 'partMicros', t.part_micros::text, 'messages', t.messages))
         from strands t where t.dispatch_id = l.id), '[]') as strands
     from locked l`,
    [companyId, day, digests],
  );
}

async function insertLists(tx: Tx, owner: ListOwner, rows: readonly ListSettings[]): Promise<void> {
  await tx.query(
    `insert into dispatches (kind, company_id, partner_id, send_day, name, text, sender_ids, status, created_at, started_at,
       settings_digest, channel_type, lifetime_seconds, use_local_time, local_send_time, local_completion_time, schedule_hours, schedule_days,
       short_url, callback_endpoint_id, callback_url, callback_events, traffic_center_id, sending_method, steps_of)
     select 'SEND', $1, $2, $3, '', '', '{}', 'STARTED', $4, $4, digest, channel, ttl, local, send_time, completion_time,
       hours::smallint[], days::smallint[], short, endpoint, url, events::text[], center, method, $19
     from unnest($5::text[], $6::text[], $7::int[], $8::boolean[], $9::timestamp[], $10::timestamp[], $11::text[], $12::text[], $13::boolean[],
       $14::int[], $15::text[], $16::text[], $17::int[], $18::text[])
       as u(digest, channel, ttl, local, send_time, completion_time, hours, days, short, endpoint, url, events, center, method)
     order by digest on conflict (company_id, send_day, settings_digest) where kind = 'SEND' do nothing`,
    [
      owner.companyId,
      owner.partnerId,
      owner.day,
      tx.now,
      rows.map((row) => row.digest),
      rows.map((row) => row.channelType),
      rows.map((row) => row.ttlSeconds),
      rows.map((row) => row.useLocalTime),
      rows.map((row) => row.localSendTime),
      rows.map((row) => row.localCompletionTime),
      rows.map((row) => arrayOrNull(row.hours)),
      rows.map((row) => arrayOrNull(row.days)),
      rows.map((row) => row.shortUrl),
      rows.map((row) => row.callbackEndpointId),
      rows.map((row) => row.callbackUrl),
      rows.map((row) => arrayOrNull(row.callbackEvents)),
      rows.map((row) => row.trafficCenterId),
      rows.map((row) => row.sendingMethod),
      owner.stepsOf ?? null,
    ],
  );
}

/** Numbers and words of closed lists: nothing in them needs quoting. */
const arrayOrNull = (values: readonly (number | string)[] | null) => (values === null ? null : `{${values.join(',')}}`);
