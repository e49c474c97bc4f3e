import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import type { Schedule } from './sending-schedule.ts';
import { isOpen, nextAllowedInstant, nextClosingInstant } from './sending-schedule.ts';

const MINUTE_MS = 60_000;
const everyHour = Array.from({ length: 24 }, (_, hour) => hour);
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const workdays = [1, 2, 3, 4, 5];
const at = (text: string) => Date.parse(text);
const schedule = (given: Partial<Schedule>): Schedule => ({ startAtMs: 0, hours: everyHour, days: everyDay, ...given });

const russianZones = [
  ...new Set(
    readFileSync(
      new URL('../../../server/reference-data/numbering/ru-region-timezone.csv', import.meta.url),
      'utf8',
    ).match(/(?:Europe|Asia)\/[A-Za-z_-]+/g),
  ),
];

describe('the next allowed instant', () => {
  test.each([
    ['now, when open', '2026-11-16T07:15:30.250Z', 'Europe/Moscow', [10], everyDay, '2026-11-16T07:15:30.250Z'],
    ['the next hour', '2026-11-16T06:15:00Z', 'Europe/Moscow', [10], everyDay, '2026-11-16T07:00:00Z'],
    ['tomorrow', '2026-11-16T08:00:00Z', 'Europe/Moscow', [10], everyDay, '2026-11-17T07:00:00Z'],
    ['after the weekend', '2026-11-13T15:00:00Z', 'Europe/Moscow', [9, 10], workdays, '2026-11-16T06:00:00Z'],
    ['in the far east', '2026-11-16T06:15:00Z', 'Asia/Kamchatka', [10], everyDay, '2026-11-16T22:00:00Z'],
    [
      'a Sunday that is still Saturday in UTC',
      '2026-11-14T16:00:00Z',
      'Asia/Vladivostok',
      [2],
      [7],
      '2026-11-14T16:00:00Z',
    ],
    ['a week later', '2026-11-16T08:00:00Z', 'Europe/Moscow', [10], [1], '2026-11-23T07:00:00Z'],
    ['half-hour zone', '2026-11-16T00:00:00Z', 'Asia/Kolkata', [10], everyDay, '2026-11-16T04:30:00Z'],
    [
      'an hour that the clock change skips',
      '2026-03-08T06:30:00Z',
      'America/New_York',
      [2],
      [7],
      '2026-03-15T06:00:00Z',
    ],
    ['an hour that comes twice', '2026-11-01T06:00:00Z', 'America/New_York', [1], [7], '2026-11-01T06:00:00Z'],
  ])('is %s', (_, now, zone, hours, days, expected) => {
    expect(nextAllowedInstant(schedule({ hours, days }), zone, at(now))).toBe(at(expected));
  });

  test('is never before the start', () => {
    const startAtMs = at('2026-12-01T07:30:00Z');
    const now = at('2026-11-16T07:15:00Z');
    expect(nextAllowedInstant(schedule({ startAtMs, hours: [10] }), 'Europe/Moscow', now)).toBe(startAtMs);
    expect(nextAllowedInstant(schedule({ startAtMs, hours: [9] }), 'Europe/Moscow', now)).toBe(
      at('2026-12-02T06:00:00Z'),
    );
    expect(isOpen(schedule({ startAtMs }), 'Europe/Moscow', startAtMs - 1)).toBe(false);
    expect(isOpen(schedule({ startAtMs }), 'Europe/Moscow', startAtMs)).toBe(true);
  });

  test('does not exist for an hour outside the day', () => {
    for (const zone of ['Europe/Moscow', 'Europe/Berlin']) {
      expect(nextAllowedInstant(schedule({ hours: [24] }), zone, at('2026-10-22T00:00:00Z'))).toBeUndefined();
    }
  });

  test('is not restricted by an empty list', () => {
    expect(nextAllowedInstant(schedule({ hours: [], days: [] }), 'Europe/Moscow', 5)).toBe(5);
  });
});

describe('the next closing', () => {
  test.each([
    ['end of the last listed hour', '2026-11-16T07:15:00Z', [10, 11], everyDay, '2026-11-16T09:00:00Z'],
    ['midnight after the last listed day', '2026-11-13T07:15:00Z', everyHour, workdays, '2026-11-13T21:00:00Z'],
    ['now, when closed', '2026-11-16T03:15:00Z', [10], everyDay, '2026-11-16T03:15:00Z'],
  ])('is the %s', (_, now, hours, days, expected) => {
    expect(nextClosingInstant(schedule({ hours, days }), 'Europe/Moscow', at(now))).toBe(at(expected));
  });

  test('never comes when every hour and day is listed', () => {
    for (const zone of ['Europe/Moscow', 'America/New_York', 'Australia/Lord_Howe']) {
      for (const now of ['2026-03-05T00:00:00Z', '2026-10-30T00:00:00Z']) {
        expect(nextClosingInstant(schedule({}), zone, at(now))).toBeUndefined();
      }
    }
  });
});

/** Local hour and weekday from the parts of a formatted date. */
function localClock(zone: string): (ms: number) => { hour: number; day: number } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    hour: 'numeric',
    weekday: 'short',
  });
  return (ms) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts.get('weekday') ?? '') + 1;
    return { hour: Number(parts.get('hour')), day };
  };
}

function bruteForce(given: Schedule, zone: string, nowMs: number, open: boolean, minutesMax: number) {
  const clock = localClock(zone);
  const listed = (ms: number) => {
    const { hour, day } = clock(ms);
    return ms >= given.startAtMs && given.hours.includes(hour) && given.days.includes(day);
  };
  if (listed(nowMs) === open) return nowMs;
  const firstMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  for (let minute = 1; minute <= minutesMax; minute += 1) {
    if (listed(firstMs + minute * MINUTE_MS) === open) return firstMs + minute * MINUTE_MS;
  }
  return undefined;
}

describe('compared with a search minute by minute', () => {
  const minutesMax = 3 * 24 * 60;
  const someHours = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 23, size: 'max' });
  const someDays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 4, maxLength: 7, size: 'max' });

  function agree(zone: string, given: Schedule, nowMs: number): void {
    for (const open of [true, false]) {
      const found = (open ? nextAllowedInstant : nextClosingInstant)(given, zone, nowMs);
      const expected = bruteForce(given, zone, nowMs, open, minutesMax);
      if (expected !== undefined || (found ?? Infinity) <= nowMs + minutesMax * MINUTE_MS) {
        expect(found, `${zone} ${new Date(nowMs).toISOString()} ${open}`).toBe(expected);
      }
    }
    expect(isOpen(given, zone, nowMs)).toBe(bruteForce(given, zone, nowMs, true, 0) === nowMs);
  }

  test('all Russian zones agree', () => {
    expect(russianZones.length).toBeGreaterThan(20);
    const now = fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') });
    fc.assert(
      fc.property(fc.constantFrom(...russianZones), someHours, someDays, now, (zone, hours, days, nowMs) => {
        agree(zone, { startAtMs: nowMs - 1, hours, days }, nowMs);
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test('zones agree around their clock changes', () => {
    const changes = [
      ['America/New_York', '2026-03-08T07:00:00Z'],
      ['America/New_York', '2026-11-01T06:00:00Z'],
      ['Europe/Berlin', '2026-03-29T01:00:00Z'],
      ['Europe/Berlin', '2026-10-25T01:00:00Z'],
      ['America/St_Johns', '2026-03-08T05:30:00Z'],
      ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
      ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
      ['Pacific/Chatham', '2026-04-04T14:00:00Z'],
      ['Pacific/Chatham', '2026-09-26T14:00:00Z'],
      ['America/Santiago', '2026-09-06T04:00:00Z'],
      ['Asia/Beirut', '2026-03-28T22:00:00Z'],
    ] as const;
    const before = fc.integer({ min: -20 * 60, max: 2 * 60 });
    fc.assert(
      fc.property(fc.constantFrom(...changes), someHours, someDays, before, ([zone, change], hours, days, minutes) => {
        const nowMs = at(change) + minutes * MINUTE_MS + 1234;
        agree(zone, { startAtMs: nowMs - 1, hours, days }, nowMs);
      }),
      { numRuns: propertyRuns(80) },
    );
  });
});
