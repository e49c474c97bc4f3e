import type { Tx } from '../../platform/database.ts';
import { uuidFloor, uuidTimeMs } from '../../platform/uuid-v7.ts';
import type { StrandKey } from '../messages/make-offer.ts';

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
    'select strand, sender_id, route, timezone, traffic_type, tariff_id, country, messages from strands where dispatch_id = $1',
    [dispatchId],
  );
}

export type StrandGrowth = {
  key: StrandKey;
  strand: number;
  messages: number;
  parts: number;
  amountMicros: number;
  lastSeq: number;
};

export async function growStrands(
  tx: Tx,
  dispatch: { id: number; companyId: number; channelType: string },
  rows: readonly StrandGrowth[],
): Promise<void> {
  await tx.query(
    `insert into strands (dispatch_id, company_id, channel_type, strand, sender_id, route, traffic_type, lane, timezone, tariff_id, messages, parts, amount_micros, last_seq, country)
     select $1, $2, $3, * from unnest($4::smallint[], $5::int[], $6::smallint[], $7::text[], $8::smallint[], $9::text[], $10::int[], $11::int[], $12::int[], $13::bigint[], $14::int[], $15::text[])
     on conflict (dispatch_id, strand) do update set messages = strands.messages + excluded.messages, parts = strands.parts + excluded.parts,
       amount_micros = strands.amount_micros + excluded.amount_micros, last_seq = excluded.last_seq`,
    [
      dispatch.id,
      dispatch.companyId,
      dispatch.channelType,
      rows.map((row) => row.strand),
      rows.map((row) => row.key.senderId),
      rows.map((row) => row.key.route),
      rows.map((row) => row.key.trafficType),
      rows.map((row) => row.key.lane),
      rows.map((row) => row.key.timezone),
      rows.map((row) => row.key.tariffId),
      rows.map((row) => row.messages),
      rows.map((row) => row.parts),
      rows.map((row) => row.amountMicros),
      rows.map((row) => row.lastSeq),
      rows.map((row) => row.key.country),
    ],
  );
}

/** Messages under one of `names` wait for its date. */
export async function releaseStrands(
  tx: Tx,
  dispatchId: number,
  eligibleAt: Date,
  names: readonly { readonly id: number; readonly dateFrom: Date }[],
): Promise<void> {
  await tx.query(
    `with names as (select * from unnest($3::int[], $4::timestamptz[]) as u(id, date_from)),
     times as (
       select t.strand, greatest($2::timestamptz, names.date_from) as at
       from strands t left join names on names.id = t.sender_id where t.dispatch_id = $1)
     update strands t set runnable = true, next_at = times.at, eligible_at = times.at
     from times where t.dispatch_id = $1 and t.strand = times.strand`,
    [dispatchId, eligibleAt, names.map(({ id }) => id), names.map(({ dateFrom }) => dateFrom)],
  );
}

export async function haltStrands(tx: Tx, dispatchIds: readonly number[]): Promise<void> {
  await tx.query('update strands set runnable = false where dispatch_id = any($1::int[])', [dispatchIds]);
}

/** Held strands are due now; whether they are still held is judged anew. */
export async function hurryHeldStrands(tx: Tx, of: { companyId: number; senderId?: number }): Promise<void> {
  await tx.query(
    `update strands set next_at = $3 where company_id = $1 and ($2::int is null or sender_id = $2)
       and held_since is not null and runnable and next_at > $3`,
    [of.companyId, of.senderId ?? null, tx.now],
  );
}

export type StrandStep = {
  dispatchId: number;
  strand: number;
  cursorSeq: number;
  runnable: boolean;
  nextAt: Date;
  heldSince: Date | null;
};

export async function stepStrands(tx: Tx, steps: readonly StrandStep[]): Promise<void> {
  await tx.query(
    `update strands t set cursor_seq = u.cursor_seq, runnable = u.runnable, next_at = u.next_at, held_since = u.held_since
     from unnest($1::int[], $2::smallint[], $3::int[], $4::boolean[], $5::timestamptz[], $6::timestamptz[]) as u(dispatch_id, strand, cursor_seq, runnable, next_at, held_since)
     where t.dispatch_id = u.dispatch_id and t.strand = u.strand`,
    [
      steps.map((step) => step.dispatchId),
      steps.map((step) => step.strand),
      steps.map((step) => step.cursorSeq),
      steps.map((step) => step.runnable),
      steps.map((step) => step.nextAt),
      steps.map((step) => step.heldSince),
    ],
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
};

const DAY_MS = 86_400_000;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * The upper bound of the ids of a strand. A list of single messages grows while it is read, and a strand may be
 * newer than what the same statement saw of its list: no message may be missed for that.
 */
export const lastIdOf = ({ kind, last_message_id: lastId }: { kind: string; last_message_id: string }): string =>
  kind === 'SEND' ? LAST_ID : lastId;

/** The lower bound, likewise: another process may have added one of an earlier instant, but of the same day. */
export const firstIdOf = ({ kind, first_message_id: firstId }: { kind: string; first_message_id: string }): string =>
  kind === 'SEND' ? uuidFloor(uuidTimeMs(firstId) - DAY_MS) : firstId;

/**
 * A strand that will not be sent any more: its dispatch was stopped (7002), its sender name was held for
 * seven days (454), or its own time is over or nothing took it for seven days (both 7060, or 7402 where it lacked money;
 * what has a time of its own or a schedule may wait).
 */
export async function lockUnsentStrand(tx: Tx, waitingSince: Date): Promise<UnsentStrand | undefined> {
  const rows = await tx.query<UnsentStrand>(
    `select t.dispatch_id, t.strand, t.cursor_seq, t.last_seq, d.kind, d.first_message_id, d.last_message_id,
       case when d.status = 'STOPPED' then 7002 when t.held_since <= $1 then 454 when t.waiting_for is not null then 7402 else 7060 end as error_code,
       t.month::text as month, t.part_micros
     from dispatches d join strands t on t.dispatch_id = d.id
     where d.status in ('STARTED', 'STOPPED') and d.ended_at is null and t.cursor_seq < t.last_seq and (
       d.status = 'STOPPED' or t.held_since <= $1 or t.give_up_at <= $2 or (t.held_since is null and t.give_up_at is null and d.schedule_start_at is null and t.eligible_at <= $1))
     order by t.dispatch_id, t.strand limit 1 for update of t skip locked`,
    [waitingSince, tx.now],
  );
  return rows[0];
}
