import { INBOUND_SESSION_MS } from '@volley/domain/sending/inbound-rule.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteSessionsBefore, deleteSessionsOf, eraseAgedTexts, eraseMessagesOf } from './inbound.sql.ts';

const PORTION = 5_000;

/** Deletes closed sessions and erases texts past the company's retention. True: more texts may remain. */
export function forgetInbound({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await deleteSessionsBefore(tx, new Date(tx.now.getTime() - INBOUND_SESSION_MS));
    return (await eraseAgedTexts(tx, PORTION)) === PORTION;
  });
}

/** Erases number and texts of inbound messages of a subscriber; the negative erasure id replaces the number. */
export async function eraseInbound(tx: Tx, destination: number, erasureId: number): Promise<void> {
  await eraseMessagesOf(tx, destination, -erasureId);
  await deleteSessionsOf(tx, destination);
}
