// Cuts messages of one strand into batches: the rows to be stored and the payloads to be published.
import { uuidV7 } from '../../platform/uuid-v7.ts';
import type { OutgoingMessage } from '../messages/read-outgoing.ts';
import { type Batch, type BatchMessage, packBatch, type SpecialContent } from './batch.ts';
import type { NewBatch } from './batches.ts';

export type OutgoingBatch = { readonly batch: Batch; readonly payload: Uint8Array };

/** What all batches of a strand have in common. */
export type BatchHead = Omit<Batch, 'id' | 'attempt' | 'messages'> & { readonly strand: number };

/** The content that a message takes where it has none of its own. */
export type SharedContent = { readonly text: string; readonly special: SpecialContent | null };

export type Claim = { readonly row: NewBatch; readonly outgoing: OutgoingBatch };

/** `size` at most in one batch. */
export function cutBatches(
  { strand, ...head }: BatchHead,
  messages: readonly OutgoingMessage[],
  shared: SharedContent,
  size: number,
  nowMs: number,
): Claim[] {
  const claims: Claim[] = [];
  for (let from = 0; from < messages.length; from += size) {
    const part = messages.slice(from, from + size);
    const [first, last] = [part[0], part.at(-1)];
    if (first === undefined || last === undefined) break;
    const batch: Batch = { ...head, id: uuidV7(nowMs), attempt: 1, messages: filled(part, shared) };
    const range = { fromSeq: first.seq, toSeq: last.seq, firstId: first.id, lastId: last.id, count: part.length };
    claims.push({
      row: { ...batch, ...range, strand },
      outgoing: { batch, payload: packBatch(batch, shared.text) },
    });
  }
  return claims;
}

export function filled(messages: readonly OutgoingMessage[], shared: SharedContent): BatchMessage[] {
  return messages.map(({ id, seq, destination, text, parts, special }) => {
    const own = special ?? shared.special;
    const message = { id, seq, destination, text: text ?? shared.text, parts };
    return own === null ? message : { ...message, special: own };
  });
}
