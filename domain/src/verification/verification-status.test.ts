import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  messageLifetimeSeconds,
  type SentCode,
  type Session,
  sessionState,
  verificationStatus,
  widgetStatus,
} from './verification-status.ts';

const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000);
const sent = (change: Partial<SentCode> = {}): SentCode => ({
  checks: 0,
  checksMax: 5,
  expiresAt: at(600),
  confirmedAt: null,
  ...change,
});
const session = (code: SentCode | null, errorCode: number | null = null): Session => ({
  createdAt: at(0),
  expiresAt: at(900),
  errorCode,
  code,
});

describe('a widget session', () => {
  test.each([
    ['just begun', session(null), 29, { state: 'WAITING_SEND' }, 'PENDING'],
    ['without a send request', session(null), 30, { state: 'ERROR', errorCode: 321 }, 'PENDING'],
    ['with a recent send without a key', session(null, 320), 29, { state: 'WAITING_SEND' }, 'PENDING'],
    ['with only a send without a key', session(null, 320), 30, { state: 'ERROR', errorCode: 320 }, 'PENDING'],
    ['that failed', session(null, 210), 5, { state: 'ERROR', errorCode: 210 }, 'PENDING'],
    ['never sent', session(null, 210), 900, { state: 'EXPIRED' }, 'EXPIRED'],
    ['sent', session(sent()), 40, { state: 'SENT' }, 'PENDING'],
    ['sent after a failure', session(sent(), 210), 40, { state: 'SENT' }, 'PENDING'],
    ['typed wrong', session(sent({ checks: 1 })), 40, { state: 'SENT' }, 'WRONG_CODE'],
    ['with too many wrong codes', session(sent({ checks: 5 })), 40, { state: 'EXPIRED' }, 'EXPIRED'],
    ['with an expired code', session(sent()), 600, { state: 'EXPIRED' }, 'EXPIRED'],
    ['confirmed', session(sent({ checks: 5, confirmedAt: at(50) })), 700, { state: 'CONFIRMED' }, 'CONFIRMED'],
    ['confirmed, past its key', session(sent({ confirmedAt: at(599) })), 1_498, { state: 'CONFIRMED' }, 'CONFIRMED'],
    ['confirmed long ago', session(sent({ confirmedAt: at(50) })), 950, { state: 'EXPIRED' }, 'EXPIRED'],
  ])('%s', (_name, known, now, state, status) => {
    expect(sessionState(known, at(now))).toEqual(state);
    expect(widgetStatus(known, at(now))).toBe(status);
  });
});

describe('a verification', () => {
  test.each([
    ['open', {}, 599, 'PENDING'],
    ['too old', {}, 600, 'EXPIRED'],
    ['without a check left', { checks: 5 }, 1, 'EXPIRED'],
    ['confirmed', { confirmedAt: at(1), checks: 5 }, 700, 'CONFIRMED'],
    ['cancelled', { cancelledAt: at(1), expiresAt: at(1) }, 700, 'CANCELLED'],
  ] as const)('that is %s has its status', (_, change, seconds, status) => {
    expect(verificationStatus({ ...sent(), cancelledAt: null, ...change }, at(seconds))).toBe(status);
  });
});

describe('the lifetime of a message with a code', () => {
  test('is that of the code for its first message', () => {
    expect(messageLifetimeSeconds(at(100), at(0), 100)).toBe(100);
  });

  test('never passes the end of the code, and has few values', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_600 }), fc.integer({ min: 60, max: 3_600 }), (gone, whole) => {
        fc.pre(gone > 0 && gone <= whole);
        const seconds = messageLifetimeSeconds(at(whole), at(gone), whole);
        if (seconds === undefined) expect(whole - gone).toBeLessThan(30);
        else expect([seconds <= whole - gone, seconds >= 30, seconds % 30]).toEqual([true, true, 0]);
      }),
    );
  });
});
