// Answers of the plain HTTP protocol. Its error codes are those of this service.

import { meaningOfAnswer, readProviderCode, readProviderId } from '@volley/domain/links/provider-answer.ts';
import { ERROR, findMessageError } from '@volley/domain/sending/message-error.ts';
import type { Answer, Dialect } from '../dialect.ts';
import type { Submission } from '../link-job.ts';

export function hear(
  { status, retryAfterMs, body }: Answer,
  { account }: Pick<Submission, 'account'>,
): ReturnType<Dialect['hear']> {
  const meaning = meaningOfAnswer(status, errorOfAnswer(body));
  const providerCode = readProviderCode(codeOfAnswer(body)) ?? String(status);
  switch (meaning.kind) {
    case 'ok': {
      const id = idOfAnswer(body);
      // Accepted without a usable id: a status may still arrive with our reference.
      return id === undefined ? { kind: 'lost', reason: 'the answer has no message id' } : { kind: 'taken', ids: [id] };
    }
    case 'link-refused':
      return account !== undefined && isAboutCaller(status)
        ? { kind: 'closed', scope: 'account', reason: `answered ${refusalText(status, body)}` }
        : { kind: 'closed', scope: 'link', reason: `answered ${status}` };
    case 'throttled':
      return { kind: 'throttled', scope: account === undefined ? 'link' : 'account', forMs: retryAfterMs };
    case 'temporary':
      return { kind: 'temporary', providerCode, afterMs: retryAfterMs };
    case 'permanent':
    case 'our-mistake':
      return {
        kind: 'refused',
        errorCode: meaning.errorCode ?? ERROR.operatorFailure,
        providerCode,
        ...(isUnknown(codeOfAnswer(body)) && { isUnknown: true }),
      };
  }
}

/** The other refusals of a link are about its address. */
const isAboutCaller = (status: number) => status === 401 || status === 403;

/** The status and the provider's words, if any. */
export function refusalText(status: number, body: unknown): string {
  const words = memberOf(memberOf(body, 'error'), 'message');
  return typeof words === 'string' && words !== '' ? `${status}: ${words}` : String(status);
}

/** The provider's message id; undefined: the answer has no usable one. */
export function idOfAnswer(body: unknown): string | undefined {
  return readProviderId(memberOf(body, 'id'));
}

export function errorOfAnswer(body: unknown): number | undefined {
  const code = codeOfAnswer(body);
  return typeof code === 'number' ? code : undefined;
}

export const hasError = (body: unknown): boolean => memberOf(body, 'error') !== undefined;

/** The answer has a code, and it is none of ours. */
const isUnknown = (code: unknown) =>
  readProviderCode(code) !== undefined && (typeof code !== 'number' || findMessageError(code) === undefined);

const codeOfAnswer = (body: unknown): unknown => memberOf(memberOf(body, 'error'), 'code');

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? // An own property, checked above.
      (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
