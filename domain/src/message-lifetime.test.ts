import { expect, test } from 'vitest';
import {
  DOUBT_WAIT_MS,
  doubtDeadline,
  handOverDeadline,
  isOver,
  isStartTooFarAhead,
  LIFETIME_DEFAULT_MS,
  receiptDeadline,
  SCHEDULE_AHEAD_MAX_MS,
  WAITING_MAX_MS,
} from './message-lifetime.ts';

const at = Date.UTC(2026, 10, 15);

test('the bounds are 25 hours, 7 days, 70 days and 2 minutes', () => {
  expect([LIFETIME_DEFAULT_MS, WAITING_MAX_MS, SCHEDULE_AHEAD_MAX_MS, DOUBT_WAIT_MS]).toEqual([
    90_000_000, 604_800_000, 6_048_000_000, 120_000,
  ]);
});

test('a receipt is awaited for 25 hours after the hand-over, or for the lifetime the client set', () => {
  expect(receiptDeadline(at)).toBe(at + 90_000_000);
  expect(receiptDeadline(at, 60)).toBe(at + 60_000);
});

test('a hand-over is awaited for a week, or until the end the client set', () => {
  expect(handOverDeadline(at)).toBe(at + WAITING_MAX_MS);
  expect(handOverDeadline(at, at + 1)).toBe(at + 1);
});

test('an unanswered submit is in doubt for two minutes', () => {
  expect(doubtDeadline(at)).toBe(at + 120_000);
});

test('a deadline is over from its own instant on', () => {
  expect([at - 1, at, at + 1].map((now) => isOver(at, now))).toEqual([false, true, true]);
});

test('a start may lie exactly 70 days ahead and no further; the past is fine', () => {
  const starts = [at - 1, at + SCHEDULE_AHEAD_MAX_MS, at + SCHEDULE_AHEAD_MAX_MS + 1];
  expect(starts.map((start) => isStartTooFarAhead(start, at))).toEqual([false, false, true]);
});
