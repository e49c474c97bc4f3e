// Reads messages of several ranges that are not handed over yet, in one round trip. Messages of the verifier are stored
// masked; their content stays sealed until a connector hands it over.
import { CODE_MASK } from '@volley/domain/verification/verification-channel.ts';
import type { Tx } from '../../platform/database/database.ts';
import { selectCodes } from './message-codes.sql.ts';
import { type OutgoingRow, selectOutgoing, type WantedRange } from './messages.sql.ts';

export type OutgoingMessage = Pick<OutgoingRow, 'id' | 'seq' | 'destination' | 'text' | 'parts' | 'special'> & {
  /** Sealed content of a verification code. Null: the code can no longer be entered, so it must not be sent. */
  readonly sealed?: string | null;
};

/** An array per range, in the order of the ranges. */
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
  // Codes of the previous version are stored in clear and not sealed: sent unchanged.
  return row.text?.includes(CODE_MASK) ? { ...row, sealed: null } : row;
}
