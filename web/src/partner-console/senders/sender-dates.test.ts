import { expect, test } from 'vitest';
import { beginningOf, endOf, isLastDayFine, lastDayOf, moscowToday } from './sender-dates.ts';

const NOW = Date.parse('2026-11-15T22:00:00Z');

test('days of validity are Moscow days', () => {
  expect(moscowToday(NOW)).toBe('2026-11-16');
  expect(beginningOf('2026-11-16')).toBe('2026-11-15T21:00:00.000Z');
  expect(endOf('2026-11-16')).toBe('2026-11-16T21:00:00.000Z');
  expect(lastDayOf('2026-11-16T21:00:00Z').toISOString()).toBe('2026-11-16T20:59:59.999Z');
});

test.each([
  ['2026-11-16', '2024-01-01T00:00:00Z', true],
  ['2026-11-15', '2024-01-01T00:00:00Z', false],
  ['2026-12-01', '2026-12-05T00:00:00Z', false],
  ['', '2024-01-01T00:00:00Z', false],
])('the last day %s of a name valid from %s is allowed: %s', (day, from, isFine) => {
  expect(isLastDayFine(day, from, NOW)).toBe(isFine);
});
