// Texts are kept as long as their company wants: so many days after a dispatch has ended, its own text and the
// texts of its messages go. Numbers, statuses and money stay. One portion a transaction, and the place reached
// is stored, so it may stop anywhere and run in several processes.
import { inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeTexts } from '../messages/remove-texts.ts';
import { enlistAged, finishRemoval, lockAged, noteRemoved } from './retention.sql.ts';

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
    if (toSeq < aged.lastSeq) await noteRemoved(tx, aged.id, toSeq);
    else await finishRemoval(tx, aged.id);
    return true;
  });
}
