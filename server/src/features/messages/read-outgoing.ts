// Messages of several ranges that have not been handed over, read in one round trip.
import type { Tx } from '../../platform/database.ts';
import { type OutgoingRow, selectOutgoing, type WantedRange } from './messages.sql.ts';

export type OutgoingMessage = Pick<OutgoingRow, 'id' | 'seq' | 'destination' | 'text' | 'parts' | 'special'>;

/** One list per range, in the order of the ranges. */
export async function readOutgoing(tx: Tx, ranges: readonly WantedRange[]): Promise<OutgoingMessage[][]> {
  const lists: OutgoingMessage[][] = ranges.map(() => []);
  if (ranges.length === 0) return lists;
  for (const row of await selectOutgoing(tx, ranges)) lists[row.at - 1]?.push(row);
  return lists;
}
