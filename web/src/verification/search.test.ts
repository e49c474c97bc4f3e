import { describe, expect, test } from 'vitest';
import { companySearch, daysOf, figureSearch } from './search.ts';

describe('the search of the figures', () => {
  test('keeps known values', () => {
    const search = { company: 7, days: 90, gateway: 'aB3dE5', widget: '234567' };
    expect(figureSearch(search)).toEqual(search);
    expect(figureSearch({ gateway: 234_567 })).toEqual({ gateway: '234567' });
  });

  test.each([[{ company: 'x' }], [{ company: -1 }], [{ days: 8 }], [{ gateway: 'too-long-id' }], [{ widget: null }]])(
    'drops %j',
    (raw) => {
      expect(figureSearch(raw)).toEqual({});
    },
  );

  test('keeps the company of a list', () => {
    expect(companySearch({ company: '12', page: 2 })).toEqual({ company: 12 });
  });
});

test('a period ends today and counts days in Moscow', () => {
  const beforeMidnight = Date.parse('2026-11-16T20:59:00Z');
  const afterMidnight = Date.parse('2026-11-16T21:00:00Z');
  expect(daysOf(7, beforeMidnight)).toEqual({ from: '2026-11-10', to: '2026-11-16' });
  expect(daysOf(7, afterMidnight)).toEqual({ from: '2026-11-11', to: '2026-11-17' });
});
