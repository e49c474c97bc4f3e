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

describe('a set of zones', () => {
  const jakarta = 'Asia/Jakarta Asia/Makassar';
  const spain = 'Europe/Madrid Atlantic/Canary';

  test.each([
    ['while it is open in both', jakarta, [10, 11], '2027-03-04T03:00:00Z', '2027-03-04T04:00:00Z'],
    [
      'in the hours of both, from the later on',
      jakarta,
      [9, 10, 11, 12],
      '2027-03-04T02:00:00Z',
      '2027-03-04T05:00:00Z',
    ],
    ['in the main zone, if it is never open in both', jakarta, [10], '2027-03-04T03:00:00Z', '2027-03-04T04:00:00Z'],
    ['in the main zone, also around a clock change', spain, [10], '2027-03-04T09:00:00Z', '2027-03-04T10:00:00Z'],
  ])('is open %s', (_, zones, hours, opens, closes) => {
    const given = schedule({ hours });
    const nowMs = at('2027-03-04T00:30:00Z');
    expect(nextAllowedInstant(given, zones, nowMs)).toBe(at(opens));
    const instants = [at(opens) - 1, at(opens), at(closes) - 1, at(closes)];
    expect(instants.map((ms) => isOpen(given, zones, ms))).toEqual([false, true, true, false]);
    expect(nextClosingInstant(given, zones, at(opens))).toBe(at(closes));
  });

  test('never closes if no zone does', () => {
    expect(nextClosingInstant(schedule({}), jakarta, at('2027-03-04T00:30:00Z'))).toBeUndefined();
  });

  test('is open on the weekdays of all zones', () => {
    const given = schedule({ days: [1] });
    expect(nextAllowedInstant(given, jakarta, at('2027-03-04T00:30:00Z'))).toBe(at('2027-03-07T17:00:00Z'));
    expect(nextClosingInstant(given, jakarta, at('2027-03-07T17:00:00Z'))).toBe(at('2027-03-08T16:00:00Z'));
  });

  const arizona = 'America/Phoenix America/Denver';

  test.each([
    ['2027-10-20T00:30:00Z', '2027-10-20T17:00:00Z'],
    ['2027-10-30T00:30:00Z', '2027-10-30T17:00:00Z'],
    ['2027-10-31T00:30:00Z', '2027-11-07T17:00:00Z'],
    ['2027-11-06T23:30:00Z', '2027-11-07T17:00:00Z'],
  ])('waits at most eight days for a change of the clocks: %s', (now, expected) => {
    expect(nextAllowedInstant(schedule({ hours: [10] }), arizona, at(now))).toBe(at(expected));
  });

  test.each([
    ['2027-10-15T18:30:00Z', '2027-10-22T17:00:00Z'],
    // On 5 November, both zones will be open within eight days.
    ['2027-10-30T00:00:00Z', '2027-11-12T17:00:00Z'],
  ])('of a weekly schedule opens at the instant that was announced: %s', (now, expected) => {
    const fridays = schedule({ hours: [10], days: [5] });
    expect(nextAllowedInstant(fridays, arizona, at(now))).toBe(at(expected));
    expect(isOpen(fridays, arizona, at(expected))).toBe(true);
  });

  test('opens at the instant that was announced, whatever was asked before', () => {
    const weeks = fc.integer({ min: at('2027-10-20T00:00:00Z'), max: at('2027-11-20T00:00:00Z') });
    const springs = fc.integer({ min: at('2027-03-01T00:00:00Z'), max: at('2027-03-28T00:00:00Z') });
    const hours = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 3 });
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(fc.oneof(weeks, springs), hours, days, (nowMs, listed, weekdays) => {
        const given = schedule({ hours: listed, days: weekdays });
        const opensMs = nextAllowedInstant(given, arizona, nowMs) ?? Number.NaN;
        expect(isOpen(given, arizona, opensMs)).toBe(true);
        const quarter = 15 * MINUTE_MS;
        for (let ms = (Math.floor(nowMs / quarter) + 1) * quarter; ms < opensMs; ms += quarter)
          expect(isOpen(given, arizona, ms), new Date(ms).toISOString()).toBe(false);
        const closesMs = nextClosingInstant(given, arizona, opensMs) ?? Number.NaN;
        expect(isOpen(given, arizona, closesMs)).toBe(false);
        expect(isOpen(given, arizona, closesMs - 1)).toBe(true);
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test('waits for the season in which its clocks agree only if it is near', () => {
    const given = schedule({ hours: [10] });
    expect(nextAllowedInstant(given, arizona, at('2027-02-04T00:30:00Z'))).toBe(at('2027-02-04T17:00:00Z'));
    // In summer Denver is an hour ahead.
    expect(nextAllowedInstant(given, arizona, at('2027-07-04T00:30:00Z'))).toBe(at('2027-07-04T17:00:00Z'));
    expect(nextAllowedInstant(given, arizona, at('2027-12-04T00:30:00Z'))).toBe(at('2027-12-04T17:00:00Z'));
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

function bruteForce(given: Schedule, timezone: string, nowMs: number, open: boolean, minutesMax: number) {
  const clocks = timezone.split(' ').map(localClock);
  const listed = (ms: number) =>
    ms >= given.startAtMs &&
    clocks.every((clock) => {
      const { hour, day } = clock(ms);
      return given.hours.includes(hour) && given.days.includes(day);
    });
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

  test('sets of zones agree while some hour of a day suits all of them', () => {
    const sets = [
      'Asia/Jakarta Asia/Makassar Asia/Jayapura',
      'Pacific/Auckland Pacific/Chatham',
      'America/Santiago Pacific/Easter',
    ];
    const daytime = fc.integer({ min: 0, max: 14 }).map((first) => everyHour.slice(first, first + 9));
    const now = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') });
    fc.assert(
      fc.property(fc.constantFrom(...sets), daytime, now, (zones, hours, nowMs) => {
        agree(zones, { startAtMs: nowMs - 1, hours, days: everyDay }, nowMs);
      }),
      { numRuns: propertyRuns(40) },
    );
  });
});
