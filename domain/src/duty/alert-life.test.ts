import { describe, expect, test } from 'vitest';
import { type LivingAlert, nextStep, QUIET_MS, type RoundSettings } from './alert-life.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 18) + seconds * 1_000);
const REMINDER_SECONDS = 4 * 3_600;

type Case = {
  /** Hold: 60 seconds. */
  readonly since: number;
  readonly seen: number;
  readonly notified?: number;
  readonly now: number;
  readonly round?: Partial<RoundSettings>;
};

function stepOf({ since, seen, notified, now, round }: Case) {
  const alert: LivingAlert = {
    rule: 'link-down',
    since: at(since),
    lastSeenAt: at(seen),
    notifiedAt: notified === undefined ? null : at(notified),
  };
  return nextStep(alert, {
    now: at(now),
    reminderMs: REMINDER_SECONDS * 1_000,
    isWanted: true,
    mayGroup: true,
    ...round,
  });
}

const WAIT = { kind: 'wait' };
const OPENED = { kind: 'notify', event: 'OPENED' };
const REMINDER = { kind: 'notify', event: 'REMINDER' };
const quiet = QUIET_MS / 1_000;

describe('a condition that holds', () => {
  test.each<[string, Case, object]>([
    ['waits for its hold', { since: 0, seen: 59, now: 59 }, WAIT],
    ['is announced after its hold', { since: 0, seen: 60, now: 60 }, OPENED],
    [
      'is not announced while it is silenced or unwanted',
      { since: 0, seen: 999, now: 999, round: { isWanted: false } },
      WAIT,
    ],
    ['waits for the next group', { since: 0, seen: 60, now: 60, round: { mayGroup: false } }, WAIT],
    ['is not announced a second time', { since: 0, seen: 200, notified: 60, now: 200 }, WAIT],
    [
      'is repeated after the reminder time',
      { since: 0, seen: 60 + REMINDER_SECONDS, notified: 60, now: 60 + REMINDER_SECONDS },
      REMINDER,
    ],
    [
      'is not repeated while it is silenced',
      { since: 0, seen: 60 + REMINDER_SECONDS, notified: 60, now: 60 + REMINDER_SECONDS, round: { isWanted: false } },
      WAIT,
    ],
  ])('%s', (_name, given, expected) => expect(stepOf(given)).toEqual(expected));
});

describe('a condition that is gone', () => {
  test.each<[string, Case, object]>([
    ['is forgotten at once if it was shorter than its hold', { since: 0, seen: 50, now: 60 }, { kind: 'forget' }],
    ['may come back before it is over', { since: 0, seen: 100, notified: 60, now: 99 + quiet }, WAIT],
    [
      'is over after the quiet time',
      { since: 0, seen: 100, notified: 60, now: 100 + quiet },
      { kind: 'close', announce: true },
    ],
    ['waits for the next group', { since: 0, seen: 100, notified: 60, now: 999, round: { mayGroup: false } }, WAIT],
    [
      'ends without a notice while it is silenced',
      { since: 0, seen: 100, notified: 60, now: 999, round: { isWanted: false, mayGroup: false } },
      { kind: 'close', announce: false },
    ],
    [
      'ends without a notice if it was never announced',
      { since: 0, seen: 100, now: 999 },
      { kind: 'close', announce: false },
    ],
  ])('%s', (_name, given, expected) => expect(stepOf(given)).toEqual(expected));
});
