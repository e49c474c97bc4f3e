import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatLocalTime, intervalOfWalls, parseLocalTime } from './local-time.ts';

describe('a local time', () => {
  test.each([
    ['2026-07-02 10:00:00', Date.UTC(2026, 6, 2, 10)],
    ['2026-07-02T10:00:00', Date.UTC(2026, 6, 2, 10)],
    ['2024-02-29 23:59:59', Date.UTC(2024, 1, 29, 23, 59, 59)],
  ])('%s is parsed', (text, expected) => {
    expect(parseLocalTime(text)).toBe(expected);
  });

  test.each([
    '2026-02-29 10:00:00',
    '2026-06-31 10:00:00',
    '2026-07-02 24:00:00',
    '2026-07-02 10:60:00',
    '2026-07-02 10:00',
    '2026-07-02 10:00:00Z',
    '2026-07-02 10:00:00+03:00',
    '2026-7-2 10:00:00',
    '',
  ])('%s is not parsed', (text) => {
    expect(parseLocalTime(text)).toBeUndefined();
  });

  test('is formatted as it was parsed', () => {
    const anyMs = fc.integer({ min: 946_684_800, max: 4_102_444_800 }).map((s) => s * 1_000);
    fc.assert(
      fc.property(anyMs, (ms) => {
        expect(parseLocalTime(formatLocalTime(ms))).toBe(ms);
      }),
    );
  });
});

const HOUR_MS = 3_600_000;
const startOf = (wallMs: number, zone: string) => intervalOfWalls({ fromMs: wallMs, toMs: undefined }, zone, 0).fromMs;

test.each([
  ['Europe/Kaliningrad', 2],
  ['Europe/Moscow', 3],
  ['Europe/Samara', 4],
  ['Asia/Yekaterinburg', 5],
  ['Asia/Omsk', 6],
  ['Asia/Novosibirsk', 7],
  ['Asia/Irkutsk', 8],
  ['Asia/Yakutsk', 9],
  ['Asia/Vladivostok', 10],
  ['Asia/Magadan', 11],
  ['Asia/Kamchatka', 12],
])('ten o’clock in %s is %d hours earlier in UTC', (zone, hours) => {
  const wall = Date.UTC(2026, 10, 15, 10);
  expect(startOf(wall, zone)).toBe(wall - hours * HOUR_MS);
});

test('the offset is that of the given day, also around clock changes', () => {
  expect(startOf(Date.UTC(2026, 6, 1, 12), 'Europe/Berlin')).toBe(Date.UTC(2026, 6, 1, 10));
  expect(startOf(Date.UTC(2026, 11, 1, 12), 'Europe/Berlin')).toBe(Date.UTC(2026, 11, 1, 11));
});

describe('two local times', () => {
  const [nine, ten, eleven] = [9, 10, 11].map((hour) => Date.UTC(2027, 2, 4, hour)) as [number, number, number]; // three hours
  const early = Date.UTC(2027, 2, 3);
  const jakarta = 'Asia/Jakarta Asia/Makassar';

  test.each([
    [
      'one zone has both',
      { fromMs: nine, toMs: eleven },
      'Asia/Jakarta',
      { fromMs: nine - 7 * HOUR_MS, toMs: eleven - 7 * HOUR_MS },
    ],
    [
      'several zones lie between both',
      { fromMs: nine, toMs: eleven },
      jakarta,
      { fromMs: nine - 7 * HOUR_MS, toMs: eleven - 8 * HOUR_MS },
    ],
    [
      'without a first, all begin now',
      { fromMs: undefined, toMs: eleven },
      jakarta,
      { fromMs: early, toMs: eleven - 8 * HOUR_MS },
    ],
    [
      'without a last, none ends',
      { fromMs: nine, toMs: undefined },
      jakarta,
      { fromMs: nine - 7 * HOUR_MS, toMs: undefined },
    ],
    [
      'the main zone decides where no time is left',
      { fromMs: nine, toMs: ten },
      jakarta,
      { fromMs: nine - 7 * HOUR_MS, toMs: ten - 7 * HOUR_MS },
    ],
  ])('%s', (_, walls, timezone, expected) => {
    expect(intervalOfWalls(walls, timezone, early)).toEqual(expected);
  });

  test('end with the main zone if the other zones are over already', () => {
    const nowMs = ten - 8 * HOUR_MS;
    const { toMs } = intervalOfWalls({ fromMs: undefined, toMs: ten }, jakarta, nowMs);
    expect(toMs).toBe(ten - 7 * HOUR_MS);
  });
});
