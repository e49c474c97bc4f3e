// Batches whose time has come again: claimed but never begun (lost on the bus), held under a suspended
// name, left by a broken link or at the end of its hours, or in doubt for long enough. Each is judged by its row and its dispatch;
// what may go is returned for publishing, under a new attempt if it may have been on the wire.
import { billingMonth } from '@volley/domain/budget.ts';
import type { ChannelType } from '@volley/domain/channel.ts';
import { WAITING_MAX_MS } from '@volley/domain/message-lifetime.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/message-status.ts';
import type { TrafficType } from '@volley/domain/tariff.ts';
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { uuidTimeMs } from '../../platform/uuid-v7.ts';
import { BATCH_STATES, packBatch } from '../dispatches/batch.ts';
import { batchRange } from '../dispatches/batches.ts';
import { filled, type OutgoingBatch } from '../dispatches/cut-batches.ts';
import {
  type DueBatch,
  delayResends,
  hurryStranded,
  lockDueBatches,
  RESENDS_MAX,
  type Requeue,
  requeueBatches,
} from '../dispatches/due-batches.ts';
import { perSecondOf } from '../dispatches/link-credit.ts';
import { openUntil } from '../dispatches/strand-times.ts';
import { selectCreated } from '../messages/move-messages.ts';
import { type MessageRange, selectCreatedRanges } from '../messages/move-ranges.ts';
import { type OutgoingMessage, readOutgoing } from '../messages/read-outgoing.ts';
import { applyMoves } from './apply-moves.ts';
import { addToCounter, MESSAGES_RESENT } from './engine-counters.sql.ts';
import { leaveCreatedRanges } from './leave-created.ts';
import { compareDueDoubts } from './resolve-doubts.ts';
import { insertUnproven } from './unproven-sends.sql.ts';

const BATCHES_MAX = 100;
const HELD_LOOK_MS = 5_000;
const LINK_LOOK_MS = 1_000;
/** What two links have used up their tries on ends at the third. */
const HOPS_MAX = 2;
/** Recovery takes this share of a link's rate, so that it cannot starve fresh traffic. */
const RESEND_SHARE = 0.1;
const { SENT, FAILED } = MESSAGE_STATUS_CODES;

type Verdict =
  | { readonly kind: 'send'; readonly linkId: number }
  | { readonly kind: 'hold' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'turn' }
  | { readonly kind: 'fail'; readonly errorCode: number }
  | { readonly kind: 'hand-over' };

/** `more`: there may be others that are due. `stale`: dispatches whose reserve is in a month that is over. */
type Requeued = {
  readonly outgoing: OutgoingBatch[];
  readonly more: boolean;
  readonly stale: readonly number[];
};

const NOTHING: Requeued = { outgoing: [], more: false, stale: [] };

export async function requeueDueBatches(platform: Pick<Platform, 'db' | 'config' | 'restoreGate'>): Promise<Requeued> {
  const { db, config, restoreGate } = platform;
  const compared = await compareDueDoubts(platform, BATCHES_MAX);
  return inTransaction(
    db,
    async (tx) => {
      if (!(await restoreGate.isOpen(tx))) return NOTHING;
      await hurryStranded(tx);
      const due = await lockDueBatches(tx, BATCHES_MAX, compared);
      if (due.length === 0) return NOTHING;
      const judged = due.map((batch) => ({ batch, verdict: judge(tx, batch) }));
      await endRanges(tx, judged);
      const sendable = judged.flatMap(({ batch, verdict }) =>
        verdict.kind === 'send' ? [{ batch, linkId: verdict.linkId }] : [],
      );
      const lists = await readOutgoing(
        tx,
        sendable.map(({ batch }) => rangeOf(batch)),
      );
      const outgoing = sendable.flatMap(({ batch, linkId }, at) =>
        repack(batch, linkId, lists[at] ?? [], tx.now.getTime()),
      );
      const published = new Set(outgoing.map(({ batch }) => batch.id));
      await requeueBatches(
        tx,
        judged.map(({ batch, verdict }) => requeueOf(tx, batch, verdict, published, config.claimLeaseMs)),
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
      const stale = judged.flatMap(({ batch, verdict }) => (verdict.kind === 'turn' ? [batch.dispatch_id] : []));
      return { outgoing, more: due.length === BATCHES_MAX, stale: [...new Set(stale)] };
    },
    'index',
  );
}

/** How long each link rests before its next batch in doubt. */
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

function judge(tx: Tx, batch: DueBatch): Verdict {
  const inDoubt = batch.waiting_for === 'doubt';
  if (inDoubt && (batch.stopped || batch.doubts > RESENDS_MAX)) return { kind: 'hand-over' };
  if (batch.stopped) return { kind: 'fail', errorCode: 7002 };
  const nowMs = tx.now.getTime();
  const isPoor = batch.month === null;
  const tooLate: Verdict = inDoubt ? { kind: 'hand-over' } : { kind: 'fail', errorCode: isPoor ? 7402 : 7060 };
  if (batch.give_up_at !== null && batch.give_up_at.getTime() <= nowMs) return tooLate;
  if (batch.is_code && isOver(batch, nowMs)) return tooLate;
  const isOld = batch.bounded && nowMs - uuidTimeMs(batch.id) > WAITING_MAX_MS;
  if (!inDoubt && isOld) return batch.held ? { kind: 'fail', errorCode: 454 } : tooLate;
  if (isPoor) return { kind: 'wait', ms: HELD_LOOK_MS };
  if (batch.doubts === 0 && batch.month !== billingMonth(nowMs)) return { kind: 'turn' };
  if (!batch.held) {
    const isClosed = (untilOf(batch, nowMs) ?? Infinity) <= nowMs;
    const linkId = linkFor(batch);
    if (linkId !== null && !isClosed) return { kind: 'send', linkId };
    // Nothing is put on the bus for a link that is down: it could only pile up there. No doubt waits for it for ever.
    return isOld ? { kind: 'hand-over' } : { kind: 'wait', ms: isClosed ? HELD_LOOK_MS : LINK_LOOK_MS };
  }
  const heldMs = batch.held_since === null ? 0 : nowMs - batch.held_since.getTime();
  if (heldMs < WAITING_MAX_MS) return { kind: 'hold' };
  return inDoubt ? { kind: 'hand-over' } : { kind: 'fail', errorCode: 454 };
}

/** Its own link first, unless that has used up its tries. */
function linkFor({ link_id: own, link_up: isUp, elsewhere, other_link_id: other }: DueBatch): number | null {
  if (isUp && !elsewhere) return own;
  return other ?? (isUp ? own : null);
}

/** Nobody can enter a code of it any more. */
const isOver = ({ last_message_id: lastId, lifetime_seconds: seconds }: DueBatch, nowMs: number) =>
  seconds !== null && nowMs >= uuidTimeMs(lastId) + seconds * 1_000;

function untilOf(
  { schedule_hours: hours, schedule_days: days, timezone, give_up_at: giveUpAt }: DueBatch,
  nowMs: number,
): number | undefined {
  return openUntil({ hours, days }, timezone, giveUpAt, nowMs);
}

async function endRanges(tx: Tx, judged: readonly { batch: DueBatch; verdict: Verdict }[]): Promise<void> {
  const ends = judged.flatMap(({ batch, verdict }) => {
    if (verdict.kind !== 'fail' && verdict.kind !== 'hand-over') return [];
    const end =
      verdict.kind === 'fail' ? { status: FAILED, errorCode: verdict.errorCode } : { status: SENT, errorCode: null };
    const { month, part_micros: partMicros } = batch;
    const sentAt = end.status === SENT ? (batch.begun_at ?? tx.now) : null;
    return [{ ...batchRange(batch), ...end, charged: false, month, partMicros, sentAt }];
  });
  if (ends.length === 0) return;
  await noteUnproven(
    tx,
    ends.filter(({ status }) => status === SENT),
  );
  const { moved, packages } = await leaveCreatedRanges(tx, ends);
  await applyMoves(tx, moved, packages);
}

/** What counts as handed over after its last doubt has no id of the operator. */
async function noteUnproven(tx: Tx, ranges: readonly MessageRange[]): Promise<void> {
  if (ranges.length === 0) return;
  const created = await selectCreatedRanges(tx, ranges);
  const messages = await selectCreated(
    tx,
    created.map(({ id }) => id),
  );
  await insertUnproven(
    tx,
    messages.map(({ id, parts }) => ({ messageId: id, missing: parts })),
  );
}

function rangeOf(batch: DueBatch) {
  return { ...batchRange(batch), afterSeq: batch.from_seq - 1, take: batch.count, isCode: batch.is_code };
}

/** A batch that moves is another attempt, so that what lies on the bus for its former link is refused. */
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
    // Written from the same lists of channels and traffic types when the message was planned.
    channelType: row.channel_type as ChannelType,
    trafficType: row.traffic_type as TrafficType,
    ...(row.lifetime_seconds !== null && { ttlSeconds: row.lifetime_seconds }),
    ...(untilMs !== undefined && { untilMs }),
    ...(row.is_code && { isCode: true as const }),
    ...(row.other_link_id !== null && row.hops + 1 < HOPS_MAX && { movable: true as const }),
    messages: filled(messages, { text: row.text, special: row.special_content }),
  };
  return [{ batch, payload: packBatch(batch, row.text) }];
}

function requeueOf(
  tx: Tx,
  batch: DueBatch,
  verdict: Verdict,
  published: ReadonlySet<string>,
  claimLeaseMs: number,
): Requeue {
  const same = {
    id: batch.id,
    attempt: batch.attempt,
    waitingFor: batch.waiting_for,
    heldSince: batch.held_since,
    linkId: batch.link_id,
  };
  if (verdict.kind === 'turn') return { ...same, state: batch.state, waitMs: 0, handedOver: false };
  if (verdict.kind === 'wait') return { ...same, state: batch.state, waitMs: verdict.ms, handedOver: false };
  if (verdict.kind === 'hold') {
    const waitingFor = batch.waiting_for ?? 'held';
    return {
      ...same,
      state: BATCH_STATES.waiting,
      waitingFor,
      heldSince: batch.held_since ?? tx.now,
      waitMs: HELD_LOOK_MS,
      handedOver: false,
    };
  }
  if (verdict.kind === 'send' && published.has(batch.id)) {
    return {
      ...same,
      attempt: nextAttempt(batch, verdict.linkId),
      linkId: verdict.linkId,
      state: BATCH_STATES.claimed,
      waitingFor: null,
      heldSince: null,
      waitMs: claimLeaseMs,
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
