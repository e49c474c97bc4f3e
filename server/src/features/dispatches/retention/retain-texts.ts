// Removes the texts of a dispatch and of its messages `text_retention_days` of its company after its end. Numbers,
// statuses and amounts stay. Each transaction removes one portion and stores the position reached, so the removal may
// stop anywhere and run in several processes.
import { inTransaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { removeTexts } from '../../messages/erasure/remove-texts.ts';
import { deleteRejected } from '../recipients/rejected-recipients.sql.ts';
import { clearDispatchText, enlistAged, lockAged, markRemovalDone, recordRemoved } from './retention.sql.ts';

const PORTION = 5_000;
const DISPATCHES_MAX = 1_000;

/** Returns true when there may be more. */
export async function removeAgedTexts({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const aged = (await lockAged(tx)) ?? (await enlistAged(tx, DISPATCHES_MAX).then(() => lockAged(tx)));
    if (aged === undefined) return false;
    const toSeq = Math.min(aged.upToSeq + PORTION, aged.lastSeq);
    if (aged.firstMessageId !== null && aged.lastMessageId !== null) {
      const range = { afterSeq: aged.upToSeq, toSeq, firstId: aged.firstMessageId, lastId: aged.lastMessageId };
      await removeTexts(tx, { dispatchId: aged.id, ...range });
    }
    if (toSeq < aged.lastSeq) {
      await recordRemoved(tx, aged.id, toSeq);
      return true;
    }
    // Last: messages without their own text use it.
    await clearDispatchText(tx, aged.id);
    await deleteRejected(tx, aged.id);
    await markRemovalDone(tx, aged.id);
    return true;
  });
}
