// What travels on the bus: a batch of messages of one strand, ready for one link. The payload carries
// everything the link needs; the row in PostgreSQL decides whether it may still be sent.
import type { TrafficType } from '@volley/domain/tariff.ts';

export const BATCH_STATES = { claimed: 0, inFlight: 1, waiting: 2, handedOver: 3 } as const;

/** Odd, so that dispatches map to different references. */
export const REFERENCE_SPREAD = 40_503;

export type BatchMessage = {
  readonly id: string;
  readonly seq: number;
  readonly destination: string;
  readonly text: string;
  readonly parts: number;
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
  readonly trafficType: TrafficType;
  readonly messages: readonly BatchMessage[];
};

type Packed = Omit<Batch, 'messages'> & {
  readonly text: string;
  readonly items: readonly (readonly [string, number, string, string | 0, number])[];
};

/** The dispatch's own text is sent once; only texts of their own travel with a message. */
export function packBatch(batch: Batch, dispatchText: string): Uint8Array {
  const { messages, ...head } = batch;
  const packed: Packed = {
    ...head,
    text: dispatchText,
    items: messages.map((message) => [
      message.id,
      message.seq,
      message.destination,
      message.text === dispatchText ? 0 : message.text,
      message.parts,
    ]),
  };
  return Buffer.from(JSON.stringify(packed));
}

export function unpackBatch(payload: Uint8Array): Batch {
  // Written by packBatch of the same product.
  const { text, items, ...head } = JSON.parse(Buffer.from(payload).toString('utf8')) as Packed;
  return {
    ...head,
    messages: items.map(([id, seq, destination, own, parts]) => ({
      id,
      seq,
      destination,
      text: own === 0 ? text : own,
      parts,
    })),
  };
}

/**
 * Comes back in the operator's receipt, so that a receipt finds its message even when the answer was lost.
 * Two dispatches to the same list differ in it, and neighbours within one dispatch do. The same sum is
 * written in SQL where such receipts are looked for.
 */
export function referenceOf(dispatchId: number, seq: number): number {
  return (seq ^ ((dispatchId & 0xffff) * REFERENCE_SPREAD)) & 0xffff;
}
