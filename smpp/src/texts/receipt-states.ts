// States of a receipt: the eight of the standard, and words of operators and gateways for them, as they document them.

export const receiptStates = [
  'ENROUTE',
  'DELIVRD',
  'EXPIRED',
  'DELETED',
  'UNDELIV',
  'ACCEPTD',
  'UNKNOWN',
  'REJECTD',
] as const;
export type ReceiptState = (typeof receiptStates)[number];

/** message_state of the standard, counted from 1. */
export function messageStateNumber(state: ReceiptState): number {
  return receiptStates.indexOf(state) + 1;
}

const WORDS: Partial<Record<ReceiptState, readonly string[]>> = {
  ENROUTE: [
    'ACCEPTED-BUFFERED',
    'BUFFERD',
    'BUFFERED',
    'BUFFRED',
    'ENQUEUE',
    'SCHEDLD',
    'SCHEDULED',
    'STAGED',
    'SUBMITD',
    'SUBMITTED',
    'UNDELIV-INTERIM',
  ],
  ACCEPTD: ['ACKED', 'DELIVERED-TO-CARRIER'],
  DELETED: ['CANCELED', 'CANCELLED'],
  UNDELIV: [
    'ABSENT-SUB',
    'FAIL',
    'FAILED',
    'HANDSET-BUSY',
    'HANDSET-ERR',
    'INVALID-SUB',
    'MEMEXEC',
    'MOB-OFF',
    'NET-ERR',
    'NOROUTE',
    'NOT-SENT',
    'SERVER-ERR',
    'SKIPPED',
    'SYSERR',
  ],
  REJECTD: [
    'BARRED',
    'BARREDA',
    'BLACKLIST',
    'BLACKLST',
    'BLIST',
    'BLOCKED',
    'CON-DND',
    'DNDNUMB',
    'DUPLICATE',
    'INV-NUMBER',
    'INV-SENDER',
    'INV-TEMPLATE',
    'NACK',
    'NO-CREDITS',
    'NOCRED',
    'NOT-OPTIN',
    'NOTALLOWED',
    'OPTOUT-REJ',
    'PROMO-TMOUT',
    'SERIES-BLK',
    'SERIES-BLOCK',
    'SPAM',
    'ZEROBAL',
  ],
};

const STATES: ReadonlyMap<string, ReceiptState> = new Map(
  // Keys of a constant object.
  Object.entries(WORDS).flatMap(([state, words]) => words.map((word) => [word, state as ReceiptState] as const)),
);

/** Undefined: the word is in no document that this version knows. */
export const stateOfWord = (word: string): ReceiptState | undefined => STATES.get(word.toUpperCase());
