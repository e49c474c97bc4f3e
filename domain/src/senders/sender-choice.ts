// Chooses the sender of a dispatch for a number: the sender of its operator, else the sender of the operator's host
// network, else the first sender, unless the company routes strictly.

import type { Brand } from '../numbers/brand.ts';

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
