import type * as contract from '@volley/contract/back-office/moderation/review.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import type { ReviewVerdict } from '@volley/domain/senders/sender-review.ts';

export type Card = ReplyOf<typeof contract.reviewSenders>['items'][number];
export type Review = ReplyOf<typeof contract.reviewSender>;

/** Keys by their place on the keyboard, so they work in every layout. */
const KEYS: Readonly<Record<string, ReviewVerdict>> = {
  KeyT: 'INTERNAL_REVIEW',
  KeyE: 'EXTERNAL_REVIEW',
  KeyA: 'APPROVED',
  KeyR: 'REJECTED',
};

type Press = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>;

export const isPlain = ({ ctrlKey, metaKey, altKey }: Press) => !ctrlKey && !metaKey && !altKey;

/** The decision of a key, if it is allowed now. */
export function verdictOfKey(press: Press, moves: readonly ReviewVerdict[]): ReviewVerdict | undefined {
  const verdict = isPlain(press) ? KEYS[press.code] : undefined;
  return verdict !== undefined && moves.includes(verdict) ? verdict : undefined;
}

/** Keys are text while a field has the focus. */
export function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
}
