// Error codes of the Cloud API, in answers and in failed statuses:
// https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes. The HTTP status says less than the code.

import type { StatusMeaning } from '@volley/domain/links/provider-answer.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';

export type ErrorMeaning =
  | { readonly kind: 'refused'; readonly errorCode: number }
  | { readonly kind: 'throttled'; readonly scope: 'account' | 'recipient'; readonly forMs: number }
  /** Meta does not let the account send: token, rights, payment, policy or a number that is not registered. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'temporary' };

const rows = (meaning: ErrorMeaning, ...codes: readonly number[]) =>
  codes.map((code): [number, ErrorMeaning] => [code, meaning]);
const refused = (errorCode: number, ...codes: readonly number[]) => rows({ kind: 'refused', errorCode }, ...codes);
const throttled = (scope: 'account' | 'recipient', forMs: number, ...codes: readonly number[]) =>
  rows({ kind: 'throttled', scope, forMs }, ...codes);

/** Messages from one number to one person follow each other after six seconds. */
const PAIR_PAUSE_MS = 6_000;
const SECOND_MS = 1_000;
/** Limits that Meta counts by the hour. */
const HOURLY_PAUSE_MS = 60_000;

export const ERRORS: ReadonlyMap<number, ErrorMeaning> = new Map([
  // No account, or a client too old for the message.
  ...refused(ERROR.numberUnknown, 131_026),
  // The person has opted out, takes part in an experiment, or gets no more marketing messages today.
  ...refused(ERROR.subscriberBarred, 130_472, 131_049, 131_050),
  // Outside the session; templates that do not exist, are paused or disabled; blocked flows.
  ...refused(ERROR.notFound, 131_047, 132_001, 132_015, 132_016, 132_068, 132_069),
  // Parameters of templates; texts and files that the provider does not take.
  ...refused(ERROR.textUnusable, 132_000, 132_005, 132_007, 132_012, 132_018, 131_051, 131_052, 131_053),
  // Mistakes of this service, and a message of a number to itself.
  ...refused(ERROR.internalFailure, 100, 131_008, 131_009, 131_021),
  ...throttled('account', SECOND_MS, 130_429),
  ...throttled('account', HOURLY_PAUSE_MS, 4, 80_007),
  ...throttled('recipient', PAIR_PAUSE_MS, 131_056),
  ...rows({ kind: 'closed' }, 0, 3, 10, 190, 368, 131_005, 131_031, 131_042, 131_045, 131_048, 133_010),
  ...rows({ kind: 'temporary' }, 1, 2, 131_000, 131_016, 131_057, 133_004),
]);

/** Rights that the token lacks. */
const isPermission = (code: number) => code >= 200 && code <= 299;

/** Undefined: an unknown code. */
export function meaningOfError(code: number): ErrorMeaning | undefined {
  return isPermission(code) ? { kind: 'closed' } : ERRORS.get(code);
}

/** The spam limit closes the account, but a single message has met a limit. */
const SPAM_LIMIT = 131_048;

/** Status of a webhook. `failed` may follow `sent`, so it is not a rejection. */
export function meaningOfStatus(status: string, code: number | undefined): StatusMeaning {
  switch (status) {
    case 'sent':
    case 'delivered':
      return { state: status };
    case 'read':
    case 'played':
      return { state: 'read' };
    case 'failed':
      return { state: 'undelivered', errorCode: code === undefined ? ERROR.operatorFailure : failureOf(code) };
    default:
      return { state: 'none' };
  }
}

function failureOf(code: number): number {
  const meaning = meaningOfError(code);
  if (meaning?.kind === 'refused') return meaning.errorCode;
  return meaning?.kind === 'throttled' || code === SPAM_LIMIT ? ERROR.limitReached : ERROR.operatorFailure;
}
