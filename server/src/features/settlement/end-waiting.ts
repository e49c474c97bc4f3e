// Ends what has waited long enough: messages with the operator past their lifetime, and messages never
// handed over because their dispatch was stopped, their name held, or nothing took them for a week.
// Portions keep each transaction short; each returns true when there may be more.
import { WAITING_MAX_MS } from '@volley/domain/message-lifetime.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/message-status.ts';
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { batchRange, deleteEndedBatches, takeExpiredBatches } from '../dispatches/batches.ts';
import { firstIdOf, lastIdOf, lockUnsentStrand, stepStrands } from '../dispatches/strands.ts';
import { findPortionEnd, moveRanges } from '../messages/move-ranges.ts';
import { applyMoves } from './apply-moves.ts';
import { leaveCreatedRanges } from './leave-created.ts';
import { recordUnread } from './record-read.ts';

const PORTION = 5_000;
const BATCHES_MAX = 1_000;
const ENDED_KEPT_MS = 3_600_000;
const { FAILED } = MESSAGE_STATUS_CODES;

export async function failUnsent({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  return inTransaction(
    db,
    async (tx) => {
      const strand = await lockUnsentStrand(tx, new Date(tx.now.getTime() - WAITING_MAX_MS));
      if (strand === undefined) return false;
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
      const end = { status: FAILED, errorCode: strand.error_code, charged: false, month, partMicros, sentAt: null };
      const unsent = { ...range, fromSeq: strand.cursor_seq + 1, toSeq, ...end };
      const { moved, packages } = await leaveCreatedRanges(tx, [unsent]);
      await stepStrands(tx, [
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
      return true;
    },
    'index',
  );
}

export async function endLifetimes({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<boolean> {
  return inTransaction(
    db,
    async (tx) => {
      const expired = await takeExpiredBatches(tx, { batches: BATCHES_MAX, messages: PORTION });
      const ends = expired.map((batch) => ({
        ...batchRange(batch),
        status: FAILED,
        errorCode: 7060,
        charged: config.chargeUndelivered === 'on' && batch.channel_type === 'SMS',
        month: null,
        sentAt: null,
      }));
      await applyMoves(tx, await moveRanges(tx, ends, 1));
      await recordUnread(tx, ends);
      return expired.length > 0;
    },
    'index',
  );
}

export async function forgetEndedBatches({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  const limit = 1_000;
  return inTransaction(
    db,
    async (tx) => (await deleteEndedBatches(tx, new Date(tx.now.getTime() - ENDED_KEPT_MS), limit)) === limit,
  );
}
