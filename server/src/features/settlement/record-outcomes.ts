// The transaction of the recorder: outcomes of many batches merged with due receipts, so that a message whose receipt
// has arrived is written once. Messages only move forward, so a repeated outcome or receipt changes nothing. An unknown
// operator id for a message that was handed over before proves a second copy: it is counted and stored, so that its
// receipt matches a message.
import { resendInDoubtAtOnce } from '@volley/domain/sending/lane.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type CreatedMove,
  type HandOver,
  type Move,
  moveSent,
  NO_HAND_OVER,
  selectParts,
} from '../messages/move-messages.sql.ts';
import { type BatchEnd, endBatches, lockPlainBatches, type PlainBatch } from '../queue/batches/batches.sql.ts';
import { findBatchesWithLostOutcomes, splitBatches } from '../queue/batches/lost-batches.sql.ts';
import type { Outcome } from '../queue/batches/outcome.ts';
import { knownRoutes } from '../queue/pacing/known-routes.ts';
import { type Metering, type Reserve, reservesOfBatches } from '../queue/strands/metered-strands.sql.ts';
import { claimFinalReceipts, type FinalReceipt, storeRefs, unknownRefs } from '../receipts/match-receipts.ts';
import { type OperatorRef, RECEIPT_STATES } from '../receipts/receipt.ts';
import { type Accepted, storeAccepted } from '../receipts/store-receipts.ts';
import { applyMoves } from './apply-moves.ts';
import { handOverOf, partCostsOf, saidByOutcomes } from './costs/outcome-costs.ts';
import { recordSaidCosts } from './costs/said-costs.ts';
import { countMoves } from './count-moves.ts';
import { lockRecovery } from './doubts/in-doubt.sql.ts';
import { withoutLostTime } from './doubts/lost-time.ts';
import { claimProofs, insertUnproven } from './doubts/unproven-sends.sql.ts';
import { addToCounter, EXTRA_SUBMITS } from './engine-counters.sql.ts';
import { recordRead } from './record-read.ts';
import { traceRecorded } from './trace-outcomes.ts';
import { transitionCreated } from './transition-created.ts';

const { SENT, DELIVERED, FAILED } = MESSAGE_STATUS_CODES;
const RECEIPTS_MAX = 2_000;
const HELD_WAIT_MS = 5_000;
const LINK_WAIT_MS = 1_000;

type Needs = Pick<Platform, 'db' | 'config' | 'metrics' | 'log' | 'shared' | 'traces'>;

/** Returns true if more receipts may be due. */
export async function recordOutcomes(platform: Needs, reported: readonly Outcome[]): Promise<boolean> {
  const { db, config, metrics, log } = platform;
  const startedAt = performance.now();
  const result = await inTransaction(
    db,
    async (tx) => {
      const plain = await lockPlainBatches(
        tx,
        reported.map(({ batchId, attempt }) => ({ id: batchId, attempt })),
      );
      const { outcomes, lost } = await withoutLostTime(tx, reported, (id) => plain.has(id));
      const late = outcomes.filter((outcome) => !plain.has(outcome.batchId));
      if (late.length > 0) await lockRecovery(tx);
      const repeated = await unknownRefs(tx, late.flatMap(refsOf));
      await storeRefs(tx, [...outcomes.filter((outcome) => plain.has(outcome.batchId)).flatMap(refsOf), ...repeated]);
      await storeAccepted(tx, outcomes.flatMap(acceptedOf));
      const { finals, reads, said, taken } = await claimFinalReceipts(tx, RECEIPTS_MAX);
      const charge = config.chargeUndelivered;
      const reserves = await reservesOfOutcomes(tx, outcomes, plain);
      const routes = await knownRoutes(tx, platform);
      const sentAtOf = ({ batchId, atMs }: Outcome) => reserves.get(batchId)?.begunAt ?? new Date(atMs);
      const costs = await partCostsOf(tx, outcomes, routes, sentAtOf);
      const created = outcomes.flatMap((outcome) => {
        const { month } = reserves.get(outcome.batchId) ?? NO_RESERVE;
        const handOver = handOverOf(outcome, costs.get(outcome.batchId));
        return createdMoves(outcome, finals, { at: sentAtOf(outcome), month, charge, handOver });
      });
      const metering = meteringOfOutcomes(outcomes, reserves);
      const first = await transitionCreated(tx, created, (id) => metering.get(id));
      const unmoved = new Set(first.unmoved);
      const moved = new Set(created.map((move) => move.id).filter((id) => !unmoved.has(id)));
      const sent = [...finals.values()]
        .filter((receipt) => !moved.has(receipt.messageId))
        .map((receipt) => finalMove(receipt, null, charge));
      const later = sent.length === 0 ? [] : await moveSent(tx, sent);
      await recordUnproven(tx, outcomes, unmoved);
      const extra = await countExtra(
        tx,
        repeated.filter((ref) => unmoved.has(ref.messageId)),
      );
      if (extra > 0) await addToCounter(tx, EXTRA_SUBMITS, extra);
      await endAll(tx, outcomes, config.inDoubtWaitMs);
      const known = await recordSaidCosts(tx, new Map([...saidByOutcomes(outcomes), ...said]), routes);
      await applyMoves(tx, [...first.moved, ...later], first.packages, known);
      await recordRead(tx, reads);
      const recorded = { outcomes, finals, now: tx.now };
      return { moved: [...first.moved, ...later], more: taken === RECEIPTS_MAX, extra, lost, recorded };
    },
    'index',
  );
  await countMoves(platform, result.moved);
  traceRecorded(platform.traces, result.recorded, startedAt);
  if (result.lost > 0) log.warn({ messages: result.lost }, 'outcomes of batches that this database has lost');
  if (result.extra > 0) metrics.count('volley_extra_submits_total', {}, result.extra);
  return result.more;
}

/** A message in doubt that was not sent again counts as handed over; its operator id is unknown. */
async function recordUnproven(tx: Tx, outcomes: readonly Outcome[], unmoved: ReadonlySet<string>): Promise<void> {
  const withheld = outcomes.flatMap(({ sent }) =>
    sent.flatMap(([id, operatorIds]) => (operatorIds.length === 0 && !unmoved.has(id) ? [id] : [])),
  );
  if (withheld.length === 0) return;
  const parts = await selectParts(tx, withheld);
  await insertUnproven(
    tx,
    parts.map((row) => ({ messageId: row.id, missing: row.parts })),
  );
}

/** New operator ids for messages handed over before: all ids except the proofs of a first copy are extra submits. */
async function countExtra(tx: Tx, refs: readonly OperatorRef[]): Promise<number> {
  const proved = await claimProofs(tx, countBy(refs));
  return refs.length - [...proved.values()].reduce((sum, count) => sum + count, 0);
}

function countBy(refs: readonly OperatorRef[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { messageId } of refs) counts.set(messageId, (counts.get(messageId) ?? 0) + 1);
  return counts;
}

/** For a deleted batch: its messages have left CREATED before. */
const NO_RESERVE: Reserve = { month: null, begunAt: null, metering: undefined };

/** By batch id. Plain batches whose messages have their own amounts need no query. */
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

/** By message id, for metered messages. */
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
      // If one receipt covers all parts, the receipt of any part decides the message.
      parts: outcome.oneReceipt ? 1 : operatorIds.length,
    })),
  );
}

const acceptedOf = (outcome: Outcome): Accepted[] =>
  outcome.noReceipts ? refsOf(outcome).map((ref) => ({ ...ref, acceptedAt: new Date(outcome.atMs) })) : [];

const NO_FAILURE = { errorCode: null, providerCode: null };

type MoveContext = {
  readonly at: Date;
  readonly month: string | null;
  readonly charge: boolean;
  readonly handOver: HandOver;
};

/** `at`: the instant at which the batch was marked in flight. */
function createdMoves(
  outcome: Outcome,
  finals: ReadonlyMap<string, FinalReceipt>,
  { at, month, charge, handOver }: MoveContext,
): CreatedMove[] {
  const finalAt = new Date(outcome.atMs);
  const sent = outcome.sent.map(([id]): CreatedMove => {
    const receipt = finals.get(id);
    return receipt === undefined
      ? { id, status: SENT, sentAt: at, finalAt: null, ...NO_FAILURE, charged: false, month, ...handOver }
      : { ...finalMove(receipt, at, charge), ...handOver };
  });
  const failed = outcome.failed.map(([id, errorCode, providerCode = null]): CreatedMove => {
    const end = { status: FAILED, sentAt: null, finalAt, charged: false, month, ...NO_HAND_OVER };
    return { id, errorCode, providerCode, ...end };
  });
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
    providerCode: receipt.providerCode,
    charged: delivered || (charge && receipt.state === RECEIPT_STATES.undelivered),
    month: null,
  };
}

/** A batch with lost outcomes is in doubt, except the messages that were never handed out. */
async function endAll(tx: Tx, outcomes: readonly Outcome[], inDoubtWaitMs: number): Promise<void> {
  const last = outcomes.filter(({ rest }) => rest !== 'open');
  const withLoss = await findBatchesWithLostOutcomes(tx, last);
  const ends = last.map((outcome) =>
    withLoss.has(outcome.batchId) ? { ...outcome, rest: 'doubt' as const } : outcome,
  );
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
