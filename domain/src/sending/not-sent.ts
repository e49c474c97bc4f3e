// Why a recipient of a dispatch got no message: refused when the dispatch was filled, or failed before the hand-over.
import { ERROR } from './message-error.ts';

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

/** A repeated number; no message has this code. */
export const DUPLICATE_CODE = 0;

const REASONS: ReadonlyMap<number, NotSentReason> = new Map<number, NotSentReason>([
  [DUPLICATE_CODE, 'duplicate'],
  [ERROR.wrongNumber, 'bad-number'],
  [ERROR.numberUnknown, 'bad-number'],
  [ERROR.numberUnusable, 'bad-number'],
  [ERROR.numberBlocked, 'blacklist'],
  [ERROR.senderBlocked, 'no-sender'],
  [ERROR.senderUnavailable, 'no-sender'],
  [ERROR.textUnusable, 'text'],
  [ERROR.destinationRestricted, 'restricted'],
  [ERROR.trafficBlocked, 'restricted'],
  [ERROR.stopped, 'stopped'],
  [ERROR.lifetimeOver, 'expired'],
  [ERROR.noMoney, 'money'],
  [ERROR.limitReached, 'money'],
]);

export function notSentReason(errorCode: number): NotSentReason {
  return REASONS.get(errorCode) ?? 'other';
}
