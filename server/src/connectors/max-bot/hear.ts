// Answers of the Bot API of MAX: the object that was asked for, or `code` and `message` of an error.

import { readProviderCode, readProviderId } from '@volley/domain/links/provider-answer.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { Answer, Dialect, Verdict } from '../dialect.ts';
import { listOf, membersOf, textOf, wholeOf } from '../json-members.ts';
import { CODE, meaningOfRefusal } from './errors.ts';

/** The provider names no time to wait; its limit is one per second. */
const PAUSE_MS = 1_000;

export function hearMessage(answer: Answer): ReturnType<Dialect['hear']> {
  const { status, body, retryAfterMs } = answer;
  if (status >= 200 && status < 300) return hearSent(body);
  const code = textOf(membersOf(body)['code']);
  if (status === 401 || code === CODE.token)
    return { kind: 'closed', scope: 'account', reason: `answered ${wordsOf(answer)}` };
  if (status === 429 || code === CODE.tooMany)
    return { kind: 'throttled', scope: 'account', forMs: Math.max(retryAfterMs, PAUSE_MS) };
  const isRefusal = status >= 400 && status < 500 && status !== 408 && code !== CODE.notReady;
  // A refusal without a code is not of MAX: a page of a proxy must not end subscribers.
  return isRefusal && code !== '' ? refused(answer) : temporary(answer);
}

function hearSent(body: unknown): ReturnType<Dialect['hear']> {
  const mid = readProviderId(membersOf(membersOf(membersOf(body)['message'])['body'])['mid']);
  if (mid === undefined) return { kind: 'lost', reason: 'the answer has no message id' };
  return { kind: 'taken', ids: [mid], isFinal: true };
}

export const isOwnError = ({ body }: Answer): boolean => textOf(membersOf(body)['code']) !== '';

function temporary(answer: Answer): Verdict {
  const isNotReady = textOf(membersOf(answer.body)['code']) === CODE.notReady;
  return {
    kind: 'temporary',
    providerCode: providerCodeOf(answer),
    afterMs: Math.max(answer.retryAfterMs, isNotReady ? PAUSE_MS : 0),
    errorCode: ERROR.messengerUnavailable,
    ...(isNotReady && { isOfMessage: true }),
  };
}

/** The address for an upload. */
export function hearUploadAddress(answer: Answer): string | Verdict {
  const heard = hearMessage(answer);
  const url = textOf(membersOf(answer.body)['url']);
  if (answer.status >= 200 && answer.status < 300) return url === '' ? temporary(answer) : url;
  return heard.kind === 'lost' ? temporary(answer) : heard;
}

function refused(answer: Answer): Verdict {
  const words = wordsOf(answer);
  return { kind: 'refused', providerCode: providerCodeOf(answer), ...meaningOfRefusal(answer.status, words) };
}

/** Without an account, any answer of the provider says that it is there. */
export function hearMe(answer: Answer, hasAccount: boolean): string | undefined {
  const { user_id, code } = membersOf(answer.body);
  const isThere = !hasAccount && answer.status < 500 && textOf(code) !== '';
  return wholeOf(user_id) !== undefined || isThere ? undefined : wordsOf(answer);
}

/** The provider may refuse with 200 and `success` false. */
export function hearSubscription(answer: Answer): string | undefined {
  return answer.status < 300 && membersOf(answer.body)['success'] === true ? undefined : wordsOf(answer);
}

/** A text: the reason why MAX did not say. */
export function hearSubscriptions(answer: Answer, url: string): boolean | string {
  const { subscriptions } = membersOf(answer.body);
  if (answer.status >= 300 || !Array.isArray(subscriptions)) return wordsOf(answer);
  return listOf(subscriptions).some((one) => membersOf(one)['url'] === url);
}

const providerCodeOf = (answer: Answer) => readProviderCode(wordsOf(answer)) ?? String(answer.status);

function wordsOf({ status, body }: Answer): string {
  const { code, message } = membersOf(body);
  return [String(status), textOf(code), textOf(message)].filter((word) => word !== '').join(' ');
}
