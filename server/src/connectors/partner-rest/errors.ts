// Errors of aggregators. An unlisted one ends its message with 502 and is counted, so that it is noticed.
import { ERROR } from '@volley/domain/sending/message-error.ts';

export type ErrorMeaning =
  | { readonly kind: 'refused'; readonly errorCode: number }
  /** The aggregator does not let our account send. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'throttled' }
  | { readonly kind: 'temporary' }
  /** An earlier call with the same id made the message. */
  | { readonly kind: 'taken' };

const refused = (errorCode: number): ErrorMeaning => ({ kind: 'refused', errorCode });
const closed: ErrorMeaning = { kind: 'closed' };
const temporary: ErrorMeaning = { kind: 'temporary' };

/** Answers of the form `login`, by `error.code`. */
export const LOGIN_ERRORS: ReadonlyMap<number, ErrorMeaning> = new Map<number, ErrorMeaning>([
  [1, temporary],
  // Our address is not on the list of the account.
  [2, closed],
  [3, { kind: 'throttled' }],
  [4, refused(ERROR.internalFailure)],
  // No such login; a wrong password.
  [5, closed],
  [6, closed],
  [7, refused(ERROR.senderUnavailable)],
  [8, refused(ERROR.wrongNumber)],
  [9, refused(ERROR.messengerContent)],
  [10, { kind: 'taken' }],
  // The lifetime is out of range.
  [11, refused(ERROR.textUnusable)],
  [100, temporary],
]);

/** Reports of the form `login` about messages that were not delivered, by `errorCode`. */
export const LOGIN_REPORT_ERRORS: ReadonlyMap<string, number> = new Map([
  ['1', ERROR.operatorFailure],
  ['7', ERROR.subscriberAbsent],
  // For a messenger: the number has no account there.
  ['8', ERROR.notProvisioned],
]);

type Row = readonly [code: number, name: string, meaning: ErrorMeaning];

const VIBER_ROWS: readonly Row[] = [
  [1, 'INTERNAL_FAILURE', temporary],
  [2, 'BAD_SERVICE_ID', refused(ERROR.senderUnavailable)],
  [3, 'BAD_DATA', refused(ERROR.textUnusable)],
  [5, 'BAD_MESSAGE_TYPE', refused(ERROR.textUnusable)],
  [6, 'BAD_PARAMETERS', refused(ERROR.textUnusable)],
  [7, 'TIMEOUT', temporary],
  [8, 'USER_BLOCKED', refused(ERROR.subscriberBarred)],
  [9, 'NOT_VIBER_USER', refused(ERROR.notProvisioned)],
  [10, 'NO_SUITABLE_DEVICE', refused(ERROR.notProvisioned)],
  [11, 'UNAUTHORIZED_IP', closed],
  [13, 'NOT_PERMITTED', closed],
  [18, 'BAD_LABEL', refused(ERROR.senderUnavailable)],
  [20, 'INVALID_TTL', refused(ERROR.textUnusable)],
  [21, 'WAIT_FOR_USER_RESPONSE', refused(ERROR.subscriberBarred)],
  [28, 'FILE_NOT_PERMITTED', refused(ERROR.textUnusable)],
];

/** Errors of Viber as aggregators pass them on: by number, and by name without the prefix `SRVC_`. */
export const VIBER_ERRORS: ReadonlyMap<string, ErrorMeaning> = new Map(
  VIBER_ROWS.flatMap(([code, name, meaning]): [string, ErrorMeaning][] => [
    [String(code), meaning],
    [name, meaning],
  ]),
);

export const findViberError = (code: string): ErrorMeaning | undefined =>
  VIBER_ERRORS.get(code.toUpperCase().replace(/^SRVC_/, ''));
