import type { DispatchStatus } from '@volley/domain/dispatches/dispatch-status.ts';
import { must } from '@volley/domain/must.ts';
import type { Tx } from '../../platform/database/database.ts';
import { JOIN_STEPS, withSteps } from '../queue/strands/with-steps.sql.ts';

export type DispatchRow = {
  id: number;
  company_id: number;
  name: string;
  status: DispatchStatus;
  channel_type: string;
  text: string;
  sender_ids: number[];
  schedule_start_at: Date | null;
  schedule_hours: number[] | null;
  schedule_days: number[] | null;
  last_seq: number;
  messages_total: number;
  messages_delivered: number;
  messages_failed: number;
  parts_total: number;
  parts_delivered: number;
  parts_failed: number;
  estimate_micros: bigint;
  packages_micros: bigint;
  reserved_micros: bigint;
  spent_micros: bigint;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  /** The resource that its remaining messages wait for. */
  waiting_for: 'budget' | 'money' | null;
};

const HEAD = `d.id, d.company_id, d.name, d.status, d.channel_type, d.text, d.sender_ids,
       d.schedule_start_at, d.schedule_hours, d.schedule_days,
       d.last_seq, d.created_at, d.started_at, d.ended_at,
       (
         select min(t.waiting_for)
         from strands t
         where t.dispatch_id = d.id
           and t.waiting_for is not null) as waiting_for`;
const COUNTED = [
  'messages_total',
  'messages_delivered',
  'messages_failed',
  'parts_total',
  'parts_delivered',
  'parts_failed',
  'estimate_micros',
  'packages_micros',
  'reserved_micros',
  'spent_micros',
] as const;
/** SQL: the counters of the dispatch alone, for changing it. */
const OWN = [HEAD, ...COUNTED.map((column) => `d.${column}`)].join(', ');
/** SQL: the counters including the steps of its cascades, for showing it. */
const COLUMNS = [HEAD, ...COUNTED.map((column) => `${withSteps(column)} as ${column}`)].join(', ');

export type NewDispatch = {
  companyId: number;
  partnerId: number;
  name: string;
  channelType: string;
  text: string;
  senderIds: readonly number[];
  schedule: { startAtMs: number; hours: readonly number[]; days: readonly number[] } | undefined;
  callbackEndpointId: number | null;
  callbackEvents: readonly string[];
};

export async function insertDispatch(tx: Tx, row: NewDispatch): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    `insert into dispatches (
       company_id, partner_id, name, channel_type, text, sender_ids, schedule_start_at, schedule_hours,
       schedule_days, callback_endpoint_id, callback_events, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     returning id`,
    [
      row.companyId,
      row.partnerId,
      row.name,
      row.channelType,
      row.text,
      row.senderIds,
      row.schedule === undefined ? null : new Date(row.schedule.startAtMs),
      row.schedule?.hours ?? null,
      row.schedule?.days ?? null,
      row.callbackEndpointId,
      row.callbackEvents,
      tx.now,
    ],
  );
  return must(rows[0], `inserted dispatch of company ${row.companyId}`).id;
}

/** The partner API also shows dispatches of the messaging API, but only the messaging API changes them. */
const SHOWN = `d.kind <> 'SEND'`;

const LOCK_DISPATCH = `select ${OWN}
     from dispatches d
     where d.id = $1
       and d.partner_id = $2
       and d.kind = 'PARTNER'
     for update`;
const FIND_DISPATCH = `select ${COLUMNS}
     from dispatches d
     ${JOIN_STEPS}
     where d.id = $1
       and d.partner_id = $2
       and ${SHOWN}`;

export async function findDispatch(
  tx: Tx,
  partnerId: number,
  id: number,
  lock: boolean,
): Promise<DispatchRow | undefined> {
  const values = [id, partnerId];
  const rows = lock
    ? await tx.query<DispatchRow>(LOCK_DISPATCH, values)
    : await tx.query<DispatchRow>(FIND_DISPATCH, values);
  return rows[0];
}

/** Of a dispatch of either API. */
export async function findDispatchKind(
  tx: Tx,
  partnerId: number,
  id: number,
): Promise<{ kind: 'PARTNER' | 'MESSAGING'; companyId: number } | undefined> {
  const rows = await tx.query<{ kind: 'PARTNER' | 'MESSAGING'; companyId: number }>(
    `select d.kind, d.company_id as "companyId"
     from dispatches d
     where d.id = $1
       and d.partner_id = $2
       and ${SHOWN}`,
    [id, partnerId],
  );
  return rows[0];
}

export type Totals = {
  messages: number;
  parts: number;
  amountMicros: bigint;
  packagesMicros: bigint;
  firstId: string | undefined;
  lastId: string | undefined;
};

export async function addTotals(tx: Tx, id: number, totals: Totals): Promise<void> {
  await tx.query(
    `update dispatches
     set last_seq = last_seq + $2,
       messages_total = messages_total + $2,
       parts_total = parts_total + $3,
       estimate_micros = estimate_micros + $4,
       first_message_id = least(first_message_id, $5::uuid),
       last_message_id = greatest(last_message_id, $6::uuid),
       packages_micros = $7
     where id = $1`,
    [
      id,
      totals.messages,
      totals.parts,
      totals.amountMicros,
      totals.firstId ?? null,
      totals.lastId ?? null,
      totals.packagesMicros,
    ],
  );
}

export type Start = { estimateMicros: bigint; packagesMicros: bigint; ended: boolean };

export async function markStarted(tx: Tx, id: number, start: Start): Promise<void> {
  await tx.query(
    `update dispatches
     set status = $3,
       started_at = $2,
       ended_at = case when $4 then $2::timestamptz end,
       estimate_micros = $5,
       reserved_micros = $5,
       packages_micros = $6
     where id = $1
       and status = 'CREATED'`,
    [id, tx.now, start.ended ? 'COMPLETED' : 'STARTED', start.ended, start.estimateMicros, start.packagesMicros],
  );
}

/** Stops the dispatch and the buckets of its steps; returns the ids of all of them. */
export async function markStopped(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `update dispatches
     set status = 'STOPPED'
     where (id = $1 or steps_of = $1)
       and status = 'STARTED'
     returning id`,
    [id],
  );
  return rows.map((row) => row.id);
}

/** Buckets of steps that have not ended. */
export async function selectOpenBuckets(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select id
     from dispatches
     where steps_of = $1
       and ended_at is null`,
    [id],
  );
  return rows.map((row) => row.id);
}

/** Of the company, with the status if it is given. */
const CHOSEN = `d.company_id = $1
       and ${SHOWN}
       and ($2::text is null or d.status = $2)`;

export async function countDispatches(tx: Tx, companyId: number, status: string | undefined): Promise<number> {
  const rows = await tx.query<{ total: bigint }>(
    `select count(*) as total
     from dispatches d
     where ${CHOSEN}`,
    [companyId, status ?? null],
  );
  return Number(must(rows[0], `count of dispatches of company ${companyId}`).total);
}

/** Newest first. */
export function selectDispatches(
  tx: Tx,
  companyId: number,
  { status, limit, offset }: { readonly status: string | undefined; readonly limit: number; readonly offset: number },
): Promise<DispatchRow[]> {
  return tx.query<DispatchRow>(
    `select ${COLUMNS}
     from dispatches d
     ${JOIN_STEPS}
     where ${CHOSEN}
     order by d.id desc
     limit $3
     offset $4`,
    [companyId, status ?? null, limit, offset],
  );
}
