// Refusals of the Bot API of MAX, by HTTP code and a part of its code and message. The provider documents the HTTP
// codes and few of its words, so a refusal with unknown words has a meaning too, but ends no subscriber.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { AddressEnd } from '../link-job.ts';

export type RefusalMeaning = { readonly errorCode: number; readonly address?: AddressEnd; readonly isUnknown?: true };

type Row = readonly [status: number, words: RegExp, meaning: RefusalMeaning];

/** The first row that matches. */
export const REFUSALS: readonly Row[] = [
  [403, /chat\.denied|dialog\.suspended/, { errorCode: ERROR.botBlocked, address: 'stopped' }],
  [403, /(?:)/, { errorCode: ERROR.botBlocked, isUnknown: true }],
  [404, /(?:chat|dialog|user)\.not\.found/, { errorCode: ERROR.botNotStarted, address: 'gone' }],
  [404, /(?:)/, { errorCode: ERROR.botNotStarted, isUnknown: true }],
  [400, /proto\.payload/, { errorCode: ERROR.messengerContent }],
];

export function meaningOfRefusal(status: number, words: string): RefusalMeaning {
  const row = REFUSALS.find(([code, known]) => code === status && known.test(words));
  return row?.[2] ?? { errorCode: ERROR.messengerContent, isUnknown: true };
}

/** Codes that count whatever the HTTP code is. */
export const CODE = {
  token: 'verify.token',
  tooMany: 'too.many.requests',
  /** MAX still processes the picture. */
  notReady: 'attachment.not.ready',
} as const;
