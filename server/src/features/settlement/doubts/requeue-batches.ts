// Decides due batches: claimed but never begun (lost on the bus), held with their sender name, returned by a closed
// link or at the end of their schedule, or in doubt for long enough. Batches that may be sent are returned for
// publication, with a new attempt if they may have been on the wire.
import { billingMonth } from '@volley/domain/money/budget.ts';
import type { TrafficType } from '@volley/domain/money/tariff.ts';
import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { WAITING_MAX_MS } from '@volley/domain/sending/message-lifetime.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { uuidTimeMs } from '../../../platform/uuid-v7.ts';
import { type OutgoingMessage, readOutgoing } from '../../messages/read-outgoing.ts';
import { packBatch } from '../../queue/batches/batch.ts';
import { batchRange } from '../../queue/batches/batches.sql.ts';
import { type OutgoingBatch, withSharedContent } from '../../queue/batches/cut-batches.ts';
import {
  type DueBatch,
  isPacedDoubt,
  lockDueBatches,
  RESENDS_MAX,
  rescheduleStranded,
} from '../../queue/batches/due-batches.sql.ts';
import { delayResends, type Requeue, requeueBatches } from '../../queue/batches/requeue.sql.ts';
import type { StoredChoice } from '../../queue/pacing/known-routes.ts';
import { perSecondOf } from '../../queue/pacing/link-credit.ts';
import { openUntil } from '../../queue/strands/strand-times.ts';
import { addToCounter, MESSAGES_RESENT } from '../engine-counters.sql.ts';
import { type Ended, traceEnds } from '../trace-ends.ts';
import { type Decision, endRanges } from './end-ranges.ts';
import { type OtherLinks, openOtherLinks } from './other-links.ts';
import { compareDueDoubts } from './resolve-doubts.ts';

const BATCHES_MAX = 100;
const HELD_CHECK_MS = 5_000;
const LINK_CHECK_MS = 1_000;
/** A batch may move to another link at most twice after its link has used up its tries. */
const HOPS_MAX = 2;
/** Share of the rate of a link for resends, so that they cannot starve new messages. */
const RESEND_SHARE = 0.1;

/** `more`: more batches may be due. `stale`: dispatches whose reserve is in a past month. */
type Requeued = {
  readonly outgoing: OutgoingBatch[];
  readonly more: boolean;
  readonly stale: readonly number[];
};

const NOTHING = { outgoing: [], more: false, stale: [], ended: [] };

type Needs = Pick<Platform, 'db' | 'config' | 'restoreGate' | 'shared' | 'metrics' | 'traces'>;

export async function requeueDueBatches(platform: Needs): Promise<Requeued> {
  const compared = await compareDueDoubts(platform, BATCHES_MAX);
  const startedAt = performance.now();
  const { ended, ...requeued } = await decideDueBatches(platform, compared);
  traceEnds(platform.traces, ended, startedAt);
  return requeued;
}

function decideDueBatches(
  platform: Needs,
  compared: readonly string[],
): Promise<Requeued & { ended: readonly Ended[] }> {
  const { db, config, restoreGate, traces } = platform;
  return inTransaction(
    db,
    async (tx) => {
      if (!(await restoreGate.isOpen(tx))) return NOTHING;
      await rescheduleStranded(tx);
      const due = await lockDueBatches(tx, BATCHES_MAX, compared);
      if (due.length === 0) return NOTHING;
      const others = await openOtherLinks(tx, platform);
      const decided = due.map((batch) => ({ batch, decision: decide(tx, batch, others) }));
      const ended = await endRanges(tx, traces, decided);
      const sendable = decided.flatMap(({ batch, decision }) =>
        decision.kind === 'send' ? [{ batch, linkId: decision.linkId }] : [],
      );
      const contents = await readOutgoing(
        tx,
        sendable.map(({ batch }) => rangeOf(batch)),
      );
      const found = sendable.map(({ batch, linkId }, at) => ({ batch, linkId, messages: contents[at] ?? [] }));
      const later = outOfTurn(found);
      const outgoing = found.flatMap(({ batch, linkId, messages }) =>
        later.has(batch.id) ? [] : repack(batch, linkId, messages, tx.now.getTime()),
      );
      const published = new Set(outgoing.map(({ batch }) => batch.id));
      await requeueBatches(
        tx,
        decided
          .filter(({ batch }) => !later.has(batch.id))
          .map(({ batch, decision }) =>
            requeueOf(tx, batch, decision, published.has(batch.id) ? config.claimLeaseMs : null),
          ),
      );
      const resent = outgoing.filter(({ batch }) =>
        due.some((row) => row.id === batch.id && row.waiting_for === 'doubt'),
      );
      await delayResends(tx, delaysOf(due, resent));
      if (resent.length > 0)
        await addToCounter(
          tx,
          MESSAGES_RESENT,
          resent.reduce((sum, { batch }) => sum + batch.messages.length, 0),
        );
      const stale = decided.flatMap(({ batch, decision }) => (decision.kind === 'turn' ? [batch.dispatch_id] : []));
      const isSettled = found.some(({ batch, messages }) => isPacedDoubt(batch) && messages.length === 0);
      return { outgoing, more: isSettled || due.length === BATCHES_MAX, stale: [...new Set(stale)], ended };
    },
    'index',
  );
}

type Found = { readonly batch: DueBatch; readonly messages: readonly OutgoingMessage[] };

/** Bulk batches in doubt that wait, because another batch in doubt is sent again over their link. */
function outOfTurn(found: readonly Found[]): ReadonlySet<string> {
  const full = found.filter(({ batch, messages }) => isPacedDoubt(batch) && messages.length > 0);
  const first = new Map(full.toReversed().map(({ batch }) => [batch.link_id, batch.id]));
  return new Set(full.flatMap(({ batch }) => (first.get(batch.link_id) === batch.id ? [] : [batch.id])));
}

/** Pause of each link before its next resend of a batch in doubt. */
function delaysOf(due: readonly DueBatch[], resent: readonly OutgoingBatch[]) {
  const rows = new Map(due.map((row) => [row.id, row]));
  const waits = new Map<number, number>();
  for (const { batch } of resent) {
    const row = rows.get(batch.id);
    if (row === undefined) throw new Error(`batch ${batch.id} is sent again but was not due`);
    const waitMs = (batch.messages.length * 1_000) / (perSecondOf(row) * RESEND_SHARE);
    waits.set(row.link_id, (waits.get(row.link_id) ?? 0) + waitMs);
  }
  return [...waits].map(([linkId, waitMs]) => ({ linkId, waitMs: Math.ceil(waitMs) }));
}

function decide(tx: Tx, batch: DueBatch, others: OtherLinks): Decision {
  const inDoubt = batch.waiting_for === 'doubt';
  if (inDoubt && (batch.stopped || batch.doubts > RESENDS_MAX)) return { kind: 'hand-over' };
  if (batch.stopped) return { kind: 'fail', errorCode: ERROR.stopped };
  const nowMs = tx.now.getTime();
  const lacksMoney = batch.month === null;
  const tooLate: Decision = inDoubt
    ? { kind: 'hand-over' }
    : { kind: 'fail', errorCode: lacksMoney ? ERROR.noMoney : ERROR.lifetimeOver };
  if (batch.give_up_at !== null && batch.give_up_at.getTime() <= nowMs) return tooLate;
  if (batch.is_code && isCodeExpired(batch, nowMs)) return tooLate;
  const isOld = batch.bounded && nowMs - uuidTimeMs(batch.id) > WAITING_MAX_MS;
  if (!inDoubt && isOld) return batch.held ? { kind: 'fail', errorCode: ERROR.senderBlocked } : tooLate;
  if (lacksMoney) return { kind: 'wait', ms: HELD_CHECK_MS };
  if (batch.doubts === 0 && batch.month !== billingMonth(nowMs)) return { kind: 'turn' };
  if (!batch.held) {
    const isClosed = (untilOf(batch, nowMs) ?? Infinity) <= nowMs;
    const link = isClosed ? undefined : linkFor(batch, others);
    if (link !== undefined) return { kind: 'send', ...link };
    if (batch.elsewhere && !inDoubt && !isClosed) return { kind: 'fail', errorCode: ERROR.operatorFailure };
    // A closed link gets no batch: batches would pile up on the bus. An old batch in doubt stops waiting for the link.
    return isOld ? { kind: 'hand-over' } : { kind: 'wait', ms: isClosed ? HELD_CHECK_MS : LINK_CHECK_MS };
  }
  const heldMs = batch.held_since === null ? 0 : nowMs - batch.held_since.getTime();
  if (heldMs < WAITING_MAX_MS) return { kind: 'hold' };
  return inDoubt ? { kind: 'hand-over' } : { kind: 'fail', errorCode: ERROR.senderBlocked };
}

/** The own link first, unless it has used up its tries: then only a doubt comes back to it. */
function linkFor(batch: DueBatch, others: OtherLinks): { linkId: number; choice?: StoredChoice } | undefined {
  const { link_id: linkId, link_up: isUp, elsewhere, waiting_for: waitingFor } = batch;
  if (isUp && !elsewhere) return { linkId };
  return others(batch) ?? (isUp && waitingFor === 'doubt' ? { linkId } : undefined);
}

/** All its codes have expired. */
const isCodeExpired = ({ last_message_id: lastId, lifetime_seconds: seconds }: DueBatch, nowMs: number) =>
  seconds !== null && nowMs >= uuidTimeMs(lastId) + seconds * 1_000;

function untilOf(
  { schedule_hours: hours, schedule_days: days, timezone, give_up_at: giveUpAt }: DueBatch,
  nowMs: number,
): number | undefined {
  return openUntil({ hours, days }, timezone, giveUpAt, nowMs);
}

function rangeOf(batch: DueBatch) {
  return { ...batchRange(batch), afterSeq: batch.from_seq - 1, take: batch.count, isCode: batch.is_code };
}

/** A change of the link is a new attempt, so that the batch on the bus for the former link is refused. */
const nextAttempt = (batch: DueBatch, linkId: number) =>
  batch.state === BATCH_STATES.waiting || linkId !== batch.link_id ? batch.attempt + 1 : batch.attempt;

function repack(row: DueBatch, linkId: number, messages: readonly OutgoingMessage[], nowMs: number): OutgoingBatch[] {
  if (messages.length === 0) return [];
  const untilMs = untilOf(row, nowMs);
  const batch = {
    id: row.id,
    attempt: nextAttempt(row, linkId),
    companyId: row.company_id,
    dispatchId: row.dispatch_id,
    senderId: row.sender_id,
    senderName: row.sender_name,
    linkId,
    lane: row.lane,
    // Stored from values of these types when the message was planned.
    channelType: row.channel_type as ChannelType,
    trafficType: row.traffic_type as TrafficType,
    ...(row.lifetime_seconds !== null && { ttlSeconds: row.lifetime_seconds }),
    ...(untilMs !== undefined && { untilMs }),
    ...(row.is_code && { isCode: true as const }),
    ...(row.other_link_ids.length > 0 && row.hops + 1 < HOPS_MAX && { movable: true as const }),
    messages: withSharedContent(messages, { text: row.text, special: row.special_content }),
  };
  return [{ batch, payload: packBatch(batch, row.text) }];
}

/** `leaseMs`: null if no message of the batch is published. */
function requeueOf(tx: Tx, batch: DueBatch, decision: Decision, leaseMs: number | null): Requeue {
  const same = {
    id: batch.id,
    attempt: batch.attempt,
    waitingFor: batch.waiting_for,
    heldSince: batch.held_since,
    linkId: batch.link_id,
    choice: null,
  };
  if (decision.kind === 'turn') return { ...same, state: batch.state, waitMs: 0, handedOver: false };
  if (decision.kind === 'wait') return { ...same, state: batch.state, waitMs: decision.ms, handedOver: false };
  if (decision.kind === 'hold') {
    const waitingFor = batch.waiting_for ?? 'held';
    return {
      ...same,
      state: BATCH_STATES.waiting,
      waitingFor,
      heldSince: batch.held_since ?? tx.now,
      waitMs: HELD_CHECK_MS,
      handedOver: false,
    };
  }
  if (decision.kind === 'send' && leaseMs !== null) {
    return {
      ...same,
      attempt: nextAttempt(batch, decision.linkId),
      linkId: decision.linkId,
      choice: decision.choice === undefined ? null : JSON.stringify(decision.choice),
      state: BATCH_STATES.claimed,
      waitingFor: null,
      heldSince: null,
      waitMs: leaseMs,
      handedOver: false,
    };
  }
  return {
    ...same,
    state: BATCH_STATES.handedOver,
    waitingFor: null,
    waitMs: null,
    handedOver: true,
  };
}
