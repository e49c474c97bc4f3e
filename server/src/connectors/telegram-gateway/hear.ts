// Answers of the Telegram Gateway. An error is a name in the body, whatever the HTTP status is. The account is that of
// the link, so refused access and limits concern the whole link.

import { readProviderCode, readProviderId } from '@volley/domain/links/provider-answer.ts';
import type { SaidCost } from '@volley/domain/money/message-cost.ts';
import { microsFromDecimal } from '@volley/domain/money/money.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { Answer, Dialect, Prepared, Verdict } from '../dialect.ts';
import { type Members, membersOf } from '../json-members.ts';
import { ERRORS, floodWaitMs } from './errors.ts';

type Heard =
  | { readonly kind: 'result'; readonly result: Members }
  | { readonly kind: 'error'; readonly error: string }
  /** Not an answer of the Gateway: a page of a proxy, or nothing. */
  | { readonly kind: 'foreign' };

type Prepare = Awaited<ReturnType<NonNullable<Dialect['prepare']>>>;

export function hearCheck(answer: Answer): Prepare {
  const heard = read(answer);
  switch (heard.kind) {
    case 'result': {
      const requestId = readProviderId(heard.result['request_id']);
      if (requestId === undefined) return temporary(answer, 'no-request-id');
      const fee = feeOf(heard.result);
      return { kind: 'prepared', facts: { requestId, ...(fee !== undefined && { fee }) } };
    }
    case 'error':
      return verdictOf(heard.error);
    case 'foreign':
      return closedBy(answer) ?? temporary(answer, String(answer.status));
  }
}

/** The request has its id since the check, so a lost or foreign answer can be asked about. */
export function hearSend(answer: Answer, { requestId = '', fee }: Prepared): ReturnType<Dialect['hear']> {
  const heard = read(answer);
  const taken = { kind: 'taken', ids: [requestId], ...costOf(fee) } as const;
  switch (heard.kind) {
    case 'result':
      return taken;
    case 'error':
      return ERRORS.get(heard.error)?.kind === 'taken' ? taken : verdictOf(heard.error);
    case 'foreign':
      return closedBy(answer) ?? { kind: 'lost', reason: `answered ${answer.status} without a result` };
  }
}

/** The delivery status exists only for a request whose message was sent. */
export function hearStatus(answer: Answer): ReturnType<NonNullable<Dialect['hearInquiry']>> {
  const heard = read(answer);
  if (heard.kind === 'error') return { kind: heard.error === 'REQUEST_ID_INVALID' ? 'not-taken' : 'unknown' };
  if (heard.kind === 'foreign') return { kind: 'unknown' };
  const id = readProviderId(heard.result['request_id']);
  if (id === undefined) return { kind: 'unknown' };
  return heard.result['delivery_status'] === undefined
    ? { kind: 'not-taken' }
    : { kind: 'taken', ids: [id], ...costOf(feeOf(heard.result)) };
}

/** The question names no request, so an error about the request proves that the token is good. */
export function hearHealth(answer: Answer): string | undefined {
  const heard = read(answer);
  if (heard.kind === 'foreign') return `${answer.status} without a result`;
  if (heard.kind === 'result') return undefined;
  const isRefused = ERRORS.get(heard.error)?.kind === 'closed' || heard.error === 'UNKNOWN_METHOD';
  return isRefused || floodWaitMs(heard.error) !== undefined ? readProviderCode(heard.error) : undefined;
}

/** The provider's prices are in US dollars. */
const FEE_CURRENCY = 'USD';

/** The fee in micros: the check takes it, and the send under the check is free. */
function feeOf({ request_cost: cost }: Members): string | undefined {
  return typeof cost === 'number' ? microsFromDecimal(cost)?.toString() : undefined;
}

const costOf = (fee: string | undefined): { cost?: SaidCost } =>
  fee === undefined ? {} : { cost: { kind: 'amount', micros: fee, currency: FEE_CURRENCY } };

function read(answer: Answer): Heard {
  const { ok, result, error } = membersOf(answer.body);
  if (ok === true && answer.status < 300) return { kind: 'result', result: membersOf(result) };
  if (ok !== false || typeof error !== 'string' || error === '') return { kind: 'foreign' };
  return isKnown(error) || !isTelling(answer) ? { kind: 'error', error } : { kind: 'foreign' };
}

export const isOwnError = (answer: Answer): boolean => read(answer).kind === 'error';

const isKnown = (error: string) => ERRORS.has(error) || floodWaitMs(error) !== undefined;

/** The status says more than an unknown error does. */
const isTelling = (answer: Answer) => answer.status >= 500 || answer.status === 408 || closedBy(answer) !== undefined;

function verdictOf(error: string): Verdict {
  const waitMs = floodWaitMs(error);
  if (waitMs !== undefined) return { kind: 'throttled', scope: 'link', forMs: waitMs };
  const providerCode = readProviderCode(error) ?? '';
  const meaning = ERRORS.get(error);
  if (meaning?.kind === 'refused') return { kind: 'refused', errorCode: meaning.errorCode, providerCode };
  if (meaning?.kind === 'closed') return { kind: 'closed', scope: 'link', reason: `answered ${providerCode}` };
  return { kind: 'refused', errorCode: ERROR.operatorFailure, providerCode, isUnknown: true };
}

/** Undefined: the status says nothing about the access of the link. */
function closedBy({ status, retryAfterMs }: Answer): Verdict | undefined {
  if (status === 429) return { kind: 'throttled', scope: 'link', forMs: retryAfterMs };
  const isRefused = (status >= 300 && status < 400) || [401, 402, 403, 404, 405, 410].includes(status);
  return isRefused ? { kind: 'closed', scope: 'link', reason: `answered ${status}` } : undefined;
}

const temporary = ({ retryAfterMs }: Answer, providerCode: string): Verdict => ({
  kind: 'temporary',
  providerCode,
  afterMs: retryAfterMs,
});
