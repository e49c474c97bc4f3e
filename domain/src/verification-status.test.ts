import { describe, expect, test } from 'vitest';
import { type SentCode, type Session, sessionState, widgetStatus } from './verification-status.ts';

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

describe('a try', () => {
  test.each([
    ['just begun', session(null), 29, { state: 'WAITING_SEND' }, 'PENDING'],
    ['nobody sends for', session(null), 30, { state: 'ERROR', errorCode: 321 }, 'PENDING'],
    ['while a send without a key came', session(null, 320), 29, { state: 'WAITING_SEND' }, 'PENDING'],
    ['that only a send without a key came for', session(null, 320), 30, { state: 'ERROR', errorCode: 320 }, 'PENDING'],
    ['that failed', session(null, 210), 5, { state: 'ERROR', errorCode: 210 }, 'PENDING'],
    ['never sent', session(null, 210), 900, { state: 'EXPIRED' }, 'EXPIRED'],
    ['sent', session(sent()), 40, { state: 'SENT' }, 'PENDING'],
    ['sent after a failure', session(sent(), 210), 40, { state: 'SENT' }, 'PENDING'],
    ['typed wrong', session(sent({ checks: 1 })), 40, { state: 'SENT' }, 'WRONG_CODE'],
    ['typed wrong too often', session(sent({ checks: 5 })), 40, { state: 'EXPIRED' }, 'EXPIRED'],
    ['whose code is old', session(sent()), 600, { state: 'EXPIRED' }, 'EXPIRED'],
    ['confirmed', session(sent({ checks: 5, confirmedAt: at(50) })), 700, { state: 'CONFIRMED' }, 'CONFIRMED'],
    ['confirmed, past its key', session(sent({ confirmedAt: at(599) })), 1_498, { state: 'CONFIRMED' }, 'CONFIRMED'],
    ['confirmed long ago', session(sent({ confirmedAt: at(50) })), 950, { state: 'EXPIRED' }, 'EXPIRED'],
  ])('%s', (_name, known, now, state, status) => {
    expect(sessionState(known, at(now))).toEqual(state);
    expect(widgetStatus(known, at(now))).toBe(status);
  });
});
