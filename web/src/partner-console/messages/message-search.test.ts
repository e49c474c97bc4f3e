import { expect, test } from 'vitest';
import { isFiltered, messageQuery, messageSearch } from './message-search.ts';

test.for([
  [
    { dispatch: 17, state: 'failed' },
    { dispatch: 17, state: 'failed' },
  ],
  [
    { dispatch: '17', page: '3' },
    { dispatch: 17, page: 3 },
  ],
  [{ state: ['queued', 'withOperator', 'nonsense'] }, { state: 'queued,withOperator' }],
  [
    { state: 'queued,queued', operator: 'OTHER,MTS' },
    { state: 'queued', operator: 'OTHER,MTS' },
  ],
  [{ destination: 79_161_234_567 }, { destination: '79161234567' }],
  [{ destination: '+7 (916) 123-45-67' }, { destination: '+7 (916) 123-45-67' }],
  [
    { read: true, clicked: 'false' },
    { read: true, clicked: false },
  ],
  [{ from: '2026-11-15T00:00:00Z', to: 'never' }, { from: '2026-11-15T00:00:00.000Z' }],
  [{ last: '24h' }, { last: '24h' }],
  [{ last: '24h', from: '2026-11-15T00:00:00Z' }, { from: '2026-11-15T00:00:00.000Z' }],
  [{ error: 0, dispatch: -1, page: 1.5, state: 'x', direction: 'up', q: ' ', last: '9y', foreign: 1 }, {}],
] as const)('the URL parameters %j are read as %j', ([raw, search]) => {
  expect(messageSearch(raw)).toEqual(search);
});

test('a period ends now, and lists are sent as lists', () => {
  const now = Date.UTC(2026, 10, 15, 12);
  expect(messageQuery({ company: 3, last: '1h', state: 'queued,failed', page: 2 }, now)).toEqual({
    company: 3,
    from: '2026-11-15T11:00:00.000Z',
    state: ['queued', 'failed'],
  });
});

test('a page number does not count as a filter', () => {
  expect(isFiltered({ page: 2 })).toBe(false);
  expect(isFiltered({ page: 2, error: 453 })).toBe(true);
});

test('an invalid URL parameter is set to undefined explicitly', () => {
  const raw = { dispatch: 'undefined', state: 'x', company: 3 };
  expect({ ...raw, ...messageSearch(raw) }).toStrictEqual({ dispatch: undefined, state: undefined, company: 3 });
});
