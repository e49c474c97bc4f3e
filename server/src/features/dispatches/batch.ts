// What travels on the bus: a batch of messages of one strand, ready for one link. The payload carries
// everything the link needs; the row in PostgreSQL decides whether it may still be sent.
import type { ChannelType } from '@volley/domain/channel.ts';
import type { TrafficType } from '@volley/domain/tariff.ts';

export const BATCH_STATES = { claimed: 0, inFlight: 1, waiting: 2, handedOver: 3 } as const;

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
  /** Of a code: the content that goes out instead of this one, sealed. Null: it must not go out any more. */
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
  /** The client's own lifetime, counted from the hand-over. */
  readonly ttlSeconds?: number;
  /** Business time from which nothing more of it may be handed over: its hours or its own time are over. */
  readonly untilMs?: number;
  /** The lifetime counts from the making of a message: a code that nobody can enter any more is not sent. */
  readonly isCode?: true;
  /** Another link is open: what this one uses up its tries on goes there. */
  readonly movable?: true;
  readonly messages: readonly BatchMessage[];
};

type Packed = Omit<Batch, 'messages'> & {
  readonly text: string;
  readonly specials?: readonly SpecialContent[];
  readonly items?: readonly PackedItem[];
  /**
   * Instead of `items` where there are codes: a connector that knows nothing of seals cannot read the batch, and so
   * cannot send masked texts.
   */
  readonly sealedItems?: readonly PackedItem[];
  /** One for each message; 0 where it has none. */
  readonly seals?: readonly (string | null | 0)[];
};

type PackedItem = readonly [string, number, string, string | 0, number, (number | undefined)?];

/**
 * The dispatch's own text is sent once, and so is special content that messages share (the same object);
 * only what is a message's own travels with it.
 */
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
  // Written by packBatch of the same product.
  const packed = JSON.parse(Buffer.from(payload).toString('utf8')) as Packed;
  const { text, specials = [], items, sealedItems, seals = [], ...head } = packed;
  const packedItems = items ?? sealedItems;
  if (packedItems === undefined) throw new Error(`batch ${head.id} has no items`);
  return {
    ...head,
    // Not in what the version before this one published.
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
 * Comes back in the operator's receipt, so that a receipt finds its message even when the answer was lost.
 * Two dispatches to the same list differ in it, and neighbours within one dispatch do. The same sum is
 * written in SQL where such receipts are looked for.
 */
export function referenceOf(dispatchId: number, seq: number): number {
  return (seq ^ ((dispatchId & 0xffff) * REFERENCE_SPREAD)) & 0xffff;
}
