// Ends doubts by evidence. A batch whose connector is gone, or that got no outcome in time, is in doubt:
// its messages may or may not be with the operator. Receipts that carry our reference tell which were;
// the others are sent once more when the wait is over (requeue-batches.ts).
import { MESSAGE_STATUS_CODES } from '@volley/domain/message-status.ts';
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { selectDueDoubts } from '../dispatches/due-batches.ts';
import { doubtBatches, lockLostBatches, splitBatches } from '../dispatches/lost-batches.ts';
import { reservesOfMessages } from '../dispatches/metered-strands.ts';
import { hurryReceipts, rememberRefs } from '../receipts/match-receipts.ts';
import { applyMoves } from './apply-moves.ts';
import { addToCounter, BATCHES_IN_DOUBT, EXTRA_SUBMITS } from './engine-counters.sql.ts';
import { describeComparison, lockRecoveredReceipts, type Recovered, takeRecoveryTurn } from './in-doubt.sql.ts';
import { leaveCreated } from './leave-created.ts';
import { deleteUnprovenBefore, insertUnproven, takeProofs } from './unproven-sends.sql.ts';

const RECOVERED_MAX = 1_000;
/** A receipt that somebody else had in hand was left out. */
const COMPARE_AGAIN_MS = 5_000;
/** Comparing all that was in doubt takes at most a tenth of the time: late news of the same batches waits meanwhile. */
const REST_PER_WORK = 9;
/** As long as receipts wait for their message. */
const UNPROVEN_KEPT_MS = 7 * 86_400_000;

export async function doubtLostBatches({
  db,
  config,
  metrics,
  log,
}: Pick<Platform, 'db' | 'config' | 'metrics' | 'log'>): Promise<void> {
  const lost = await inTransaction(db, async (tx) => {
    const batches = await lockLostBatches(tx, config.batchDeadlineMs);
    if (batches.length === 0) return 0;
    await splitBatches(
      tx,
      batches.flatMap(({ id, attempt, untouched_from: fromSeq }) =>
        fromSeq === null ? [] : [{ id, attempt, fromSeq }],
      ),
    );
    await doubtBatches(tx, batches, config.inDoubtWaitMs);
    await addToCounter(tx, BATCHES_IN_DOUBT, batches.length);
    return batches.length;
  });
  if (lost === 0) return;
  metrics.count('volley_batches_in_doubt_total', { cause: 'lost' }, lost);
  log.warn({ batches: lost }, 'batches in doubt: their connector is gone or gave no outcome');
}

/** Of one process: what was compared before is not compared again, unless it was some seconds ago. */
export type Recovery = {
  /** Resolves to true when there may be more to recover. */
  look(): Promise<boolean>;
};

export function watchRecovery(platform: Pick<Platform, 'db'>): Recovery {
  let last = { comparison: '', atMs: Number.NEGATIVE_INFINITY };
  let nextMs = Number.NEGATIVE_INFINITY;
  return {
    async look() {
      const nowMs = performance.now();
      if (nowMs < nextMs) return false;
      const isRecent = nowMs - last.atMs < COMPARE_AGAIN_MS;
      const { comparison = '', more } = await recoverByReceipts(platform, isRecent ? last.comparison : undefined);
      last = { comparison: more ? '' : comparison, atMs: isRecent ? last.atMs : nowMs };
      const endMs = performance.now();
      nextMs = more ? endMs : endMs + REST_PER_WORK * (endMs - nowMs);
      return more;
    },
  };
}

/** Compares nothing where the `comparison` would be the same as the one before. */
export async function recoverByReceipts(
  { db }: Pick<Platform, 'db'>,
  before?: string,
): Promise<{ comparison?: string; more: boolean }> {
  return inTransaction(
    db,
    async (tx) => {
      const comparison = await describeComparison(tx);
      if (comparison === undefined) return { more: false };
      if (comparison === before) return { comparison, more: false };
      await takeRecoveryTurn(tx);
      const recovered = await lockRecoveredReceipts(tx, RECOVERED_MAX, 'all');
      if (recovered.length > 0) await recordRecovered(tx, recovered);
      return { comparison, more: recovered.length === RECOVERED_MAX };
    },
    'index',
  );
}

/** Evidence first: what a receipt proves to be with the operator is not sent again. Returns the batches to be judged. */
export async function compareDueDoubts({ db }: Pick<Platform, 'db'>, limit: number): Promise<readonly string[]> {
  return inTransaction(
    db,
    async (tx) => {
      const due = await selectDueDoubts(tx, limit);
      if (due.length === 0) return due;
      await takeRecoveryTurn(tx);
      for (;;) {
        const recovered = await lockRecoveredReceipts(tx, RECOVERED_MAX, due);
        if (recovered.length > 0) await recordRecovered(tx, recovered);
        if (recovered.length < RECOVERED_MAX) return due;
      }
    },
    'index',
  );
}

async function recordRecovered(tx: Tx, recovered: readonly Recovered[]): Promise<void> {
  const byMessage = Map.groupBy(firstOfEachId(recovered), (row) => row.message_id);
  await rememberRefs(tx, [...byMessage.values()].flatMap(numberParts));
  const reserves = await reservesOfMessages(tx, [...byMessage.keys()]);
  const { moved, unmoved, packages } = await leaveCreated(
    tx,
    [...byMessage].map(([id, rows]) => ({
      id,
      status: MESSAGE_STATUS_CODES.SENT,
      sentAt: reserves.get(id)?.begunAt ?? rows[0]?.received_at ?? tx.now,
      finalAt: null,
      errorCode: null,
      charged: false,
      month: reserves.get(id)?.month ?? null,
    })),
    (id) => reserves.get(id)?.metering,
  );
  const gone = new Set(unmoved);
  const proved = await takeProofs(
    tx,
    new Map([...byMessage].flatMap(([id, rows]) => (gone.has(id) ? [[id, rows.length] as const] : []))),
  );
  await insertUnproven(tx, missingOf(byMessage, gone));
  const extra = countCopies(byMessage, gone, proved);
  if (extra > 0) await addToCounter(tx, EXTRA_SUBMITS, extra);
  await applyMoves(tx, moved, packages);
  await hurryReceipts(
    tx,
    recovered.map((row) => row.receipt_id),
  );
}

/** A message that was delivered and read has two receipts under one id of the operator: one submit. */
function firstOfEachId(rows: readonly Recovered[]): Recovered[] {
  const byId = new Map<string, Recovered>();
  for (const row of rows) {
    const key = `${row.link_id}/${row.operator_message_id}`;
    if (!byId.has(key)) byId.set(key, row);
  }
  return [...byId.values()];
}

function numberParts(rows: readonly Recovered[]) {
  return rows.map((row, at) => ({
    accountId: row.link_id,
    operatorMessageId: row.operator_message_id,
    messageId: row.message_id,
    part: ((row.refs_known + at) % row.parts) + 1,
    parts: row.parts,
  }));
}

/** Messages that a receipt has just proved to be handed over; the ids of their other parts are still to come. */
function missingOf(byMessage: ReadonlyMap<string, readonly Recovered[]>, unmoved: ReadonlySet<string>) {
  return [...byMessage].flatMap(([messageId, rows]) => {
    const missing = (rows[0]?.submits ?? 1) - rows.length;
    return missing > 0 && !unmoved.has(messageId) ? [{ messageId, missing }] : [];
  });
}

/** Every id beyond the parts of one copy is a copy too many. */
function countCopies(
  byMessage: ReadonlyMap<string, readonly Recovered[]>,
  unmoved: ReadonlySet<string>,
  proved: ReadonlyMap<string, number>,
): number {
  let extra = 0;
  for (const [id, rows] of byMessage) {
    const submits = rows[0]?.submits ?? 1;
    extra += unmoved.has(id) ? rows.length - (proved.get(id) ?? 0) : Math.max(0, rows.length - submits);
  }
  return extra;
}

export function forgetUnprovenSends({ db }: Pick<Platform, 'db'>): Promise<void> {
  return inTransaction(db, (tx) => deleteUnprovenBefore(tx, new Date(tx.now.getTime() - UNPROVEN_KEPT_MS)));
}
