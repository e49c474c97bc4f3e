import { expect, test } from 'vitest';
import { billingSearch, monthsUntil } from './search.ts';

test.each([
  [{}, {}],
  [{ tab: 'companies', page: 1 }, {}],
  [{ tab: 'odd', kind: 'odd', month: '2026-13' }, {}],
  [{ month: '2026-10' }, { tab: 'operations', month: '2026-10' }],
  [
    { tab: 'operations', kind: 'fee', page: 2 },
    { tab: 'operations', kind: 'fee', page: 2 },
  ],
])('the URL parameters %j request %j', (search, asked) => {
  expect(billingSearch(search)).toEqual(asked);
});

test('the list of months crosses the new year', () => {
  expect(monthsUntil('2026-02-15', 3)).toEqual(['2026-02', '2026-01', '2025-12']);
});
