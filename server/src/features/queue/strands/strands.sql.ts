// A strand is the messages of a dispatch or bucket under one sender name, brand, local time zone and traffic type.
// `cursor_seq` is the position up to which its messages are claimed in batches. Column `route` holds the brand id.
import type { StrandKey } from '@volley/domain/planning/offer.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { uuidFloor, uuidTimeMs } from '../../../platform/uuid-v7.ts';
import { ROUTE_WAIT } from './route-wait.sql.ts';

export type StrandRow = {
  strand: number;
  sender_id: number;
  route: number;
  timezone: string;
  traffic_type: string;
  tariff_id: number | null;
  country: string | null;
  messages: number;
};

export function selectStrands(tx: Tx, dispatchId: number) {
  return tx.query<StrandRow>(
    `select strand, sender_id, route, timezone, traffic_type, tariff_id, country, messages
     from strands
     where dispatch_id = $1`,
    [dispatchId],
  );
}

export type StrandGrowth = {
  key: StrandKey;
  strand: number;
  messages: number;
  parts: number;
  amountMicros: bigint;
  lastSeq: number;
};

const growth = bulkColumns(
  {
    strand: 'smallint',
    senderId: 'int',
    route: 'smallint',
    trafficType: 'text',
    lane: 'smallint',
    timezone: 'text',
    tariffId: 'int',
    messages: 'int',
    parts: 'int',
    amountMicros: 'bigint',
    lastSeq: 'int',
    country: 'text',
  },
  4,
);
const APPEND_TO_STRANDS = `
  insert into strands (dispatch_id, company_id, channel_type, ${growth.names})
  select $1, $2, $3, u.*
  from ${growth.as('u')}
  on conflict (dispatch_id, strand)
  do update set
    messages = strands.messages + excluded.messages,
    parts = strands.parts + excluded.parts,
    amount_micros = strands.amount_micros + excluded.amount_micros,
    last_seq = excluded.last_seq`;

export async function appendToStrands(
  tx: Tx,
  dispatch: { id: number; companyId: number; channelType: string },
  rows: readonly StrandGrowth[],
): Promise<void> {
  const flat = rows.map(({ key, ...row }) => ({ ...row, ...key, route: key.brand }));
  await tx.query(APPEND_TO_STRANDS, [dispatch.id, dispatch.companyId, dispatch.channelType, ...growth.values(flat)]);
}

const datedNames = bulkColumns({ id: 'int', dateFrom: 'timestamptz' }, 3);
const RELEASE_STRANDS = `
  with names as (
    select *
    from ${datedNames.as('u')}
  ),
  times as (
    select t.strand, greatest($2::timestamptz, names.date_from) as at
    from strands t
    left join names on names.id = t.sender_id
    where t.dispatch_id = $1
  )
  update strands t
  set runnable = true,
    next_at = times.at,
    eligible_at = times.at
  from times
  where t.dispatch_id = $1
    and t.strand = times.strand`;

/** Strands under one of `names` wait for the date of that sender name. */
export async function releaseStrands(
  tx: Tx,
  dispatchId: number,
  eligibleAt: Date,
  names: readonly { readonly id: number; readonly dateFrom: Date }[],
): Promise<void> {
  await tx.query(RELEASE_STRANDS, [dispatchId, eligibleAt, ...datedNames.values(names)]);
}

export async function haltStrands(tx: Tx, dispatchIds: readonly number[]): Promise<void> {
  await tx.query(
    `update strands
     set runnable = false
     where dispatch_id = any($1::int[])`,
    [dispatchIds],
  );
}

/** Makes held strands due now; the next round of the pacer decides whether they are still held. */
export async function rescheduleHeldStrands(
  tx: Tx,
  { companyId, senderId }: { companyId: number; senderId?: number },
): Promise<void> {
  await tx.query(
    `update strands
     set next_at = $3
     where company_id = $1
       and ($2::int is null or sender_id = $2)
       and held_since is not null
       and runnable
       and next_at > $3`,
    [companyId, senderId ?? null, tx.now],
  );
}

export type StrandAdvance = {
  dispatchId: number;
  strand: number;
  cursorSeq: number;
  runnable: boolean;
  nextAt: Date;
  heldSince: Date | null;
  /** Since when it waits because every link is at a loss. */
  marginSince?: Date | null;
};

const advances = bulkColumns({
  dispatchId: 'int',
  strand: 'smallint',
  cursorSeq: 'int',
  runnable: 'boolean',
  nextAt: 'timestamptz',
  heldSince: 'timestamptz',
  marginSince: 'timestamptz',
});
const ADVANCE_STRANDS = `
  update strands t
  set cursor_seq = u.cursor_seq,
    runnable = u.runnable,
    next_at = u.next_at,
    held_since = u.held_since,
    margin_since = u.margin_since
  from ${advances.as('u')}
  where t.dispatch_id = u.dispatch_id
    and t.strand = u.strand`;

export async function advanceStrands(tx: Tx, rows: readonly StrandAdvance[]): Promise<void> {
  await tx.query(
    ADVANCE_STRANDS,
    advances.values(rows.map((row) => ({ ...row, marginSince: row.marginSince ?? null }))),
  );
}

export type UnsentStrand = {
  dispatch_id: number;
  strand: number;
  cursor_seq: number;
  last_seq: number;
  kind: string;
  first_message_id: string;
  last_message_id: string;
  error_code: number;
  month: string | null;
  part_micros: bigint | null;
  held_since: Date | null;
  margin_since: Date | null;
  /** Of a bucket whose messages wait for a route: those created later wait on. */
  route_waited_since: Date | null;
};

const DAY_MS = 86_400_000;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Upper bound of the message ids of a strand. A bucket grows while it is read, and the strand may be newer than the
 * bucket row that the same statement saw, so a bucket has no upper bound.
 */
export const lastIdOf = ({ kind, last_message_id: lastId }: { kind: string; last_message_id: string }): string =>
  kind === 'SEND' ? LAST_ID : lastId;

/** Lower bound. Another process may have appended a message of an earlier instant of the same day to a bucket. */
export const firstIdOf = ({ kind, first_message_id: firstId }: { kind: string; first_message_id: string }): string =>
  kind === 'SEND' ? uuidFloor(uuidTimeMs(firstId) - DAY_MS) : firstId;

const LOCK_UNSENT_STRAND = `
  select t.dispatch_id,
    t.strand,
    t.cursor_seq,
    t.last_seq,
    d.kind,
    d.first_message_id,
    d.last_message_id,
    case
      when d.status = 'STOPPED' then ${ERROR.stopped}
      when t.held_since <= $1 then ${ERROR.senderBlocked}
      when t.margin_since <= $2::timestamptz - ${ROUTE_WAIT} then ${ERROR.operatorFailure}
      when t.waiting_for is not null then ${ERROR.noMoney}
      when t.margin_since is not null then ${ERROR.operatorFailure}
      else ${ERROR.lifetimeOver}
    end as error_code,
    t.month::text as month,
    t.part_micros,
    t.held_since,
    t.margin_since,
    case
      when d.kind = 'SEND'
        and d.status <> 'STOPPED'
        and (t.held_since is null or t.held_since > $1)
        and t.margin_since <= $2::timestamptz - ${ROUTE_WAIT}
      then $2::timestamptz - ${ROUTE_WAIT}
    end as route_waited_since
  from dispatches d
  join strands t on t.dispatch_id = d.id
  where d.status in ('STARTED', 'STOPPED')
    and d.ended_at is null
    and t.cursor_seq < t.last_seq
    and (
      d.status = 'STOPPED'
      or t.held_since <= $1
      or t.margin_since <= $2::timestamptz - ${ROUTE_WAIT}
      or t.give_up_at <= $2
      or (
        t.held_since is null
        and t.give_up_at is null
        and d.schedule_start_at is null
        and t.eligible_at <= $1
      )
    )
  order by t.dispatch_id, t.strand
  limit 1
  for update of t skip locked`;

/**
 * A strand that will never be sent: its dispatch was stopped, its sender name or company has been held since
 * `waitingSince`, every link has been at a loss for longer than its company waits, its `give_up_at` is over, or it has
 * waited since `waitingSince` without an end time and schedule start.
 */
export async function lockUnsentStrand(tx: Tx, waitingSince: Date): Promise<UnsentStrand | undefined> {
  const rows = await tx.planned<UnsentStrand>(LOCK_UNSENT_STRAND, [waitingSince, tx.now]);
  return rows[0];
}

export async function deleteStrands(tx: Tx, dispatchId: number): Promise<void> {
  await tx.query('delete from strands where dispatch_id = $1', [dispatchId]);
}
