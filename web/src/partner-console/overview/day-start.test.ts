import { expect, test } from 'vitest';
import { dayStart } from './day-start.ts';

test.each([
  ['2026-11-15T09:30:15.250Z', 'Europe/Moscow', '2026-11-14T21:00:00.000Z'],
  ['2026-11-15T22:30:00.000Z', 'Europe/Moscow', '2026-11-15T21:00:00.000Z'],
  ['2026-11-15T00:00:00.000Z', 'UTC', '2026-11-15T00:00:00.000Z'],
  ['2026-11-15T02:00:00.000Z', 'Asia/Kolkata', '2026-11-14T18:30:00.000Z'],
  ['2026-11-15T02:00:00.000Z', 'America/New_York', '2026-11-14T05:00:00.000Z'],
])('the day of %s in %s began at %s', (now, zone, began) => {
  expect(dayStart(new Date(now), zone).toISOString()).toBe(began);
});
