// The one place where status, money, callbacks and progress change together. Takes what the messages'
// own statements have just moved and carries it, in the same transaction, to the dispatch's counters, the
// company's month and ledger, and the callback queue.
import { billingMonth } from '@volley/domain/budget.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/message-status.ts';
import type { Tx } from '../../platform/database.ts';
import { type CallbackKind, queueEvents } from '../callbacks/queue-events.ts';
import { recordEvents } from '../callbacks/record-events.ts';
import { addWaitingSteps } from '../dispatches/cascade-progress.ts';
import { addProgress, type ProgressDelta, type ProgressedDispatch } from '../dispatches/progress.ts';
import { settleCosts } from '../ledger/move-money.ts';
import type { LateMessage, Settlement } from '../ledger/settlement.ts';
import type { MovedRow } from '../messages/move-messages.ts';
import { noteDueCascades } from './due-cascades.ts';
import { messageEventsOf } from './message-events.ts';

const { DELIVERED, FAILED } = MESSAGE_STATUS_CODES;

/** `packages` is money of packages that moved together with the messages. */
export async function applyMoves(
  tx: Tx,
  moved: readonly MovedRow[],
  packages: readonly Settlement[] = [],
): Promise<void> {
  if (moved.length === 0) return;
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
  await recordEvents(
    tx,
    dispatches.flatMap((dispatch) => messageEventsOf(dispatch, byDispatch.get(dispatch.id) ?? [])),
  );
  await noteDueCascades(
    tx,
    moved.flatMap((row) => (row.status === FAILED ? (row.cascading ?? []) : [])),
  );
  await addWaitingSteps(
    tx,
    dispatches.flatMap(({ id, cascades }) =>
      cascades ? [{ dispatchId: id, messages: followedOf(byDispatch.get(id) ?? []) }] : [],
    ),
  );
  // Last, because everybody of the company waits for who holds its money.
  await settleCosts(tx, [
    ...dispatches.flatMap((dispatch) => settlementsOf(tx, dispatch, byDispatch.get(dispatch.id) ?? [])),
    ...packages,
  ]);
}

const followedOf = (rows: readonly MovedRow[]) => rows.reduce((sum, row) => sum + row.followed, 0);

const isFinalCode = (status: number) => status === DELIVERED || status === FAILED;

/** What was reserved for messages that are final now. */
const releasedBy = (rows: readonly MovedRow[]) =>
  rows.reduce((sum, row) => (isFinalCode(row.status) && row.month !== null ? sum + row.amount_micros : sum), 0n);

function deltaOf(dispatchId: number, rows: readonly MovedRow[], packagesMicros: bigint): ProgressDelta {
  const sum = (wanted: (row: MovedRow) => boolean, of: 'messages' | 'parts') =>
    rows.reduce((total, row) => total + (wanted(row) ? row[of] : 0), 0);
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

/** By the month of their money. What had none is booked in the present one. */
function settlementsOf(tx: Tx, dispatch: ProgressedDispatch, rows: readonly MovedRow[]): Settlement[] {
  const final = rows.filter((row) => isFinalCode(row.status));
  const byMonth = Map.groupBy(final, (row) => row.month ?? billingMonth(tx.now.getTime()));
  return [...byMonth].map(([month, list]) => ({
    kind: 'settle',
    companyId: dispatch.company_id,
    month,
    dispatchId: dispatch.id,
    messages: list.reduce((total, row) => total + row.messages, 0),
    releasedMicros: releasedBy(list),
    spentMicros: list.reduce((total, row) => total + row.price_micros, 0n),
    wallet: dispatch.kind === 'PARTNER' ? undefined : dispatch.currency,
    late: list.flatMap((row) => (row.late ?? []).map(lateOf)),
  }));
}

function lateOf(words: string): LateMessage {
  const [id = '', releasedMicros = '0', spentMicros = '0'] = words.split(' ');
  return { id, releasedMicros: BigInt(releasedMicros), spentMicros: BigInt(spentMicros) };
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

/** A message that went straight to its end has been sent as well: both events, in their order. */
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
