// Rows of batches and strands.
import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { oneRow, type Place, statement } from './statement.ts';

export type BatchState = keyof typeof BATCH_STATES;

export type Batch = {
  readonly id: string;
  readonly dispatchId: number;
  readonly state: BatchState;
  readonly waitingFor: 'doubt' | 'held' | 'link' | null;
  readonly attempt: number;
  readonly doubts: number;
  readonly count: number;
  /** Seconds of real time since the batch went to the operator; null if it did not. */
  readonly inFlightSeconds: number | null;
  /** Seconds of real time until the batch is due; at most 0 if it is. Null: no date. */
  readonly dueSeconds: number | null;
};

const STATES = Object.keys(BATCH_STATES) as BatchState[]; // keys of the table

/** Batches of a dispatch, or all, in the order of their messages. */
export async function batchesOf(place: Place, dispatchId?: number): Promise<Batch[]> {
  const rows = await statement<Omit<Batch, 'state'> & { code: number }>(
    place,
    `select id, dispatch_id as "dispatchId", state as code, waiting_for as "waitingFor", attempt, doubts, count,
       extract(epoch from clock_timestamp() - in_flight_at)::float8 as "inFlightSeconds",
       extract(epoch from due_at - clock_timestamp())::float8 as "dueSeconds"
     from batches
     where $1::int is null or dispatch_id = $1
     order by dispatch_id, from_seq`,
    [dispatchId ?? null],
  );
  return rows.map(({ code, ...batch }) => ({ ...batch, state: stateOf(code) }));
}

function stateOf(code: number): BatchState {
  const state = STATES.find((name) => BATCH_STATES[name] === code);
  if (state === undefined) throw new Error(`no batch state has the code ${code}`);
  return state;
}

/** Which batches a change applies to; all without a member. */
export type Which = { readonly dispatchId?: number; readonly state?: BatchState };

const SELECTED = '($1::int is null or dispatch_id = $1) and ($2::smallint is null or state = $2)';
const selected = ({ dispatchId, state }: Which) => [
  dispatchId ?? null,
  state === undefined ? null : BATCH_STATES[state],
];

/** Makes batches due that no connector has, so that the next requeue takes them. */
export async function makeBatchesDue(place: Place, which: Which = {}): Promise<void> {
  await statement(
    place,
    `update batches
     set due_at = clock_timestamp()
     where ${SELECTED} and state in (${BATCH_STATES.claimed}, ${BATCH_STATES.waiting})`,
    selected(which),
  );
}

/** Brings batches into doubt, as if their connector had died; they have been due for an hour. */
export async function bringIntoDoubt(place: Place, which: Which = {}): Promise<void> {
  await statement(
    place,
    `update batches
     set state = ${BATCH_STATES.waiting}, waiting_for = 'doubt', doubts = 1, owner = null,
       due_at = clock_timestamp() - interval '1 hour'
     where ${SELECTED}`,
    selected(which),
  );
}

export async function setDoubts(place: Place, doubts: number): Promise<void> {
  await statement(place, 'update batches set doubts = $1', [doubts]);
}

/** Makes batches in flight look as if the operator had had them for a day. */
export async function ageBatchesInFlight(place: Place): Promise<void> {
  await statement(
    place,
    `update batches set in_flight_at = clock_timestamp() - interval '1 day' where state = ${BATCH_STATES.inFlight}`,
  );
}

/** Gives a batch in flight to a connector that does not exist. */
export async function orphanBatch(place: Place, id: string): Promise<void> {
  await statement(
    place,
    `update batches set owner = gen_random_uuid() where id = $1 and state = ${BATCH_STATES.inFlight}`,
    [id],
  );
}

/** True: every message of the dispatch that is not with the operator is held. */
export async function isHeld(place: Place, dispatchId: number): Promise<boolean> {
  const { free } = await oneRow<{ free: number }>(
    place,
    `select (
       (select count(*) from strands where dispatch_id = $1 and cursor_seq < last_seq and held_since is null)
       + (select count(*) from batches
          where dispatch_id = $1 and state <> ${BATCH_STATES.handedOver} and held_since is null))::int as free`,
    [dispatchId],
  );
  return free === 0;
}

/** Makes all waiting work of the dispatch due an hour later; returns the number of its batches and strands. */
export async function postponeWork(place: Place, dispatchId: number): Promise<number> {
  const rows = await statement(
    place,
    `with
       b as (
         update batches
         set due_at = due_at + interval '1 hour'
         where dispatch_id = $1 and state = ${BATCH_STATES.waiting}
         returning 1),
       s as (
         update strands
         set next_at = next_at + interval '1 hour'
         where dispatch_id = $1 and runnable
         returning 1)
     select from b
     union all
     select from s`,
    [dispatchId],
  );
  return rows.length;
}

/** Makes batches in doubt that are soon due wait an hour longer. */
export async function postponeDoubts(place: Place): Promise<void> {
  await statement(
    place,
    `update batches
     set due_at = due_at + interval '1 hour'
     where waiting_for = 'doubt' and due_at < clock_timestamp() + interval '30 minutes'`,
  );
}

/** Those of the messages that are not sent and that no batch in doubt contains. */
export async function undoubtedOf(place: Place, ids: readonly string[]): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    place,
    `select m.id
     from messages m
     join batches b on b.dispatch_id = m.dispatch_id and b.strand = m.strand and m.seq between b.from_seq and b.to_seq
     where m.id = any($1::uuid[]) and m.status = ${MESSAGE_STATUS_CODES.CREATED} and b.doubts = 0`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Batches that the link still has to hand over, but for doubts. */
export async function countLeftAt(place: Place, linkId: number): Promise<number> {
  const { count } = await oneRow<{ count: number }>(
    place,
    `select count(*)::int
     from batches
     where link_id = $1 and state < ${BATCH_STATES.handedOver} and waiting_for is distinct from 'doubt'`,
    [linkId],
  );
  return count;
}
