// Answers of the Cloud API: the id of the message, or an `error` with its code. An answer without a code is not of
// Meta: a page of a proxy, or nothing.

import { readProviderId } from '@volley/domain/links/provider-answer.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { Answer, Dialect, Verdict } from '../dialect.ts';
import { listOf, membersOf, textOf, wholeOf } from '../json-members.ts';
import { type ErrorMeaning, meaningOfError } from './errors.ts';

/** For 429 without a code and without a wait. */
const PAUSE_MS = 1_000;

export function hearMessage(answer: Answer): ReturnType<Dialect['hear']> {
  const { status, body } = answer;
  if (status >= 200 && status < 300) return hearSent(body);
  const code = codeOf(answer);
  const meaning = code === undefined ? undefined : meaningOfError(code);
  if (meaning !== undefined) return verdictOf(answer, meaning);
  if (status === 401) return closed(answer);
  if (status === 429) return throttled('account', PAUSE_MS, answer);
  const isRefusal = status >= 400 && status < 500 && status !== 408 && code !== undefined && !isTransient(answer);
  return isRefusal
    ? { kind: 'refused', errorCode: ERROR.operatorFailure, providerCode: String(code), isUnknown: true }
    : temporary(answer);
}

function hearSent(body: unknown): ReturnType<Dialect['hear']> {
  const id = readProviderId(membersOf(listOf(membersOf(body)['messages'])[0])['id']);
  // A status may still arrive with our reference.
  return id === undefined ? { kind: 'lost', reason: 'the answer has no message id' } : { kind: 'taken', ids: [id] };
}

export const isOwnError = (answer: Answer): boolean => codeOf(answer) !== undefined;

function verdictOf(answer: Answer, meaning: ErrorMeaning): Verdict {
  switch (meaning.kind) {
    case 'refused':
      return { kind: 'refused', errorCode: meaning.errorCode, providerCode: providerCodeOf(answer) };
    case 'throttled':
      return throttled(meaning.scope, meaning.forMs, answer);
    case 'closed':
      return closed(answer);
    case 'temporary':
      return temporary(answer);
  }
}

const throttled = (scope: 'account' | 'recipient', forMs: number, { retryAfterMs }: Answer): Verdict => ({
  kind: 'throttled',
  scope,
  forMs: Math.max(forMs, retryAfterMs),
});

const closed = (answer: Answer): Verdict => ({
  kind: 'closed',
  scope: 'account',
  reason: `answered ${wordsOf(answer)}`,
});

const temporary = (answer: Answer): Verdict => ({
  kind: 'temporary',
  providerCode: providerCodeOf(answer),
  afterMs: answer.retryAfterMs,
});

/** Meta answers its limits with HTTP 400. */
export function isBusy(answer: Answer): boolean {
  const { kind } = hearMessage(answer);
  return kind === 'throttled' || kind === 'temporary';
}

/** Without an account, any answer of the provider says that it is there. */
export function hearNumber(answer: Answer, hasAccount: boolean): string | undefined {
  const isThere = !hasAccount && answer.status < 500 && codeOf(answer) !== undefined;
  const isKnown = answer.status < 300 && readProviderId(membersOf(answer.body)['id']) !== undefined;
  return isKnown || isThere ? undefined : wordsOf(answer);
}

const errorOf = ({ body }: Answer) => membersOf(membersOf(body)['error']);
const codeOf = (answer: Answer) => wholeOf(errorOf(answer)['code']);
const isTransient = (answer: Answer) => errorOf(answer)['is_transient'] === true;
const providerCodeOf = (answer: Answer) => String(codeOf(answer) ?? answer.status);

function wordsOf(answer: Answer): string {
  const { message, error_data: data } = errorOf(answer);
  const details = textOf(membersOf(data)['details']);
  const words = [answer.status, codeOf(answer) ?? '', textOf(message), details];
  return words.filter((word) => word !== '').join(' ');
}
