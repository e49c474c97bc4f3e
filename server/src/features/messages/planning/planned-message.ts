// A planned message of a dispatch, as it is stored.

import type { StrandKey } from '@volley/domain/planning/offer.ts';
import type { Planned, PlannedContent } from './plan-message.ts';

export type PlannedMessage = {
  readonly destination: string;
  readonly senderId: number;
  readonly brandId: number;
  readonly country: string;
  readonly parts: number;
  readonly amountMicros: bigint;
  /** Null: the text of the dispatch. */
  readonly text: string | null;
  readonly templateId?: number | undefined;
  readonly strand: StrandKey;
};

export function messageOf(
  { destination, brandId, country, content, offer, templateId }: Planned<PlannedContent>,
  dispatchText: string,
): PlannedMessage {
  return {
    destination,
    senderId: offer.senderId,
    brandId,
    country,
    parts: content.parts,
    amountMicros: offer.partMicros * BigInt(content.parts),
    text: content.text === dispatchText ? null : content.text,
    templateId,
    strand: offer.strand,
  };
}

export function totalsOf(messages: readonly PlannedMessage[]): { parts: number; amountMicros: bigint } {
  let parts = 0;
  let amountMicros = 0n;
  for (const message of messages) {
    parts += message.parts;
    amountMicros += message.amountMicros;
  }
  return { parts, amountMicros };
}
