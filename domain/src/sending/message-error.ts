// Reasons why a message was refused or not delivered. Clients see the codes, so a single table defines them all;
// answers of networks are translated into it.

/** Codes that this service assigns or compares, by name. */
export const ERROR = {
  wrongNumber: 11,
  telegramUnreachable: 125,
  noReceipt: 127,
  botNotStarted: 149,
  botBlocked: 150,
  messengerContent: 151,
  messengerUnavailable: 152,
  numberBlocked: 453,
  senderBlocked: 454,
  destinationRestricted: 455,
  numberUnknown: 456,
  senderUnavailable: 457,
  trafficBlocked: 458,
  operatorFailure: 502,
  notProvisioned: 504,
  subscriberBarred: 505,
  subscriberAbsent: 508,
  stopped: 7002,
  lifetimeOver: 7060,
  numberUnusable: 7401,
  noMoney: 7402,
  textUnusable: 7403,
  notFound: 7404,
  limitReached: 7429,
  internalFailure: 7500,
} as const;

export type ErrorOrigin = 'platform' | 'operator' | 'telegram';

export type MessageError = { code: number; meaning: string; origin: ErrorOrigin };

export const MESSAGE_ERRORS: readonly MessageError[] = [
  { code: ERROR.wrongNumber, meaning: 'number is wrong or does not exist', origin: 'operator' },
  {
    code: ERROR.telegramUnreachable,
    meaning: 'recipient has no Telegram account or cannot be reached by number',
    origin: 'telegram',
  },
  { code: ERROR.noReceipt, meaning: 'no receipt within the waiting time', origin: 'operator' },
  { code: ERROR.botNotStarted, meaning: 'recipient has not opened a dialogue with the bot', origin: 'telegram' },
  { code: ERROR.botBlocked, meaning: 'recipient blocked the bot', origin: 'telegram' },
  { code: ERROR.messengerContent, meaning: 'content refused by the messenger', origin: 'telegram' },
  { code: ERROR.messengerUnavailable, meaning: 'messenger is unavailable or its limit is reached', origin: 'telegram' },
  { code: ERROR.numberBlocked, meaning: "recipient's number is on a block list", origin: 'platform' },
  { code: ERROR.senderBlocked, meaning: 'sender name is on a block list', origin: 'platform' },
  { code: ERROR.destinationRestricted, meaning: 'sending in this direction is restricted', origin: 'platform' },
  { code: ERROR.numberUnknown, meaning: "subscriber's number does not exist", origin: 'platform' },
  { code: ERROR.senderUnavailable, meaning: 'sender name is not registered', origin: 'platform' },
  { code: ERROR.trafficBlocked, meaning: 'traffic is blocked on the platform', origin: 'platform' },
  { code: 501, meaning: 'unknown subscriber', origin: 'operator' },
  { code: ERROR.operatorFailure, meaning: "failure at the operator's message center", origin: 'operator' },
  { code: 503, meaning: 'region is not supported', origin: 'operator' },
  { code: ERROR.notProvisioned, meaning: 'service is not provisioned for the device', origin: 'operator' },
  { code: ERROR.subscriberBarred, meaning: 'barred by the subscriber or the operator', origin: 'operator' },
  { code: 506, meaning: 'subscriber is blocked by the operator', origin: 'operator' },
  {
    code: ERROR.subscriberAbsent,
    meaning: 'subscriber is absent: switched off or out of coverage',
    origin: 'operator',
  },
  { code: 509, meaning: 'roaming restriction', origin: 'operator' },
  { code: 510, meaning: 'application-to-person traffic is blocked', origin: 'operator' },
  { code: ERROR.stopped, meaning: 'stopped by the client', origin: 'platform' },
  { code: ERROR.lifetimeOver, meaning: 'lifetime is over without delivery', origin: 'platform' },
  { code: ERROR.numberUnusable, meaning: 'number cannot be used', origin: 'platform' },
  { code: ERROR.noMoney, meaning: 'not enough money or budget', origin: 'platform' },
  { code: ERROR.textUnusable, meaning: 'text lacks a substitution, is empty or too long', origin: 'platform' },
  { code: ERROR.notFound, meaning: 'referenced object was not found', origin: 'platform' },
  { code: ERROR.limitReached, meaning: 'sending limit of the account is reached', origin: 'platform' },
  { code: ERROR.internalFailure, meaning: 'internal failure', origin: 'platform' },
];

const errorsByCode = new Map(MESSAGE_ERRORS.map((error) => [error.code, error]));

export function findMessageError(code: number): MessageError | undefined {
  return errorsByCode.get(code);
}

export type SubmitAnswer = {
  kind: 'ok' | 'throttled' | 'queue-full' | 'temporary' | 'permanent' | 'our-mistake';
  /** Error of the message if this answer ends it. */
  errorCode?: number;
};

const answers = (statuses: readonly number[], answer: SubmitAnswer) =>
  statuses.map((status) => [status, answer] as const);

const COMMAND_STATUSES: ReadonlyMap<number, SubmitAnswer> = new Map<number, SubmitAnswer>([
  ...answers([0x00], { kind: 'ok' }),
  ...answers([0x58], { kind: 'throttled' }),
  ...answers([0x14], { kind: 'queue-full', errorCode: ERROR.operatorFailure }),
  // System error, submit failed, temporary application error, wrong bind state.
  ...answers([0x08, 0x45, 0x64, 0x04, 0x05, 0x0d, 0x0e, 0x0f], { kind: 'temporary', errorCode: ERROR.operatorFailure }),
  ...answers([0x65, 0x66], { kind: 'permanent', errorCode: ERROR.operatorFailure }),
  ...answers([0x0a, 0x48, 0x49], { kind: 'permanent', errorCode: ERROR.senderUnavailable }),
  ...answers([0x0b, 0x50, 0x51], { kind: 'permanent', errorCode: ERROR.wrongNumber }),
  // Lengths, flags, times and optional parameters: mistakes of this service.
  ...answers([0x01, 0x02, 0x06, 0x07, 0x43, 0x61, 0x62, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4], {
    kind: 'our-mistake',
    errorCode: ERROR.internalFailure,
  }),
  // Vendor range: restricted direction; refused words.
  ...answers([0x455], { kind: 'permanent', errorCode: ERROR.destinationRestricted }),
  ...answers([0x500], { kind: 'permanent', errorCode: ERROR.trafficBlocked }),
]);

const UNKNOWN_STATUS: SubmitAnswer = { kind: 'permanent', errorCode: ERROR.operatorFailure };

/** Meaning of the command_status of a submit_sm_resp. */
export function errorOfCommandStatus(status: number): SubmitAnswer {
  return COMMAND_STATUSES.get(status) ?? UNKNOWN_STATUS;
}

const NETWORK_ERRORS: ReadonlyMap<number, number> = new Map([
  [1, ERROR.numberUnknown],
  [5, ERROR.subscriberAbsent],
  [6, ERROR.subscriberAbsent],
  [8, ERROR.subscriberAbsent],
  [11, ERROR.subscriberBarred],
  [13, ERROR.subscriberBarred],
  [31, ERROR.subscriberAbsent],
  [34, ERROR.operatorFailure],
  [36, ERROR.operatorFailure],
  [40, ERROR.subscriberAbsent],
  [49, ERROR.subscriberAbsent],
]);

export type ReceiptMeaning = { state: 'delivered' | 'undelivered' | 'unsent' | 'none'; errorCode?: number };

/**
 * Meaning of a receipt. `none` leaves the message unchanged; its error code applies if the lifetime ends without a
 * better receipt.
 */
export function errorOfReceipt(stat: string, err: string | undefined): ReceiptMeaning {
  const known = errorOfNetwork(err);
  switch (stat.toUpperCase()) {
    case 'DELIVRD':
      return { state: 'delivered' };
    case 'EXPIRED':
      return { state: 'undelivered', errorCode: known ?? ERROR.lifetimeOver };
    case 'DELETED':
      return { state: 'undelivered', errorCode: known ?? ERROR.operatorFailure };
    case 'UNDELIV':
      return { state: 'undelivered', errorCode: known ?? ERROR.operatorFailure };
    case 'REJECTD':
      return { state: 'unsent', errorCode: known ?? ERROR.operatorFailure };
    case 'UNKNOWN':
      return { state: 'none', errorCode: ERROR.noReceipt };
    default:
      return { state: 'none' };
  }
}

/** Networks write `err` with leading zeros, with letters or not at all; unknown values are ignored. */
function errorOfNetwork(err: string | undefined): number | undefined {
  if (err === undefined || !/^\d{1,6}$/.test(err)) return undefined;
  const code = Number(err);
  return NETWORK_ERRORS.get(code) ?? (code >= 453 && code <= 510 ? findMessageError(code)?.code : undefined);
}
