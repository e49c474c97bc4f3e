// A batch on the bus: messages of one strand for one link. The payload carries everything the link needs; the row in
// PostgreSQL decides whether the batch may still be sent.

import type { TrafficType } from '@volley/domain/money/tariff.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';

/** Odd, so that dispatches map to different references. */
export const REFERENCE_SPREAD = 40_503;

/** Content that is more than a text, in the form of the messaging API. */
export type SpecialContent = Readonly<Record<string, unknown>>;

export type BatchMessage = {
  readonly id: string;
  readonly seq: number;
  readonly destination: string;
  readonly text: string;
  readonly parts: number;
  readonly special?: SpecialContent;
  /** Sealed content of a code, sent instead of `text`. Null: the code must not be sent any more. */
  readonly sealed?: string | null;
};

export type Batch = {
  readonly id: string;
  readonly attempt: number;
  readonly companyId: number;
  readonly dispatchId: number;
  readonly senderId: number;
  readonly senderName: string;
  readonly linkId: number;
  readonly lane: number;
  readonly channelType: ChannelType;
  readonly trafficType: TrafficType;
  /** The lifetime that the client set, counted from the hand-over. */
  readonly ttlSeconds?: number;
  /** Business time at which its schedule closes: no message is handed over from then on. */
  readonly untilMs?: number;
  /** The lifetime counts from the creation of a message: an expired code is not sent. */
  readonly isCode?: true;
  /** Another link is open and takes the messages for which this link has used up its tries. */
  readonly movable?: true;
  readonly messages: readonly BatchMessage[];
};

type Packed = Omit<Batch, 'messages'> & {
  readonly text: string;
  readonly specials?: readonly SpecialContent[];
  readonly items?: readonly PackedItem[];
  /**
   * Replaces `items` in a batch with codes: a connector of a version without seals cannot read the batch, so it
   * cannot send masked texts.
   */
  readonly sealedItems?: readonly PackedItem[];
  /** An entry per message; 0: not sealed. */
  readonly seals?: readonly (string | null | 0)[];
};

type PackedItem = readonly [string, number, string, string | 0, number, (number | undefined)?];

/** The text of the dispatch and special content shared by messages (the same object) are packed once. */
export function packBatch(batch: Batch, dispatchText: string): Uint8Array {
  const { messages, ...head } = batch;
  const specials = [...new Set(messages.map(({ special }) => special).filter((special) => special !== undefined))];
  const places = new Map(specials.map((special, at) => [special, at]));
  const items = messages.map(({ id, seq, destination, text, parts, special }): PackedItem => {
    const own = text === dispatchText ? 0 : text;
    return special === undefined
      ? [id, seq, destination, own, parts]
      : [id, seq, destination, own, parts, places.get(special)];
  });
  const seals = messages.map(({ sealed }) => (sealed === undefined ? 0 : sealed));
  const packed: Packed = {
    ...head,
    text: dispatchText,
    ...(specials.length > 0 && { specials }),
    ...(seals.some((seal) => seal !== 0) ? { sealedItems: items, seals } : { items }),
  };
  return Buffer.from(JSON.stringify(packed));
}

export function unpackBatch(payload: Uint8Array): Batch {
  // Written by packBatch.
  const packed = JSON.parse(Buffer.from(payload).toString('utf8')) as Packed;
  const { text, specials = [], items, sealedItems, seals = [], ...head } = packed;
  const packedItems = items ?? sealedItems;
  if (packedItems === undefined) throw new Error(`batch ${head.id} has no items`);
  return {
    ...head,
    // The previous version publishes batches without it.
    channelType: head.channelType ?? 'SMS',
    messages: packedItems.map(([id, seq, destination, own, parts, special], at) => ({
      id,
      seq,
      destination,
      text: own === 0 ? text : own,
      parts,
      ...(special !== undefined && { special: specials[special] ?? {} }),
      ...sealOf(seals[at]),
    })),
  };
}

const sealOf = (seal: string | null | 0 | undefined) => (seal === undefined || seal === 0 ? {} : { sealed: seal });

/**
 * The receipt of the operator repeats this reference, so that it finds its message even if the submit response was
 * lost. It differs between neighbors of a dispatch and between two dispatches to the same recipients. SQL that matches
 * such receipts repeats the formula.
 */
export function referenceOf(dispatchId: number, seq: number): number {
  return (seq ^ ((dispatchId & 0xffff) * REFERENCE_SPREAD)) & 0xffff;
}
