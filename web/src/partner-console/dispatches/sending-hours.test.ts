import { expect, test } from 'vitest';
import { daysText, hoursText, isAlways } from './sending-hours.ts';

test.for([
  [[10, 11, 12, 13, 14, 15, 16, 17, 18, 19], '10:00–20:00'],
  [[9], '09:00–10:00'],
  [[23, 0, 9, 10], '00:00–01:00, 09:00–11:00, 23:00–24:00'],
  [[], ''],
] as const)('the sending hours %j are written as spans', ([hours, text]) => {
  expect(hoursText(hours)).toBe(text);
});

test.for([
  [[1, 2, 3, 4, 5], 'Mon–Fri'],
  [[6, 7], 'Sat, Sun'],
  [[5, 1, 3], 'Mon, Wed, Fri'],
] as const)('the sending days %j are written as spans', ([days, text]) => {
  expect(daysText(days, 'en-GB')).toBe(text);
});

test('sending days are written in Russian', () => {
  expect(daysText([1, 2, 3, 4, 5], 'ru')).toBe('пн–пт');
});

test('a whole week counts as any time', () => {
  expect(isAlways([], [])).toBe(true);
  expect(isAlways([], [1])).toBe(false);
});
