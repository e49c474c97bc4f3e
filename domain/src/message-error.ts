// Why a message was refused or not delivered. Codes are shown to clients, so one table holds them all; what networks
// answer is translated into it. Meanings of codes that only this service gives are its own.

export type ErrorOrigin = 'platform' | 'operator' | 'telegram';

export type MessageError = { code: number; meaning: string; origin: ErrorOrigin };

export const MESSAGE_ERRORS: readonly MessageError[] = [
  { code: 11, meaning: 'number is wrong or does not exist', origin: 'operator' },
  { code: 125, meaning: 'recipient has no Telegram account or cannot be reached by number', origin: 'telegram' },
  { code: 127, meaning: 'no receipt within the waiting time', origin: 'operator' },
  { code: 149, meaning: 'recipient has not opened a dialogue with the bot', origin: 'telegram' },
  { code: 150, meaning: 'recipient blocked the bot', origin: 'telegram' },
  { code: 151, meaning: 'content refused by Telegram', origin: 'telegram' },
  { code: 152, meaning: 'Telegram is unavailable or its limit is reached', origin: 'telegram' },
  { code: 453, meaning: "recipient's number is on a block list", origin: 'platform' },
  { code: 454, meaning: 'sender name is on a block list', origin: 'platform' },
  { code: 455, meaning: 'sending in this direction is restricted', origin: 'platform' },
  { code: 456, meaning: "subscriber's number does not exist", origin: 'platform' },
  { code: 457, meaning: 'sender name is not registered', origin: 'platform' },
  { code: 458, meaning: 'traffic is blocked on the platform', origin: 'platform' },
  { code: 501, meaning: 'unknown subscriber', origin: 'operator' },
  { code: 502, meaning: "failure at the operator's message center", origin: 'operator' },
  { code: 503, meaning: 'region is not supported', origin: 'operator' },
  { code: 504, meaning: 'service is not provisioned for the device', origin: 'operator' },
  { code: 505, meaning: 'barred by the subscriber or the operator', origin: 'operator' },
  { code: 506, meaning: 'subscriber is blocked by the operator', origin: 'operator' },
  { code: 508, meaning: 'subscriber is absent: switched off or out of coverage', origin: 'operator' },
  { code: 509, meaning: 'roaming restriction', origin: 'operator' },
  { code: 510, meaning: 'application-to-person traffic is blocked', origin: 'operator' },
  { code: 7002, meaning: 'stopped by the client', origin: 'platform' },
  { code: 7060, meaning: 'lifetime is over without delivery', origin: 'platform' },
  { code: 7401, meaning: 'number cannot be used', origin: 'platform' },
  { code: 7402, meaning: 'not enough money or budget', origin: 'platform' },
  { code: 7403, meaning: 'text lacks a substitution, is empty or too long', origin: 'platform' },
  { code: 7404, meaning: 'referenced object was not found', origin: 'platform' },
  { code: 7429, meaning: 'sending limit of the account is reached', origin: 'platform' },
  { code: 7500, meaning: 'internal failure', origin: 'platform' },
];

const errorsByCode = new Map(MESSAGE_ERRORS.map((error) => [error.code, error]));

export function findMessageError(code: number): MessageError | undefined {
  return errorsByCode.get(code);
}

export type SubmitAnswer = {
  kind: 'ok' | 'throttled' | 'queue-full' | 'temporary' | 'permanent' | 'our-mistake';
  /** The message's error when it is given up with this answer. */
  errorCode?: number;
};

const answers = (statuses: readonly number[], answer: SubmitAnswer) =>
  statuses.map((status) => [status, answer] as const);

const COMMAND_STATUSES: ReadonlyMap<number, SubmitAnswer> = new Map<number, SubmitAnswer>([
  ...answers([0x00], { kind: 'ok' }),
  ...answers([0x58], { kind: 'throttled' }),
  ...answers([0x14], { kind: 'queue-full', errorCode: 502 }),
  // System error, submit failed, temporary application error, and a session that is not bound as it should be.
  ...answers([0x08, 0x45, 0x64, 0x04, 0x05, 0x0d, 0x0e, 0x0f], { kind: 'temporary', errorCode: 502 }),
  ...answers([0x65, 0x66], { kind: 'permanent', errorCode: 502 }),
  ...answers([0x0a, 0x48, 0x49], { kind: 'permanent', errorCode: 457 }),
  ...answers([0x0b, 0x50, 0x51], { kind: 'permanent', errorCode: 11 }),
  // Lengths, flags, times and optional parameters are ours to get right.
  ...answers([0x01, 0x02, 0x06, 0x07, 0x43, 0x61, 0x62, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4], {
    kind: 'our-mistake',
    errorCode: 7500,
  }),
  // Vendor range: sending in this direction is restricted; refused words.
  ...answers([0x455], { kind: 'permanent', errorCode: 455 }),
  ...answers([0x500], { kind: 'permanent', errorCode: 458 }),
]);

const UNKNOWN_STATUS: SubmitAnswer = { kind: 'permanent', errorCode: 502 };

/** What a command_status of submit_sm_resp means for the message. */
export function errorOfCommandStatus(status: number): SubmitAnswer {
  return COMMAND_STATUSES.get(status) ?? UNKNOWN_STATUS;
}

const NETWORK_ERRORS: ReadonlyMap<number, number> = new Map([
  [1, 456],
  [5, 508],
  [6, 508],
  [8, 508],
  [11, 505],
  [13, 505],
  [31, 508],
  [34, 502],
  [36, 502],
  [40, 508],
  [49, 508],
]);

export type ReceiptMeaning = { state: 'delivered' | 'undelivered' | 'unsent' | 'none'; errorCode?: number };

/**
 * What a receipt means. `none` leaves the message as it is; an error code with it is the one to use if the lifetime
 * ends without a better receipt. A deletion is the client's stop only when we asked for it.
 */
export function errorOfReceipt(stat: string, err: string | undefined, weCancelled = false): ReceiptMeaning {
  const known = errorOfNetwork(err);
  switch (stat.toUpperCase()) {
    case 'DELIVRD':
      return { state: 'delivered' };
    case 'EXPIRED':
      return { state: 'undelivered', errorCode: known ?? 7060 };
    case 'DELETED':
      return { state: 'undelivered', errorCode: weCancelled ? 7002 : (known ?? 502) };
    case 'UNDELIV':
      return { state: 'undelivered', errorCode: known ?? 502 };
    case 'REJECTD':
      return { state: 'unsent', errorCode: known ?? 502 };
    case 'UNKNOWN':
      return { state: 'none', errorCode: 127 };
    default:
      return { state: 'none' };
  }
}

/** Networks write `err` with leading zeros, letters or not at all; only known numbers count. */
function errorOfNetwork(err: string | undefined): number | undefined {
  if (err === undefined || !/^\d{1,6}$/.test(err)) return undefined;
  const code = Number(err);
  return NETWORK_ERRORS.get(code) ?? (code >= 453 && code <= 510 ? findMessageError(code)?.code : undefined);
}
