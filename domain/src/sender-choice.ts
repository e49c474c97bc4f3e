// Which of a dispatch's senders a number gets: the one of its operator, then the one of the network that hosts its
// operator, then, unless the company routes strictly, the first of the list.

import type { Brand } from './brand.ts';

export type SenderMatch = 'brand' | 'host' | 'fallback';

export function chooseSender(
  senders: readonly { id: number; brand: string }[],
  facts: { brand?: Brand | undefined; hostBrand?: Brand | undefined } | undefined,
  options: { routing: 'fallback' | 'strict'; hostNetwork: boolean },
): { senderId: number; match: SenderMatch } | undefined {
  const ofBrand = findOfBrand(senders, facts?.brand);
  if (ofBrand) return { senderId: ofBrand.id, match: 'brand' };
  const ofHost = options.hostNetwork ? findOfBrand(senders, facts?.hostBrand) : undefined;
  if (ofHost) return { senderId: ofHost.id, match: 'host' };
  const first = options.routing === 'fallback' ? senders[0] : undefined;
  return first && { senderId: first.id, match: 'fallback' };
}

function findOfBrand(senders: readonly { id: number; brand: string }[], brand: Brand | undefined) {
  return brand === undefined ? undefined : senders.find((sender) => sender.brand === brand);
}
