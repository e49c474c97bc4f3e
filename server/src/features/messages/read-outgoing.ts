// Messages of several ranges that have not been handed over, read in one round trip. Messages of the verifier are
// stored masked; what they say comes sealed, and stays so until a connector hands it over.
import { CODE_MASK } from '@volley/domain/verification-channel.ts';
import type { Tx } from '../../platform/database.ts';
import { selectCodes } from './message-codes.ts';
import { type OutgoingRow, selectOutgoing, type WantedRange } from './messages.sql.ts';

export type OutgoingMessage = Pick<OutgoingRow, 'id' | 'seq' | 'destination' | 'text' | 'parts' | 'special'> & {
  /** Of a code: its content, sealed. Null: nobody can enter it any more, so it must not be sent. */
  readonly sealed?: string | null;
};

/** One list per range, in the order of the ranges. */
export async function readOutgoing(tx: Tx, ranges: readonly WantedRange[]): Promise<OutgoingMessage[][]> {
  const lists: OutgoingMessage[][] = ranges.map(() => []);
  if (ranges.length === 0) return lists;
  for (const row of await selectOutgoing(tx, ranges)) lists[row.at - 1]?.push(row);
  return ranges.some(({ isCode }) => isCode) ? withCodes(tx, ranges, lists) : lists;
}

async function withCodes(tx: Tx, ranges: readonly WantedRange[], lists: readonly OutgoingMessage[][]) {
  const ids = lists.flatMap((list, at) => (ranges[at]?.isCode ? list.map(({ id }) => id) : []));
  const codes = new Map((await selectCodes(tx, ids)).map(({ messageId, sealed }) => [messageId, sealed]));
  return lists.map((list, at) => (ranges[at]?.isCode ? list.map((row) => withCode(row, codes.get(row.id))) : list));
}

function withCode(row: OutgoingMessage, sealed: string | undefined): OutgoingMessage {
  if (sealed !== undefined) return { ...row, sealed };
  // The version before stored codes in clear and sealed nothing: those go as they are.
  return row.text?.includes(CODE_MASK) ? { ...row, sealed: null } : row;
}
