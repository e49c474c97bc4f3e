import { INBOUND_WINDOW_MS } from '@volley/domain/inbound-rule.ts';
import { inTransaction, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteWindowsBefore, eraseNumber, removeAgedTexts } from './inbound.sql.ts';

const PORTION = 5_000;

/** Closed windows go, and texts that are older than their company keeps them. True when there may be more. */
export function forgetInbound({ db }: Pick<Platform, 'db'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await deleteWindowsBefore(tx, new Date(tx.now.getTime() - INBOUND_WINDOW_MS));
    return (await removeAgedTexts(tx, PORTION)) === PORTION;
  });
}

/** What a number wrote loses number and text, in the transaction that asks for it. */
export function eraseInbound(tx: Tx, destination: number, erasureId: number): Promise<void> {
  return eraseNumber(tx, destination, -erasureId);
}
