// Fails messages past their lifetime: handed-over messages without a receipt, and messages never handed over because
// their dispatch was stopped, their sender name held, no link took them for a week, or no route for as long as their
// company waits. Works in portions to keep transactions short; every function returns true if more may be due.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { WAITING_MAX_MS } from '@volley/domain/sending/message-lifetime.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findCreatedAfter, findPortionEnd, type MessageRange, moveRanges } from '../messages/move-ranges.sql.ts';
import { batchRange } from '../queue/batches/batches.sql.ts';
import { deleteEndedBatches, deleteExpiredBatches } from '../queue/batches/delete-batches.sql.ts';
import {
  advanceStrands,
  firstIdOf,
  lastIdOf,
  lockUnsentStrand,
  type UnsentStrand,
} from '../queue/strands/strands.sql.ts';
import { applyMoves } from './apply-moves.ts';
import { recordUnread } from './record-read.ts';
import { type Ended, readFailed, traceEnds } from './trace-ends.ts';
import { transitionCreatedRanges } from './transition-created.ts';

const PORTION = 5_000;
const BATCHES_MAX = 1_000;
const ENDED_KEPT_MS = 3_600_000;
const { SENT, FAILED } = MESSAGE_STATUS_CODES;

export async function failUnsent({ db, traces }: Pick<Platform, 'db' | 'traces'>): Promise<boolean> {
  const startedAt = performance.now();
  const ended = await inTransaction(
    db,
    async (tx): Promise<readonly Ended[] | undefined> => {
      const strand = await lockUnsentStrand(tx, new Date(tx.now.getTime() - WAITING_MAX_MS));
      if (strand === undefined) return undefined;
      const unsent = await unsentRange(tx, strand);
      const waitsOn = await findWaitingOn(tx, strand, unsent);
      const toSeq = waitsOn === undefined ? unsent.toSeq : Math.min(unsent.toSeq, waitsOn.seq - 1);
      await advanceStrands(tx, [{ ...placeOf(strand), ...restOf(tx, strand, { toSeq, waitsOn }), cursorSeq: toSeq }]);
      if (toSeq === strand.cursor_seq) return [];
      const failed = { ...unsent, toSeq };
      const { moved, packages } = await transitionCreatedRanges(tx, [failed]);
      await applyMoves(tx, moved, packages);
      return readFailed(tx, traces, [failed], 'unsent');
    },
    'index',
  );
  traceEnds(traces, ended ?? [], startedAt);
  return ended !== undefined;
}

const placeOf = ({ dispatch_id: dispatchId, strand }: UnsentStrand) => ({ dispatchId, strand });

/** The next portion of messages to fail. */
async function unsentRange(tx: Tx, strand: UnsentStrand) {
  const { cursor_seq: afterSeq, month, part_micros: partMicros, error_code: errorCode } = strand;
  const range = { ...placeOf(strand), firstId: firstIdOf(strand), lastId: lastIdOf(strand) };
  const toSeq = await findPortionEnd(tx, { ...range, afterSeq, toSeq: strand.last_seq, take: PORTION });
  const end = { status: FAILED, errorCode, charged: false, month, partMicros, sentAt: null, linkId: null };
  return { ...range, fromSeq: afterSeq + 1, toSeq, ...end };
}

type WaitingOn = { readonly seq: number; readonly createdAt: Date };

/** Single messages of a bucket begin to wait when they come: those that came later than the first may wait on. */
async function findWaitingOn(tx: Tx, strand: UnsentStrand, range: MessageRange): Promise<WaitingOn | undefined> {
  const { route_waited_since: since, cursor_seq: afterSeq } = strand;
  return since === null ? undefined : findCreatedAfter(tx, { ...range, afterSeq }, since);
}

/** The rest of the strand behind `toSeq`: nothing, messages that wait on, or the next portion. */
function restOf(
  tx: Tx,
  strand: UnsentStrand,
  { toSeq, waitsOn }: { readonly toSeq: number; readonly waitsOn: WaitingOn | undefined },
) {
  const isOver = toSeq === strand.last_seq;
  if (waitsOn?.seq === toSeq + 1)
    return { runnable: true, nextAt: tx.now, heldSince: strand.held_since, marginSince: waitsOn.createdAt };
  return { runnable: false, nextAt: tx.now, heldSince: null, marginSince: isOver ? null : strand.margin_since };
}

export async function endLifetimes({
  db,
  config,
  traces,
}: Pick<Platform, 'db' | 'config' | 'traces'>): Promise<boolean> {
  const startedAt = performance.now();
  const { more, ended } = await inTransaction(
    db,
    async (tx) => {
      const expired = await deleteExpiredBatches(tx, { batches: BATCHES_MAX, messages: PORTION });
      const ends = expired.map((batch) => ({
        ...batchRange(batch),
        status: FAILED,
        errorCode: ERROR.lifetimeOver,
        charged: config.chargeUndelivered && batch.channel_type === 'SMS',
        month: null,
        sentAt: null,
        linkId: null,
      }));
      await applyMoves(tx, await moveRanges(tx, ends, SENT));
      await recordUnread(tx, ends);
      return { more: expired.length > 0, ended: await readFailed(tx, traces, ends, 'expired') };
    },
    'index',
  );
  traceEnds(traces, ended, startedAt);
  return more;
}

export async function forgetEndedBatches({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  const limit = 1_000;
  return inTransaction(
    db,
    async (tx) => (await deleteEndedBatches(tx, new Date(tx.now.getTime() - ENDED_KEPT_MS), limit)) === limit,
  );
}
