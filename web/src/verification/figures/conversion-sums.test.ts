import { expect, test } from 'vitest';
import { conversionOf, daySums, sumOf, sumsBy } from './conversion-sums.ts';

const row = (change: object) => ({
  day: '2026-11-15',
  gatewayId: 'aB3dE5',
  channelType: 'SMS',
  operator: 'MTS',
  sent: 10,
  delivered: 9,
  entered: 8,
  expired: 2,
  cost: { value: 25, currency: 'RUB' },
  ...change,
});

test('sums all figures', () => {
  expect(sumOf([row({}), row({ sent: 5, entered: 1 })])).toEqual({
    sent: 15,
    delivered: 18,
    entered: 9,
    expired: 4,
    cost: 50,
  });
});

test('groups are ordered by the codes sent', () => {
  const groups = sumsBy([row({}), row({ channelType: 'VOICECODE', sent: 30 })], ({ channelType }) => channelType);
  expect(groups.map(({ key, sent }) => [key, sent])).toEqual([
    ['VOICECODE', 30],
    ['SMS', 10],
  ]);
});

test('days without codes are part of the period', () => {
  const days = daySums([row({})], { from: '2026-11-14', to: '2026-11-16' });
  expect(days.map(({ day, sent }) => [day, sent])).toEqual([
    ['2026-11-14', 0],
    ['2026-11-15', 10],
    ['2026-11-16', 0],
  ]);
});

test('a conversion needs codes and is at most everything', () => {
  expect(conversionOf({ sent: 0, entered: 0 })).toBeUndefined();
  expect(conversionOf({ sent: 4, entered: 3 })).toBe(0.75);
  // A code that was sent before the period may be entered in it.
  expect(conversionOf({ sent: 1, entered: 2 })).toBe(1);
});
