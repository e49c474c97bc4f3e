// The recorder's transaction: outcomes of many batches and the receipts that are due, merged so that a
// message whose receipt is already here is written once. Everything is decided by what the forward-only
// statements really moved, so a repeated outcome or receipt changes nothing. An id of the operator that
// nobody knew, for a message that had been handed over before, is the proof of a second copy: it is
// counted, and kept so that its receipt finds a home.

import { resendInDoubtAtOnce } from '@volley/domain/lane.ts';
import { MESSAGE_STATUS_CODES, messageStatusOfCode } from '@volley/domain/message-status.ts';
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type BatchEnd, endBatches, lockPlainBatches, type PlainBatch } from '../dispatches/batches.ts';
import { findLacking, splitBatches } from '../dispatches/lost-batches.ts';
import { type Metering, type Reserve, reservesOfBatches } from '../dispatches/metered-strands.ts';
import type { Outcome } from '../dispatches/outcome.ts';
import { type Move, type MovedRow, moveSent, selectParts } from '../messages/move-messages.ts';
import { type FinalReceipt, rememberRefs, takeFinalReceipts, unknownRefs } from '../receipts/match-receipts.ts';
import { type OperatorRef, RECEIPT_STATES } from '../receipts/receipt.ts';
import { applyMoves } from './apply-moves.ts';
import { addToCounter, EXTRA_SUBMITS } from './engine-counters.sql.ts';
import { takeRecoveryTurn } from './in-doubt.sql.ts';
import { leaveCreated } from './leave-created.ts';
import { withoutLostTime } from './lost-time.ts';
import { recordRead } from './record-read.ts';
import { insertUnproven, takeProofs } from './unproven-sends.sql.ts';

const { SENT, DELIVERED, FAILED } = MESSAGE_STATUS_CODES;
const RECEIPTS_MAX = 2_000;
const HELD_WAIT_MS = 5_000;
const LINK_WAIT_MS = 1_000;

type Needs = Pick<Platform, 'db' | 'config' | 'metrics' | 'log'>;

/** Returns true when a full portion of receipts was taken, so that there may be more. */
export async function recordOutcomes(platform: Needs, reported: readonly Outcome[]): Promise<boolean> {
  const { db, config, metrics, log } = platform;
  const result = await inTransaction(
    db,
    async (tx) => {
      const plain = await lockPlainBatches(
        tx,
        reported.map((outcome) => outcome.batchId),
        reported.map((outcome) => outcome.attempt),
      );
      const { outcomes, lost } = await withoutLostTime(tx, reported, (id) => plain.has(id));
      const late = outcomes.filter((outcome) => !plain.has(outcome.batchId));
      if (late.length > 0) await takeRecoveryTurn(tx);
      const repeated = await unknownRefs(tx, late.flatMap(refsOf));
      await rememberRefs(tx, [
        ...outcomes.filter((outcome) => plain.has(outcome.batchId)).flatMap(refsOf),
        ...repeated,
      ]);
      const { finals, reads, taken } = await takeFinalReceipts(tx, RECEIPTS_MAX);
      const charge = config.chargeUndelivered === 'on';
      const reserves = await reservesOfOutcomes(tx, outcomes, plain);
      const created = outcomes.flatMap((outcome) => {
        const { begunAt, month } = reserves.get(outcome.batchId) ?? NO_RESERVE;
        return createdMoves(outcome, finals, { at: begunAt ?? new Date(outcome.atMs), month, charge });
      });
      const metering = meteringOfOutcomes(outcomes, reserves);
      const first = await leaveCreated(tx, created, (id) => metering.get(id));
      const unmoved = new Set(first.unmoved);
      const moved = new Set(created.map((move) => move.id).filter((id) => !unmoved.has(id)));
      const sent = [...finals.values()]
        .filter((receipt) => !moved.has(receipt.messageId))
        .map((receipt) => finalMove(receipt, null, charge));
      const later = sent.length === 0 ? [] : await moveSent(tx, sent);
      await noteUnproven(tx, outcomes, unmoved);
      const extra = await countExtra(
        tx,
        repeated.filter((ref) => unmoved.has(ref.messageId)),
      );
      if (extra > 0) await addToCounter(tx, EXTRA_SUBMITS, extra);
      await endAll(tx, outcomes, config.inDoubtWaitMs);
      await applyMoves(tx, [...first.moved, ...later], first.packages);
      await recordRead(tx, reads);
      return { moved: [...first.moved, ...later], more: taken === RECEIPTS_MAX, extra, lost };
    },
    'index',
  );
  countMoves(metrics, result.moved);
  if (result.lost > 0) log.warn({ messages: result.lost }, 'outcomes of batches that this database has lost');
  if (result.extra > 0) metrics.count('volley_extra_submits_total', {}, result.extra);
  return result.more;
}

/** A message in doubt that was kept back counts as handed over, and no id of the operator is known for it. */
async function noteUnproven(tx: Tx, outcomes: readonly Outcome[], unmoved: ReadonlySet<string>): Promise<void> {
  const keptBack = outcomes.flatMap(({ sent }) =>
    sent.flatMap(([id, operatorIds]) => (operatorIds.length === 0 && !unmoved.has(id) ? [id] : [])),
  );
  if (keptBack.length === 0) return;
  const parts = await selectParts(tx, keptBack);
  await insertUnproven(
    tx,
    parts.map((row) => ({ messageId: row.id, missing: row.parts })),
  );
}

/** Ids that nobody knew, for messages handed over before: all but those that prove the first copy are copies. */
async function countExtra(tx: Tx, refs: readonly OperatorRef[]): Promise<number> {
  const proved = await takeProofs(tx, countBy(refs));
  return refs.length - [...proved.values()].reduce((sum, count) => sum + count, 0);
}

function countBy(refs: readonly OperatorRef[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { messageId } of refs) counts.set(messageId, (counts.get(messageId) ?? 0) + 1);
  return counts;
}

/** Messages of a batch that is long over have left CREATED before. */
const NO_RESERVE: Reserve = { month: null, begunAt: null, metering: undefined };

/** By batch. What is plain and priced by its messages' own amounts needs no further question. */
async function reservesOfOutcomes(
  tx: Tx,
  outcomes: readonly Outcome[],
  plain: ReadonlyMap<string, PlainBatch>,
): Promise<ReadonlyMap<string, Reserve>> {
  const asked = outcomes.map(({ batchId }) => batchId).filter((id) => plain.get(id)?.isMetered !== false);
  const reserves = await reservesOfBatches(tx, asked);
  for (const [id, { month, begunAt, isMetered }] of plain)
    if (!isMetered) reserves.set(id, { month, begunAt, metering: undefined });
  return reserves;
}

/** By message, where its own amount is not its price. */
function meteringOfOutcomes(
  outcomes: readonly Outcome[],
  reserves: ReadonlyMap<string, Reserve>,
): Map<string, Metering> {
  const metering = new Map<string, Metering>();
  for (const outcome of outcomes) {
    const own = reserves.get(outcome.batchId)?.metering;
    if (own !== undefined) for (const [id] of [...outcome.sent, ...outcome.failed]) metering.set(id, own);
  }
  return metering;
}

function refsOf(outcome: Outcome): OperatorRef[] {
  return outcome.sent.flatMap(([messageId, operatorIds]) =>
    operatorIds.map((operatorMessageId, at) => ({
      accountId: outcome.accountId ?? outcome.linkId,
      operatorMessageId,
      messageId,
      part: at + 1,
      // Where one receipt stands for all parts, each of them decides the message like a message of one part.
      parts: outcome.oneReceipt ? 1 : operatorIds.length,
    })),
  );
}

type Ground = { readonly at: Date; readonly month: string | null; readonly charge: boolean };

/** Sent in the instant their batch was marked in flight. */
function createdMoves(
  outcome: Outcome,
  finals: ReadonlyMap<string, FinalReceipt>,
  { at, month, charge }: Ground,
): Move[] {
  const finalAt = new Date(outcome.atMs);
  const sent = outcome.sent.map(([id]): Move => {
    const receipt = finals.get(id);
    return receipt === undefined
      ? { id, status: SENT, sentAt: at, finalAt: null, errorCode: null, charged: false, month }
      : finalMove(receipt, at, charge);
  });
  const failed = outcome.failed.map(
    ([id, errorCode]): Move => ({ id, status: FAILED, sentAt: null, finalAt, errorCode, charged: false, month }),
  );
  return [...sent, ...failed];
}

function finalMove(receipt: FinalReceipt, sentAt: Date | null, charge: boolean): Move {
  const delivered = receipt.state === RECEIPT_STATES.delivered;
  return {
    id: receipt.messageId,
    status: delivered ? DELIVERED : FAILED,
    sentAt,
    finalAt: sentAt !== null && receipt.receivedAt < sentAt ? sentAt : receipt.receivedAt,
    errorCode: delivered ? null : receipt.errorCode,
    charged: delivered || (charge && receipt.state === RECEIPT_STATES.undelivered),
    month: null,
  };
}

/** Where the broker has lost a piece, what it named is in doubt. What was never handed out is not. */
async function endAll(tx: Tx, outcomes: readonly Outcome[], inDoubtWaitMs: number): Promise<void> {
  const last = outcomes.filter(({ rest }) => rest !== 'open');
  const lacking = await findLacking(tx, last);
  const ends = last.map((outcome) => (lacking.has(outcome.batchId) ? { ...outcome, rest: 'doubt' as const } : outcome));
  await splitBatches(
    tx,
    ends.flatMap(({ batchId: id, attempt, rest, untouchedFrom: fromSeq }) =>
      rest === 'doubt' && fromSeq !== undefined ? [{ id, attempt, fromSeq }] : [],
    ),
  );
  await endBatches(
    tx,
    ends.flatMap((outcome) => endOf(outcome, inDoubtWaitMs)),
  );
}

function endOf(outcome: Outcome, inDoubtWaitMs: number): BatchEnd[] {
  const { batchId, attempt, rest, trafficType, atMs, elsewhere = false } = outcome;
  if (rest === 'open') return [];
  const waits = {
    none: 0,
    doubt: resendInDoubtAtOnce(trafficType) ? 0 : inDoubtWaitMs,
    held: HELD_WAIT_MS,
    link: LINK_WAIT_MS,
  };
  const waitMs = rest === 'link' && elsewhere ? 0 : waits[rest];
  return [{ id: batchId, attempt, rest, waitMs, at: new Date(atMs), elsewhere }];
}

function countMoves(metrics: Needs['metrics'], moved: readonly MovedRow[]): void {
  for (const row of moved)
    metrics.count(
      'volley_messages_moved_total',
      { status: messageStatusOfCode(row.status) ?? 'CREATED' },
      row.messages,
    );
}
