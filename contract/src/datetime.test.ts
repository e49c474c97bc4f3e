import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDatetime, formatDatetimeOrNull, parseDatetime } from './datetime.ts';

describe('parseDatetime', () => {
  test.each([
    ['2024-07-01T09:00:00Z', '2024-07-01T09:00:00.000Z'],
    ['2024-07-01T12:00:00+03:00', '2024-07-01T09:00:00.000Z'],
    ['2024-02-29T23:59:59.5-01:30', '2024-03-01T01:29:59.500Z'],
    ['2000-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z'],
    ['2100-12-31T23:59:59Z', '2100-12-31T23:59:59.000Z'],
  ])('reads %s', (text, expected) => {
    expect(parseDatetime(text)?.toISOString()).toBe(expected);
  });

  test.each([
    '2024-07-01T09:00:00',
    '2024-07-01',
    '2024-07-01 09:00:00Z',
    '2024-02-30T09:00:00Z',
    '2023-02-29T09:00:00Z',
    '2024-13-01T09:00:00Z',
    '2024-00-01T09:00:00Z',
    '2024-07-01T24:00:00Z',
    '2024-07-01T09:00:60Z',
    '1999-12-31T23:59:59Z',
    '2101-01-01T00:00:00Z',
    '2024-07-01T09:00:00+15:00',
    '2024-07-01t09:00:00z',
    'tomorrow',
    'infinity',
    '',
    '1719824400',
  ])('refuses %j', (text) => {
    expect(parseDatetime(text)).toBeUndefined();
  });
});

test('formatDatetime and parseDatetime preserve the second', () => {
  const inRange = fc.date({
    min: new Date('2000-01-01T00:00:00Z'),
    max: new Date('2100-12-31T23:59:59Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(inRange, (instant) => {
      const back = parseDatetime(formatDatetime(instant));
      expect(back?.getTime()).toBe(Math.floor(instant.getTime() / 1000) * 1000);
    }),
  );
});

test('formatDatetimeOrNull leaves null as null', () => {
  expect(formatDatetimeOrNull(null)).toBeNull();
});
