// What is told of a code and of a visitor's try, from what is known at an instant.

export const CHECK_STATUSES = ['CONFIRMED', 'WRONG_CODE', 'EXPIRED', 'NOT_FOUND'] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** PENDING: nothing was typed yet. */
export const WIDGET_STATUSES = [...CHECK_STATUSES, 'PENDING'] as const;
export type WidgetStatus = (typeof WIDGET_STATUSES)[number];

export const SESSION_STATES = ['WAITING_SEND', 'SENT', 'CONFIRMED', 'EXPIRED', 'ERROR'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** The numbers that the widget shows. 341 and 350 are found by its script, in the browser. */
export const WIDGET_ERRORS = {
  'captcha-not-passed': 110,
  'too-many-requests': 130,
  'insufficient-funds': 210,
  'sender-inactive': 230,
  'widget-unknown': 310,
  'key-missing': 320,
  'no-send-request': 321,
  'key-invalid': 330,
  'key-type': 331,
  'captcha-trouble': 340,
} as const;

export const SESSION_LIFETIME_SECONDS = 900;
/** A confirmed key can be asked about for so long after. */
export const CONFIRMED_KEPT_SECONDS = 900;
/** So long the site's server has to ask for the code. */
export const SEND_WAIT_SECONDS = 30;

/** A code that was sent, as far as its state goes. */
export type SentCode = {
  readonly checks: number;
  readonly checksMax: number;
  readonly expiresAt: Date;
  readonly confirmedAt: Date | null;
};

export type Session = {
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly errorCode: number | null;
  readonly code: SentCode | null;
};

export function sessionState(session: Session, now: Date): { state: SessionState; errorCode?: number } {
  const { code, createdAt, expiresAt, errorCode } = session;
  if (code?.confirmedAt) {
    const isKept = now.getTime() < code.confirmedAt.getTime() + CONFIRMED_KEPT_SECONDS * 1000;
    return { state: isKept ? 'CONFIRMED' : 'EXPIRED' };
  }
  if (now >= expiresAt) return { state: 'EXPIRED' };
  if (code !== null) return { state: isSpent(code, now) ? 'EXPIRED' : 'SENT' };
  // A send without a key may be about anybody who waits: it explains why nothing came, it does not end the wait.
  const isWaiting = now.getTime() < createdAt.getTime() + SEND_WAIT_SECONDS * 1000;
  if (isWaiting && (errorCode === null || errorCode === WIDGET_ERRORS['key-missing'])) return { state: 'WAITING_SEND' };
  return { state: 'ERROR', errorCode: errorCode ?? WIDGET_ERRORS['no-send-request'] };
}

function isSpent(code: SentCode, now: Date): boolean {
  return now >= code.expiresAt || code.checks >= code.checksMax;
}

/** What the site's server is told: only CONFIRMED proves anything. */
export function widgetStatus(session: Session, now: Date): WidgetStatus {
  const { state } = sessionState(session, now);
  if (state === 'CONFIRMED' || state === 'EXPIRED') return state;
  return state === 'SENT' && session.code !== null && session.code.checks > 0 ? 'WRONG_CODE' : 'PENDING';
}
