// Answers of the Telegram Bot API: `ok`, and `result` or a code with a description.

import { readProviderCode } from '@volley/domain/links/provider-answer.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { Answer, Dialect, Verdict } from '../dialect.ts';
import { membersOf, textOf, wholeOf } from '../json-members.ts';
import type { Submission } from '../link-job.ts';
import { meaningOfRefusal } from './errors.ts';
import { botIdOf } from './speak.ts';

/** The provider's longest demand that is believed: the account is asked about again after it. */
const WAIT_SECONDS_MAX = 300;

export function hearMessage(answer: Answer, submission: Submission): ReturnType<Dialect['hear']> {
  const { status, body } = answer;
  const { ok, result, description, parameters, error_code } = membersOf(body);
  if (ok === true && status < 300) {
    const messageId = wholeOf(membersOf(result)['message_id']);
    if (messageId === undefined) return { kind: 'lost', reason: 'the answer has no message id' };
    // Numbers of messages count per chat, so they are unique only with the bot and the chat.
    return { kind: 'taken', ids: [`${botIdOf(submission)}.${submission.address}.${messageId}`], isFinal: true };
  }
  const code = wholeOf(error_code) ?? status;
  if (code === 429) return throttled(answer, wholeOf(membersOf(parameters)['retry_after']));
  if (code === 401 || code === 404)
    return { kind: 'closed', scope: 'account', reason: `answered ${wordsOf(code, description)}` };
  if (code >= 500 || code < 400 || code === 408) return temporary(answer, code);
  return refused(code, textOf(description));
}

export const isOwnError = ({ body }: Answer): boolean => membersOf(body)['ok'] === false;

function temporary({ retryAfterMs }: Answer, code: number): Verdict {
  return {
    kind: 'temporary',
    providerCode: String(code),
    afterMs: retryAfterMs,
    errorCode: ERROR.messengerUnavailable,
  };
}

function throttled({ retryAfterMs }: Answer, seconds: number | undefined): Verdict {
  const forMs = seconds === undefined ? retryAfterMs : Math.min(seconds, WAIT_SECONDS_MAX) * 1_000;
  return { kind: 'throttled', scope: 'account', forMs };
}

function refused(code: number, description: string): Verdict {
  const providerCode = readProviderCode(wordsOf(code, description)) ?? String(code);
  const meaning = meaningOfRefusal(code, description) ?? { errorCode: ERROR.operatorFailure, isUnknown: true };
  return { kind: 'refused', providerCode, ...meaning };
}

/** Undefined: agreed. Without an account, any answer of the provider says that it is there. */
export function hearMe({ status, body }: Answer, hasAccount: boolean): string | undefined {
  const { ok, description } = membersOf(body);
  if (ok === true || (ok === false && !hasAccount && status < 500)) return undefined;
  return wordsOf(status, description);
}

/** A text: the reason why Telegram did not say. */
export function hearWebhook({ status, body }: Answer, url: string): boolean | string {
  const { ok, result, description } = membersOf(body);
  return ok === true ? membersOf(result)['url'] === url : wordsOf(status, description);
}

function wordsOf(code: number, description: unknown): string {
  const words = textOf(description);
  return words === '' ? String(code) : `${code} ${words}`;
}
