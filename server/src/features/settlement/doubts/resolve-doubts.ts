// Resolves doubts by evidence. A batch whose connector is gone, or that got no outcome in time, is in doubt: its
// messages may or may not be with the operator. Receipts with our reference prove that a message is; requeue-batches.ts
// sends the remaining messages again after the wait.
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { NO_HAND_OVER } from '../../messages/move-messages.sql.ts';
import { selectDueDoubts } from '../../queue/batches/due-batches.sql.ts';
import { lockLostBatches, markInDoubt, splitBatches } from '../../queue/batches/lost-batches.sql.ts';
import { reservesOfMessages } from '../../queue/strands/metered-strands.sql.ts';
import { rescheduleReceipts, storeRefs } from '../../receipts/match-receipts.ts';
import { applyMoves } from '../apply-moves.ts';
import { addToCounter, BATCHES_IN_DOUBT, EXTRA_SUBMITS } from '../engine-counters.sql.ts';
import { transitionCreated } from '../transition-created.ts';
import { describeComparison, lockRecoveredReceipts, lockRecovery, type Recovered } from './in-doubt.sql.ts';
import { claimProofs, deleteUnprovenBefore, insertUnproven } from './unproven-sends.sql.ts';

const RECOVERED_MAX = 1_000;
/** An unchanged comparison is repeated after this time: it skips receipts locked by other transactions. */
const COMPARE_AGAIN_MS = 5_000;
/**
 * Pause per running time. Comparisons take at most a tenth of the time: late outcomes of these batches wait for them.
 */
const REST_PER_RUN = 9;
/** Receipts are stored equally long; later no receipt can prove a copy. */
const UNPROVEN_KEPT_MS = 7 * 86_400_000;

export async function markLostBatchesInDoubt({
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
    await markInDoubt(tx, batches, config.inDoubtWaitMs);
    await addToCounter(tx, BATCHES_IN_DOUBT, batches.length);
    return batches.length;
  });
  if (lost === 0) return;
  metrics.count('volley_batches_in_doubt_total', { cause: 'lost' }, lost);
  log.warn({ batches: lost }, 'batches in doubt: their connector is gone or reported no outcome');
}

/** Skips a comparison with the same fingerprint as the previous one, up to COMPARE_AGAIN_MS. */
export type Recovery = {
  /** Resolves to true if more receipts may be recovered. */
  check(): Promise<boolean>;
};

export function watchRecovery(platform: Pick<Platform, 'db'>): Recovery {
  let last = { comparison: '', atMs: Number.NEGATIVE_INFINITY };
  let nextMs = Number.NEGATIVE_INFINITY;
  return {
    async check() {
      const nowMs = performance.now();
      if (nowMs < nextMs) return false;
      const isRecent = nowMs - last.atMs < COMPARE_AGAIN_MS;
      const { comparison = '', more } = await recoverByReceipts(platform, isRecent ? last.comparison : undefined);
      last = { comparison: more ? '' : comparison, atMs: isRecent ? last.atMs : nowMs };
      const endMs = performance.now();
      nextMs = more ? endMs : endMs + REST_PER_RUN * (endMs - nowMs);
      return more;
    },
  };
}

/** Returns early if the fingerprint equals `before`. */
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
      await lockRecovery(tx);
      const recovered = await lockRecoveredReceipts(tx, RECOVERED_MAX, 'all');
      if (recovered.length > 0) await recordRecovered(tx, recovered);
      return { comparison, more: recovered.length === RECOVERED_MAX };
    },
    'index',
  );
}

/** Applies the evidence of receipts before a resend. Returns the batches in doubt that can be decided. */
export async function compareDueDoubts({ db }: Pick<Platform, 'db'>, limit: number): Promise<readonly string[]> {
  return inTransaction(
    db,
    async (tx) => {
      const due = await selectDueDoubts(tx, limit);
      if (due.length === 0) return due;
      await lockRecovery(tx);
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
  await storeRefs(tx, [...byMessage.values()].flatMap(numberParts));
  const reserves = await reservesOfMessages(tx, [...byMessage.keys()]);
  const { moved, unmoved, packages } = await transitionCreated(
    tx,
    [...byMessage].map(([id, rows]) => ({
      id,
      status: MESSAGE_STATUS_CODES.SENT,
      sentAt: reserves.get(id)?.begunAt ?? rows[0]?.received_at ?? tx.now,
      finalAt: null,
      errorCode: null,
      providerCode: null,
      charged: false,
      month: reserves.get(id)?.month ?? null,
      // The report proves the hand-over; it does not say which copy is charged.
      ...NO_HAND_OVER,
      linkId: reserves.get(id)?.linkId ?? null,
    })),
    (id) => reserves.get(id)?.metering,
  );
  const alreadySent = new Set(unmoved);
  const proved = await claimProofs(
    tx,
    new Map([...byMessage].flatMap(([id, rows]) => (alreadySent.has(id) ? [[id, rows.length] as const] : []))),
  );
  await insertUnproven(tx, missingOf(byMessage, alreadySent));
  const extra = countCopies(byMessage, alreadySent, proved);
  if (extra > 0) await addToCounter(tx, EXTRA_SUBMITS, extra);
  await applyMoves(tx, moved, packages);
  await rescheduleReceipts(
    tx,
    recovered.map((row) => row.receipt_id),
  );
}

/** A delivered and read message has two receipts with one operator id, from one submit. */
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

/** Messages just proved as handed over, with parts whose operator ids are still unknown. */
function missingOf(byMessage: ReadonlyMap<string, readonly Recovered[]>, unmoved: ReadonlySet<string>) {
  return [...byMessage].flatMap(([messageId, rows]) => {
    const missing = (rows[0]?.submits ?? 1) - rows.length;
    return missing > 0 && !unmoved.has(messageId) ? [{ messageId, missing }] : [];
  });
}

/** Every operator id beyond the parts of one copy is an extra submit. */
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
