import { expect, test } from 'vitest';
import { ClockSteps } from './clock-steps.ts';

/** A process that has run for `atMs`; the database's clock is `aheadMs` ahead of it. */
const reading = (atMs: number, aheadMs: number, tookMs = 2) => ({
  beforeMs: atMs,
  databaseMs: atMs + aheadMs + tookMs / 2,
  afterMs: atMs + tookMs,
});

const AHEAD = 1_800_000_000_000;

test.each([
  ['runs on', AHEAD, 2, false],
  ['is slewed back by 200 ms', AHEAD - 200, 2, false],
  ['steps back by half a second', AHEAD - 500, 2, true],
  ['steps back by an hour', AHEAD - 3_600_000, 2, true],
  ['steps ahead by an hour', AHEAD + 3_600_000, 2, false],
  ['is read within five seconds', AHEAD, 5_000, false],
  ['steps back by an hour and is read within five seconds', AHEAD - 3_600_000, 5_000, true],
])('ClockSteps decides from the reading of a clock that %s', (_what, aheadMs, tookMs, steppedBack) => {
  const steps = new ClockSteps();
  steps.hasSteppedBack(reading(1_000, AHEAD));
  expect(steps.hasSteppedBack(reading(2_000, aheadMs, tookMs))).toBe(steppedBack);
});

test('the first reading counts as a step back, and each step back is reported once', () => {
  const steps = new ClockSteps();
  const seen = [AHEAD, AHEAD, AHEAD - 60_000, AHEAD - 60_000, AHEAD - 60_000].map((aheadMs, second) =>
    steps.hasSteppedBack(reading(second * 1_000, aheadMs)),
  );
  expect(seen).toEqual([true, false, true, false, false]);
});
