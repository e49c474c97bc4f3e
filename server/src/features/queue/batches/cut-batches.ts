// Cuts the messages of one strand into batches: rows to store and payloads to publish.
import { uuidV7 } from '../../../platform/uuid-v7.ts';
import type { OutgoingMessage } from '../../messages/read-outgoing.ts';
import type { StoredChoice } from '../pacing/known-routes.ts';
import { type Batch, type BatchMessage, packBatch, type SpecialContent } from './batch.ts';
import type { NewBatch } from './batches.sql.ts';

export type OutgoingBatch = { readonly batch: Batch; readonly payload: Uint8Array };

/** Fields shared by all batches of a strand. */
export type BatchHead = Omit<Batch, 'id' | 'attempt' | 'messages'> &
  Pick<NewBatch, 'month' | 'partMicros'> & { readonly strand: number; readonly choice?: StoredChoice | null };

/** Content of the messages that have none of their own. */
export type SharedContent = { readonly text: string; readonly special: SpecialContent | null };

export type Claim = { readonly row: NewBatch; readonly outgoing: OutgoingBatch };

/** The broker refuses payloads above 1 MB; individual texts and special content may add up to more. */
const PAYLOAD_BYTES_MAX = 600_000;
const HEAD_BYTES = 150;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A batch holds at most `size` messages; its id is made of `nowMs`. */
export function cutBatches(
  { strand, month, partMicros, choice = null, ...head }: BatchHead,
  messages: readonly OutgoingMessage[],
  shared: SharedContent,
  { size, nowMs }: { size: number; nowMs: number },
): Claim[] {
  const claims: Claim[] = [];
  const chosen = choice && JSON.stringify(choice);
  for (let from = 0; from < messages.length; ) {
    const part = messages.slice(from, cutAt(messages, from, size));
    const [first, last] = [part[0], part.at(-1)];
    if (first === undefined || last === undefined) break;
    from += part.length;
    const batch: Batch = { ...head, id: uuidV7(nowMs), attempt: 1, messages: withSharedContent(part, shared) };
    const range = { fromSeq: first.seq, toSeq: last.seq, ...idBounds(part), count: part.length };
    claims.push({
      row: { ...batch, ...range, strand, month, partMicros, choice: chosen },
      outgoing: { batch, payload: packBatch(batch, shared.text) },
    });
  }
  return claims;
}

/** End of the batch that begins at `from`; it holds at least one message. */
function cutAt(messages: readonly OutgoingMessage[], from: number, size: number): number {
  let bytes = 0;
  let at = from;
  for (; at < messages.length && at - from < size; at += 1) {
    const { text, special, sealed } = messages[at] ?? {};
    bytes += HEAD_BYTES + 3 * (text?.length ?? 0) + (special ? 3 * JSON.stringify(special).length : 0);
    bytes += sealed?.length ?? 0;
    if (bytes > PAYLOAD_BYTES_MAX && at > from) break;
  }
  return at;
}

/** Ids need not follow positions: several processes may append to one bucket. */
function idBounds(messages: readonly OutgoingMessage[]): { firstId: string; lastId: string } {
  let [firstId, lastId] = [LAST_ID, ''];
  for (const { id } of messages) {
    if (id < firstId) firstId = id;
    if (id > lastId) lastId = id;
  }
  return { firstId, lastId };
}

export function withSharedContent(messages: readonly OutgoingMessage[], shared: SharedContent): BatchMessage[] {
  return messages.map(({ id, seq, destination, text, parts, special, sealed }) => {
    const own = special ?? shared.special;
    const message = { id, seq, destination, text: text ?? shared.text, parts, ...(sealed !== undefined && { sealed }) };
    return own === null ? message : { ...message, special: own };
  });
}
