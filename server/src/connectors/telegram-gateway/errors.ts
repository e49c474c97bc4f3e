// Errors of the Telegram Gateway, by name. The public documentation names few of them; the list is that of public
// clients, and an unlisted error is counted, so that it is noticed.
import { ERROR } from '@volley/domain/sending/message-error.ts';

export type ErrorMeaning =
  | { readonly kind: 'refused'; readonly errorCode: number }
  /** The provider does not let the account of the link send. */
  | { readonly kind: 'closed' }
  /** An earlier call sent the message. */
  | { readonly kind: 'taken' };

const refused = (errorCode: number, ...names: readonly string[]) =>
  names.map((name): [string, ErrorMeaning] => [name, { kind: 'refused', errorCode }]);
const closed = (...names: readonly string[]) => names.map((name): [string, ErrorMeaning] => [name, { kind: 'closed' }]);

export const ERRORS: ReadonlyMap<string, ErrorMeaning> = new Map([
  ...refused(ERROR.telegramUnreachable, 'PHONE_NUMBER_NOT_FOUND', 'PHONE_NUMBER_NOT_AVAILABLE'),
  ...refused(ERROR.wrongNumber, 'PHONE_NUMBER_INVALID'),
  ...closed('ACCESS_TOKEN_INVALID', 'ACCESS_TOKEN_REQUIRED', 'BALANCE_NOT_ENOUGH'),
  ...closed('SENDER_NOT_VERIFIED', 'SENDER_NOT_OWNED', 'SENDER_USERNAME_INVALID'),
  // Mistakes of this service.
  ...refused(ERROR.internalFailure, 'CODE_INVALID', 'CODE_LENGTH_INVALID', 'CODE_LENGTH_REQUIRED'),
  ...refused(ERROR.internalFailure, 'CODE_EXPIRED', 'CODE_MAX_ATTEMPTS_EXCEEDED'),
  ...refused(ERROR.internalFailure, 'TTL_INVALID', 'PAYLOAD_INVALID', 'CALLBACK_URL_INVALID'),
  ...refused(ERROR.internalFailure, 'REQUEST_ID_INVALID', 'REQUEST_ID_REQUIRED', 'PHONE_NUMBER_MISMATCH'),
  ...refused(ERROR.internalFailure, 'UNKNOWN_METHOD'),
  ['MESSAGE_ALREADY_SENT', { kind: 'taken' }],
]);

/** A longer wait is asked about again: the account may be free earlier. */
const WAIT_SECONDS_MAX = 300;

/** The wait that the provider demands; undefined: the error is another one. */
export function floodWaitMs(error: string): number | undefined {
  const found = /FLOOD_WAIT(?:_(\d{1,9}))?/.exec(error);
  return found === null ? undefined : Math.min(Number(found[1] ?? 0), WAIT_SECONDS_MAX) * 1_000;
}
