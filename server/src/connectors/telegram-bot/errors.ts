// Refusals of the Telegram Bot API, by HTTP code and a part of the description. The descriptions are no promise of the
// provider, so every refusal of a known code without a known description has a meaning too, but ends no subscriber.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { AddressEnd } from '../link-job.ts';

export type RefusalMeaning = { readonly errorCode: number; readonly address?: AddressEnd; readonly isUnknown?: true };

type Row = readonly [status: number, words: RegExp, meaning: RefusalMeaning];

/** The first row that matches. */
export const REFUSALS: readonly Row[] = [
  [403, /user is deactivated/i, { errorCode: ERROR.botNotStarted, address: 'gone' }],
  [403, /can't initiate conversation/i, { errorCode: ERROR.botNotStarted, address: 'stopped' }],
  [403, /blocked by the user|kicked/i, { errorCode: ERROR.botBlocked, address: 'stopped' }],
  [403, /(?:)/, { errorCode: ERROR.botBlocked, isUnknown: true }],
  [400, /chat not found|user not found|PEER_ID_INVALID/i, { errorCode: ERROR.botNotStarted, address: 'gone' }],
  [400, /too long|is empty|wrong file|wrong type|failed to get HTTP URL/i, { errorCode: ERROR.messengerContent }],
  [400, /BUTTON_|WEBPAGE_|IMAGE_PROCESS_FAILED/i, { errorCode: ERROR.messengerContent }],
  [400, /(?:)/, { errorCode: ERROR.messengerContent, isUnknown: true }],
];

export function meaningOfRefusal(status: number, description: string): RefusalMeaning | undefined {
  return REFUSALS.find(([code, words]) => code === status && words.test(description))?.[2];
}
