// Status of a verification code and of a widget session at an instant.

export const CHECK_STATUSES = ['CONFIRMED', 'WRONG_CODE', 'EXPIRED', 'NOT_FOUND'] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** PENDING: no code was entered yet. */
export const WIDGET_STATUSES = [...CHECK_STATUSES, 'PENDING'] as const;
export type WidgetStatus = (typeof WIDGET_STATUSES)[number];

export const VERIFICATION_STATUSES = ['PENDING', 'CONFIRMED', 'EXPIRED', 'CANCELLED'] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export const SESSION_STATES = ['WAITING_SEND', 'SENT', 'CONFIRMED', 'EXPIRED', 'ERROR'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** Error numbers shown by the widget. Its script in the browser raises 341 and 350. */
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
/** The status of a confirmed key can be queried for this long. */
export const CONFIRMED_KEPT_SECONDS = 900;
/** The site's server must request the code within this time. */
export const SEND_WAIT_SECONDS = 30;

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
  // A send without a key cannot be attributed to a session: it explains a missing code, but does not end the wait.
  const isWaiting = now.getTime() < createdAt.getTime() + SEND_WAIT_SECONDS * 1000;
  if (isWaiting && (errorCode === null || errorCode === WIDGET_ERRORS['key-missing'])) return { state: 'WAITING_SEND' };
  return { state: 'ERROR', errorCode: errorCode ?? WIDGET_ERRORS['no-send-request'] };
}

function isSpent(code: SentCode, now: Date): boolean {
  return now >= code.expiresAt || code.checks >= code.checksMax;
}

/** EXPIRED also when no check is left. */
export function verificationStatus(
  code: SentCode & { readonly cancelledAt: Date | null },
  now: Date,
): VerificationStatus {
  if (code.confirmedAt !== null) return 'CONFIRMED';
  if (code.cancelledAt !== null) return 'CANCELLED';
  return isSpent(code, now) ? 'EXPIRED' : 'PENDING';
}

/** The shortest lifetime of a message; channels refuse shorter ones. */
const LIFETIME_STEP_SECONDS = 30;

/**
 * Lifetime of a message that carries a code with this end; `whole` is the lifetime of the code. Messages share a queue
 * with others of the same lifetime, so the rest of a lifetime is rounded down. Undefined: the code ends too soon for
 * another message.
 */
export function messageLifetimeSeconds(expiresAt: Date, now: Date, whole: number): number | undefined {
  const seconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1000);
  if (seconds === whole) return whole;
  if (seconds < LIFETIME_STEP_SECONDS) return undefined;
  return seconds - (seconds % LIFETIME_STEP_SECONDS);
}

/** Status for the site's server: only CONFIRMED is proof. */
export function widgetStatus(session: Session, now: Date): WidgetStatus {
  const { state } = sessionState(session, now);
  if (state === 'CONFIRMED' || state === 'EXPIRED') return state;
  return state === 'SENT' && session.code !== null && session.code.checks > 0 ? 'WRONG_CODE' : 'PENDING';
}
