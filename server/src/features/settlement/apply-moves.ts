// The only place where status, money, callbacks and progress change together. Applies moved messages, in the same
// transaction, to the counters of the dispatch, the month and ledger of the company, and the callback queue.
import { billingMonth } from '@volley/domain/money/budget.ts';
import { must } from '@volley/domain/must.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type CallbackKind, queueEvents } from '../callbacks/feed/queue-events.ts';
import { recordEvents } from '../callbacks/feed/record-events.ts';
import { settleCosts } from '../ledger/move-money.ts';
import type { LateMessage, Settlement } from '../ledger/settlement.ts';
import type { MovedRow } from '../messages/move-messages.sql.ts';
import { addWaitingSteps } from '../queue/strands/cascade-progress.sql.ts';
import { addProgress, type ProgressDelta, type ProgressedDispatch } from '../queue/strands/progress.sql.ts';
import { recordCodeOutcomes } from './code-outcomes.ts';
import type { MarginDelta } from './costs/margin-days.sql.ts';
import { bookMargins, deltasOfMoves } from './costs/margin-deltas.ts';
import { recordDueCascades } from './due-cascades.ts';
import { messageEventsOf } from './message-events.ts';

const { DELIVERED, FAILED } = MESSAGE_STATUS_CODES;

/**
 * `packages`: settlements of packages opened by these messages. `costs`: costs that became known after the hand-over of
 * their messages.
 */
export async function applyMoves(
  tx: Tx,
  moved: readonly MovedRow[],
  packages: readonly Settlement[] = [],
  costs: readonly MarginDelta[] = [],
): Promise<void> {
  if (moved.length === 0) return bookMargins(tx, costs);
  const byDispatch = Map.groupBy(moved, (row) => row.dispatch_id);
  const packagesOf = (id: number) =>
    packages.reduce((sum, row) => (row.dispatchId === id ? sum + row.spentMicros : sum), 0n);
  const dispatches = await addProgress(
    tx,
    [...byDispatch].map(([id, rows]) => deltaOf(id, rows, packagesOf(id))),
  );
  await queueEvents(
    tx,
    dispatches.flatMap((dispatch) => eventsOf(dispatch, byDispatch.get(dispatch.id) ?? [])),
  );
  const events = dispatches.flatMap((dispatch) => messageEventsOf(dispatch, byDispatch.get(dispatch.id) ?? []));
  await recordEvents(tx, events);
  await recordCodeOutcomes(tx, events);
  await recordDueCascades(
    tx,
    moved.flatMap((row) => (row.status === FAILED ? (row.cascading ?? []) : [])),
  );
  await addWaitingSteps(
    tx,
    dispatches.flatMap(({ id, cascades }) =>
      cascades ? [{ dispatchId: id, messages: followedOf(byDispatch.get(id) ?? []) }] : [],
    ),
  );
  await bookMargins(tx, [
    ...dispatches.flatMap((dispatch) => deltasOfMoves(dispatch, byDispatch.get(dispatch.id) ?? [])),
    ...costs,
  ]);
  // Last: the lock on the money of the company blocks all its other writers.
  await settleCosts(tx, [
    ...dispatches.flatMap((dispatch) => settlementsOf(tx, dispatch, byDispatch.get(dispatch.id) ?? [])),
    ...packages,
  ]);
}

const followedOf = (rows: readonly MovedRow[]) => rows.reduce((sum, row) => sum + row.followed, 0);

const isFinalCode = (status: number) => status === DELIVERED || status === FAILED;

/** Reserve of the messages that are final now. */
const releasedBy = (rows: readonly MovedRow[]) =>
  rows.reduce((sum, row) => (isFinalCode(row.status) && row.month !== null ? sum + row.amount_micros : sum), 0n);

function deltaOf(dispatchId: number, rows: readonly MovedRow[], packagesMicros: bigint): ProgressDelta {
  const sum = (wanted: (row: MovedRow) => boolean, counter: 'messages' | 'parts') =>
    rows.reduce((total, row) => total + (wanted(row) ? row[counter] : 0), 0);
  return {
    dispatchId,
    sent: sum((row) => row.was_sent, 'messages'),
    delivered: sum((row) => row.status === DELIVERED, 'messages'),
    failed: sum((row) => row.status === FAILED, 'messages'),
    unsent: sum((row) => row.status === FAILED && row.never_sent, 'messages'),
    sentParts: sum((row) => row.was_sent, 'parts'),
    deliveredParts: sum((row) => row.status === DELIVERED, 'parts'),
    failedParts: sum((row) => row.status === FAILED, 'parts'),
    unsentParts: sum((row) => row.status === FAILED && row.never_sent, 'parts'),
    longestWaitMs: Math.max(...rows.map((row) => row.longest_wait_ms)),
    releasedMicros: releasedBy(rows),
    spentMicros: rows.reduce((sum, row) => sum + row.price_micros, packagesMicros),
    openedMicros: packagesMicros,
  };
}

/** By the month of the reserve. Messages without a reserve are booked in the current month. */
function settlementsOf(tx: Tx, dispatch: ProgressedDispatch, rows: readonly MovedRow[]): Settlement[] {
  const final = rows.filter((row) => isFinalCode(row.status));
  const byMonth = Map.groupBy(final, (row) => row.month ?? billingMonth(tx.now.getTime()));
  return [...byMonth].map(([month, own]) => ({
    kind: 'settle',
    companyId: dispatch.company_id,
    month,
    dispatchId: dispatch.id,
    messages: own.reduce((total, row) => total + row.messages, 0),
    releasedMicros: releasedBy(own),
    spentMicros: own.reduce((total, row) => total + row.price_micros, 0n),
    wallet: dispatch.kind === 'PARTNER' ? undefined : dispatch.currency,
    late: own.flatMap((row) => (row.late ?? []).map(lateOf)),
  }));
}

function lateOf(words: string): LateMessage {
  const [id, releasedMicros, spentMicros] = words.split(' ');
  return {
    id: must(id, `id in "${words}"`),
    releasedMicros: BigInt(must(releasedMicros, `released amount in "${words}"`)),
    spentMicros: BigInt(must(spentMicros, `spent amount in "${words}"`)),
  };
}

function eventsOf(dispatch: ProgressedDispatch, rows: readonly MovedRow[]) {
  const endpointId = dispatch.callback_endpoint_id;
  if (endpointId === null || dispatch.kind !== 'PARTNER') return [];
  const wanted = new Set(dispatch.callback_events);
  return rows.flatMap((row) => {
    const lines = (row.events ?? '').split('\n').flatMap((line) => linesOf(line, row, wanted));
    return lines.length === 0
      ? []
      : [{ endpointId, dispatchId: dispatch.id, count: lines.length, events: lines.join('\n') }];
  });
}

/** A message that moved from CREATED to a final status was sent as well: both events, in order. */
function linesOf(line: string, row: MovedRow, wanted: ReadonlySet<string>): string[] {
  const [id, destination, sentMs, finalMs, errorCode] = line.split(' ');
  const final: CallbackKind | undefined =
    row.status === DELIVERED ? 'delivered' : row.status === FAILED ? 'failed' : undefined;
  const lines: string[] = [];
  if (row.was_sent && wanted.has('sent')) lines.push(`s ${id} ${destination} ${sentMs} 0`);
  if (final !== undefined && wanted.has(final))
    lines.push(`${final === 'delivered' ? 'd' : 'f'} ${id} ${destination} ${finalMs} ${errorCode}`);
  return lines;
}
