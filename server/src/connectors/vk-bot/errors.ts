// Error codes of the VK API: https://dev.vk.com/reference/errors. VK answers errors with HTTP 200. An unknown code
// refuses the message, but ends no subscriber.
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { AddressEnd } from '../link-job.ts';

export type Meaning =
  | { readonly kind: 'refused'; readonly errorCode: number; readonly address?: AddressEnd; readonly isUnknown?: true }
  | { readonly kind: 'throttled'; readonly forMs: number }
  | { readonly kind: 'temporary' | 'closed' };

const TEMPORARY: Meaning = { kind: 'temporary' };
const CLOSED: Meaning = { kind: 'closed' };
const CONTENT: Meaning = { kind: 'refused', errorCode: ERROR.messengerContent };
const BLOCKED: Meaning = { kind: 'refused', errorCode: ERROR.botBlocked, address: 'stopped' };
const GONE: Meaning = { kind: 'refused', errorCode: ERROR.botNotStarted, address: 'gone' };
const NOT_ALLOWED: Meaning = { kind: 'refused', errorCode: ERROR.botNotStarted };
/** VK names no time to wait. */
const pause = (seconds: number): Meaning => ({ kind: 'throttled', forMs: seconds * 1_000 });

export const MEANINGS: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [1, TEMPORARY], // unknown error
  [2, CLOSED], // application disabled
  [5, CLOSED], // authorization failed
  [6, pause(1)], // too many requests per second
  [7, BLOCKED], // permission denied
  [9, pause(10)], // flood control
  [10, TEMPORARY], // internal error
  [13, TEMPORARY], // runtime error
  [14, pause(60)], // captcha needed
  [15, BLOCKED], // access denied
  [16, CLOSED], // https needed
  [17, CLOSED], // validation needed
  [18, GONE], // page deleted or banned
  [20, CLOSED], // method not allowed for this kind of application
  [21, CLOSED], // method not allowed for this kind of application
  [23, CLOSED], // method disabled
  [24, CLOSED], // confirmation needed
  [25, CLOSED], // token needs confirmation
  [27, CLOSED], // authorization of the community failed
  [28, CLOSED], // authorization of the application failed
  [29, pause(60)], // limit of the method reached
  [32, pause(1)], // need wait
  [36, TEMPORARY], // timeout inside VK
  [37, GONE], // person banned
  [38, CLOSED], // unknown application
  [39, GONE], // unknown person
  [40, CLOSED], // unknown community
  [42, CLOSED], // address of the caller not allowed
  [43, TEMPORARY], // section temporarily unavailable
  [100, CONTENT], // parameter missing or invalid
  [113, GONE], // invalid id of a person
  [203, CLOSED], // access to the community denied
  [601, pause(300)], // too many actions today
  [900, { kind: 'refused', errorCode: ERROR.botBlocked }], // the community has blocked the person
  [901, { ...NOT_ALLOWED, address: 'stopped' }], // the person does not allow messages
  [902, NOT_ALLOWED], // settings of privacy
  [910, CONTENT], // too big
  [911, CONTENT], // form of the keyboard
  [912, CONTENT], // abilities of bots are off in the community
  [914, CONTENT], // too long
  [932, NOT_ALLOWED], // the community cannot write to this peer
  [950, NOT_ALLOWED], // time to reply is over
  [1117, CLOSED], // token expired
  [3609, CLOSED], // token must be extended
]);

/** Parts of the words, and subcodes, by which 7 and 15 are about the rights of the token and not about the person. */
const RIGHTS = /no access to call this method|current scopes|method is unavailable/i;
const RIGHTS_SUBCODES = [1133, 1134];

export function meaningOfError(code: number, words: string, subcode: number | undefined): Meaning {
  const isAboutRights = RIGHTS.test(words) || (subcode !== undefined && RIGHTS_SUBCODES.includes(subcode));
  if ((code === 7 || code === 15) && isAboutRights) return CLOSED;
  return MEANINGS.get(code) ?? { kind: 'refused', errorCode: ERROR.operatorFailure, isUnknown: true };
}
