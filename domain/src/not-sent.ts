// Why somebody on the list got nothing: refused when the dispatch was filled, or ended before the operator had it.

export const NOT_SENT_REASONS = [
  'bad-number',
  'duplicate',
  'blacklist',
  'no-sender',
  'text',
  'restricted',
  'stopped',
  'expired',
  'money',
  'other',
] as const;

export type NotSentReason = (typeof NOT_SENT_REASONS)[number];

/** A number that stood in the list before; no message has this code. */
export const DUPLICATE_CODE = 0;

const REASONS: ReadonlyMap<number, NotSentReason> = new Map<number, NotSentReason>([
  [DUPLICATE_CODE, 'duplicate'],
  [11, 'bad-number'],
  [456, 'bad-number'],
  [7401, 'bad-number'],
  [453, 'blacklist'],
  [454, 'no-sender'],
  [457, 'no-sender'],
  [7403, 'text'],
  [455, 'restricted'],
  [458, 'restricted'],
  [7002, 'stopped'],
  [7060, 'expired'],
  [7402, 'money'],
  [7429, 'money'],
]);

export function notSentReason(errorCode: number): NotSentReason {
  return REASONS.get(errorCode) ?? 'other';
}
