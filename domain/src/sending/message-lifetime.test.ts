import { expect, test } from 'vitest';
import { isStartTooFarAhead, LIFETIME_DEFAULT_MS, SCHEDULE_AHEAD_MAX_MS, WAITING_MAX_MS } from './message-lifetime.ts';

const at = Date.UTC(2026, 10, 15);

test('the time limits of a message are 25 hours, 7 days and 70 days', () => {
  expect([LIFETIME_DEFAULT_MS, WAITING_MAX_MS, SCHEDULE_AHEAD_MAX_MS]).toEqual([
    90_000_000, 604_800_000, 6_048_000_000,
  ]);
});

test('a dispatch may start in the past or at most 70 days ahead', () => {
  const starts = [at - 1, at + SCHEDULE_AHEAD_MAX_MS, at + SCHEDULE_AHEAD_MAX_MS + 1];
  expect(starts.map((start) => isStartTooFarAhead(start, at))).toEqual([false, false, true]);
});
