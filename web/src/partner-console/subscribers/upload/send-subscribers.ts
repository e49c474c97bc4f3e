// Sends a checked file piece by piece. The position moves after every answer; a repeated piece changes nothing, because
// the later upload of a subscriber wins.
import { type Piece, readPiece, type SubscriberFile, type SubscriberScan } from './subscriber-file.ts';
import type { SubscriberItem } from './subscriber-rows.ts';

export type Sent = {
  /** Undefined: all pieces are sent. */
  readonly nextRow: number | undefined;
  /** Subscribers of the answered pieces. */
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  /** Lines that the service refused although the file was checked. */
  readonly refused: readonly { readonly line: number; readonly value: string }[];
};

export const NOTHING_SENT: Sent = { nextRow: 1, done: 0, created: 0, updated: 0, refused: [] };

type Answer = { readonly created: number; readonly updated: number; readonly refused: readonly number[] };

export type SendingWays = {
  readonly send: (items: SubscriberItem[]) => Promise<Answer>;
  /** Called after every answer. */
  readonly onSent: (sent: Sent) => void;
  /** Asked before every piece. */
  readonly isCancelled: () => boolean;
};

/** Resolves to the position at the end, or where it was cancelled. */
export async function sendSubscribers(
  file: SubscriberFile,
  { checkpoints }: Pick<SubscriberScan, 'checkpoints'>,
  from: Sent,
  { send, onSent, isCancelled }: SendingWays,
): Promise<Sent> {
  let sent = from;
  while (sent.nextRow !== undefined && !isCancelled()) {
    const piece = await readPiece(file, checkpoints, sent.nextRow);
    const answer = piece.items.length === 0 ? NO_ANSWER : await send(piece.items);
    sent = advanced(sent, piece, answer);
    onSent(sent);
  }
  return sent;
}

const NO_ANSWER: Answer = { created: 0, updated: 0, refused: [] };

function advanced(sent: Sent, { items, lines, nextRow }: Piece, { created, updated, refused }: Answer): Sent {
  return {
    nextRow,
    done: sent.done + items.length,
    created: sent.created + created,
    updated: sent.updated + updated,
    refused: [...sent.refused, ...refused.map((at) => ({ line: lines[at] ?? 0, value: items[at]?.destination ?? '' }))],
  };
}
