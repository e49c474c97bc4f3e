// Fails messages past their lifetime: handed-over messages without a receipt, and messages never handed over because
// their dispatch was stopped, their sender name held, or no link took them for a week. Works in portions to keep
// transactions short; every function returns true if more may be due.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { WAITING_MAX_MS } from '@volley/domain/sending/message-lifetime.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findPortionEnd, moveRanges } from '../messages/move-ranges.sql.ts';
import { batchRange } from '../queue/batches/batches.sql.ts';
import { deleteEndedBatches, deleteExpiredBatches } from '../queue/batches/delete-batches.sql.ts';
import { advanceStrands, firstIdOf, lastIdOf, lockUnsentStrand } from '../queue/strands/strands.sql.ts';
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
      const range = {
        dispatchId: strand.dispatch_id,
        strand: strand.strand,
        firstId: firstIdOf(strand),
        lastId: lastIdOf(strand),
      };
      const toSeq = await findPortionEnd(tx, {
        ...range,
        afterSeq: strand.cursor_seq,
        toSeq: strand.last_seq,
        take: PORTION,
      });
      const { month, part_micros: partMicros } = strand;
      const end = {
        status: FAILED,
        errorCode: strand.error_code,
        charged: false,
        month,
        partMicros,
        sentAt: null,
        linkId: null,
      };
      const unsent = { ...range, fromSeq: strand.cursor_seq + 1, toSeq, ...end };
      const { moved, packages } = await transitionCreatedRanges(tx, [unsent]);
      await advanceStrands(tx, [
        {
          dispatchId: strand.dispatch_id,
          strand: strand.strand,
          cursorSeq: toSeq,
          runnable: false,
          nextAt: tx.now,
          heldSince: null,
        },
      ]);
      await applyMoves(tx, moved, packages);
      return readFailed(tx, traces, [unsent], 'unsent');
    },
    'index',
  );
  traceEnds(traces, ended ?? [], startedAt);
  return ended !== undefined;
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
