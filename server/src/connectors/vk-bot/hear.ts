// Answers of the VK API: `response`, or `error` with a code and words; both with HTTP 200.

import { readProviderCode } from '@volley/domain/links/provider-answer.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { Answer, Dialect, Verdict } from '../dialect.ts';
import { fileRefused } from '../files.ts';
import { membersOf, textOf, wholeOf } from '../json-members.ts';
import type { Submission } from '../link-job.ts';
import { meaningOfError } from './errors.ts';
import { randomIdOf } from './speak.ts';

const PAUSE_MS = 1_000;
/** Permission and access denied. */
const RIGHTS_CODES = [7, 15];
/** The right of a token without which it cannot write, and its bit in the mask of rights. */
const RIGHT = { name: 'messages', bit: 4_096 };

export function hearMessage(answer: Answer, submission: Submission): ReturnType<Dialect['hear']> {
  const { status, body, retryAfterMs } = answer;
  const error = errorOf(answer);
  if (error !== undefined) return verdictOf(answer, error);
  if (status === 429) return { kind: 'throttled', scope: 'account', forMs: Math.max(retryAfterMs, PAUSE_MS) };
  // An answer without the form of VK is a page of a proxy.
  if (status < 200 || status >= 300) return temporary(answer, String(status));
  const id = wholeOf(membersOf(body)['response']);
  if (id === undefined || id < 0) return { kind: 'lost', reason: 'the answer has no message id' };
  // Ids of messages count per community, and one link carries many.
  return { kind: 'taken', ids: [`${submission.address}.${id}.${randomIdOf(submission.messageId)}`], isFinal: true };
}

type VkError = { readonly code: number; readonly words: string; readonly subcode: number | undefined };

export function errorOf({ body }: Answer): VkError | undefined {
  const { error_code, error_msg, error_subcode } = membersOf(membersOf(body)['error']);
  const code = wholeOf(error_code);
  if (code === undefined) return undefined;
  return { code, words: [String(code), textOf(error_msg)].join(' ').trim(), subcode: wholeOf(error_subcode) };
}

function verdictOf(answer: Answer, { code, words, subcode }: VkError): Verdict {
  const meaning = meaningOfError(code, words, subcode);
  const providerCode = readProviderCode(words) ?? String(code);
  switch (meaning.kind) {
    case 'temporary':
      return temporary(answer, providerCode);
    case 'closed':
      return { kind: 'closed', scope: 'account', reason: `answered ${words}` };
    case 'throttled':
      return { kind: 'throttled', scope: 'account', forMs: Math.max(answer.retryAfterMs, meaning.forMs) };
    case 'refused':
      return { ...meaning, providerCode };
  }
}

/**
 * The response of a call about an upload. A token that may write, but not upload, fails the message and not the
 * account.
 */
export function hearUploadCall(answer: Answer): { readonly response: unknown } | Verdict {
  const { status, body, retryAfterMs } = answer;
  const error = errorOf(answer);
  if (error !== undefined) {
    const verdict = verdictOf(answer, error);
    const isOfMessage = verdict.kind === 'refused' || RIGHTS_CODES.includes(error.code);
    return isOfMessage ? fileRefused(readProviderCode(error.words) ?? String(error.code)) : verdict;
  }
  if (status === 429) return { kind: 'throttled', scope: 'account', forMs: Math.max(retryAfterMs, PAUSE_MS) };
  const { response } = membersOf(body);
  return status >= 200 && status < 300 && response !== undefined ? { response } : temporary(answer, String(status));
}

const temporary = ({ retryAfterMs }: Answer, providerCode: string): Verdict => ({
  kind: 'temporary',
  providerCode,
  afterMs: retryAfterMs,
  errorCode: ERROR.messengerUnavailable,
});

/** VK answers limits and its own failures with HTTP 200. */
export function isBusy(answer: Answer): boolean {
  const error = errorOf(answer);
  const kind = error && verdictOf(answer, error).kind;
  return kind === 'throttled' || kind === 'temporary';
}

/** Undefined: the token may write. Without an account, any error in the form of VK says that VK is there. */
export function hearPermissions(answer: Answer, hasAccount: boolean): string | undefined {
  const error = errorOf(answer);
  if (error !== undefined) return !hasAccount && answer.status < 500 ? undefined : error.words;
  const mask = wholeOf(membersOf(membersOf(answer.body)['response'])['mask']);
  if (mask === undefined) return String(answer.status);
  // The mask may have more bits than bitwise operators take.
  const mayWrite = Math.floor(mask / RIGHT.bit) % 2 === 1;
  return mayWrite ? undefined : `without the right ${RIGHT.name}`;
}
