import type { Tx } from '../../../platform/database/database.ts';
import { findBatches, lockBatches, markThinned, type WaitingMessage } from './prune-batches.sql.ts';

/**
 * Marks the waiting batches of these messages, so that `beginBatches` skips the ended messages. Returns the messages
 * that are in flight or may be with the operator.
 */
export async function pruneBatches(tx: Tx, messages: readonly WaitingMessage[]): Promise<string[]> {
  const places = await findBatches(tx, messages);
  const batches = await lockBatches(tx, [...new Set(places.map(({ batch }) => batch))]);
  const waiting = batches.filter((batch) => !batch.under_way).map(({ id }) => id);
  if (waiting.length > 0) await markThinned(tx, waiting);
  const underWay = new Set(batches.filter((batch) => batch.under_way).map(({ id }) => id));
  return places.filter(({ batch }) => underWay.has(batch)).map(({ id }) => id);
}
