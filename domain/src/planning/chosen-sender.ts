import { chooseSender, type SenderMatch } from '../senders/sender-choice.ts';
import type { KnownNumber } from './known-number.ts';

export type SenderCandidate = { readonly id: number; readonly brand: string; readonly feeMicros: bigint | null };

export type ChosenSender = { readonly sender: SenderCandidate; readonly match: SenderMatch };

export type SenderRules = {
  readonly senders: readonly SenderCandidate[];
  readonly routing: 'fallback' | 'strict';
  readonly hostNetwork: boolean;
};

/** Undefined: no sender may be used for the number. */
export function senderFor(
  { senders, routing, hostNetwork }: SenderRules,
  facts: Pick<KnownNumber, 'brand' | 'hostBrand'> | undefined,
): ChosenSender | undefined {
  const choice = chooseSender(senders, facts, { routing, hostNetwork });
  const sender = senders.find((candidate) => candidate.id === choice?.senderId);
  return choice && sender && { sender, match: choice.match };
}
