import { expect, test } from 'vitest';
import { dispatchQuery, dispatchSearch, isFiltered } from './dispatch-search.ts';

test.for([
  [{}, {}],
  [
    { status: 'STARTED', q: ' sale ', page: 3 },
    { status: 'STARTED', q: 'sale', page: 3 },
  ],
  [{ status: 'nonsense', order: 'sideways', page: -1, from: 'yesterday' }, {}],
  [
    { q: 2026, from: '2026-11-01', to: '2026-11-31', order: 'newest' },
    { q: '2026', from: '2026-11-01' },
  ],
  [
    { order: 'largest', page: '2' },
    { order: 'largest', page: 2 },
  ],
] as const)('the URL parameters %j are read as %j', ([raw, search]) => {
  expect(dispatchSearch(raw)).toEqual(search);
});

test('a filter by days covers them from start to end', () => {
  const { from, to } = dispatchQuery({ from: '2026-11-01', to: '2026-11-01' });
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(86_399_000);
});

test('order and page do not count as filters', () => {
  expect(isFiltered({ order: 'name', page: 2 })).toBe(false);
  expect(isFiltered({ q: 'a' })).toBe(true);
});
