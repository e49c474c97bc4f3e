import { expect, test } from 'vitest';
import { finishAt, pausedUntil, type WaitingZone } from './dispatch-forecast.ts';

const MOSCOW = 'Europe/Moscow';
const at = (text: string) => Date.parse(text);
const zone = (change: Partial<WaitingZone['schedule']> = {}, timezone = MOSCOW, messages = 1): WaitingZone => ({
  schedule: { startAtMs: 0, hours: [], days: [], ...change },
  timezone,
  messages,
});
const day = { hours: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19] };
const monday10 = at('2026-11-16T10:00:00+03:00');

test.for([
  ['nothing waits', [], undefined],
  ['no hours', [zone()], undefined],
  ['not paused within the schedule', [zone({ hours: [9] })], undefined],
  ['not paused if one of two zones is open', [zone({ hours: [9] }), zone({ hours: [11] })], undefined],
  ['paused until the schedule opens', [zone(day)], monday10],
  ['paused until the start', [zone({ startAtMs: monday10 + 5 })], monday10 + 5],
  ['paused until the first zone opens', [zone(day, 'Europe/Moscow'), zone(day, 'Europe/Kaliningrad')], monday10],
] as const)('a dispatch is %s', ([, zones, expected]) => {
  expect(pausedUntil(zones, at('2026-11-16T09:30:00+03:00'))).toBe(expected);
});

test('a dispatch without a rate or a queue has no forecast', () => {
  expect(finishAt([zone()], { queued: 100, ratePerSecond: 0, nowMs: monday10 })).toBeUndefined();
  expect(finishAt([zone()], { queued: 0, ratePerSecond: 10, nowMs: monday10 })).toBeUndefined();
});

test('messages outside the strands are not bound to a schedule', () => {
  expect(finishAt([], { queued: 100, ratePerSecond: 10, nowMs: monday10 })).toBe(monday10 + 10_000);
});

test('a queue that fits into the schedule of today ends today', () => {
  const queued = 9 * 3600;
  expect(finishAt([zone(day)], { queued, ratePerSecond: 1, nowMs: monday10 })).toBe(monday10 + queued * 1000);
});

test('the rest of a queue continues at the next opening of the schedule', () => {
  const queued = 11 * 3600;
  const expected = at('2026-11-17T11:00:00+03:00');
  expect(finishAt([zone(day)], { queued, ratePerSecond: 1, nowMs: monday10 })).toBe(expected);
});

test('the schedule of the zone with most messages applies', () => {
  const zones = [zone(day, MOSCOW, 1), zone({ hours: [12] }, MOSCOW, 50)];
  const expected = at('2026-11-16T12:00:10+03:00');
  expect(finishAt(zones, { queued: 100, ratePerSecond: 10, nowMs: monday10 })).toBe(expected);
});

test('a dispatch that ends too far ahead has no forecast', () => {
  const queued = 1_000_000;
  expect(finishAt([zone({ hours: [10], days: [1] })], { queued, ratePerSecond: 1, nowMs: monday10 })).toBeUndefined();
});
