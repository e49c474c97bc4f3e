import { expect, test } from 'vitest';
import { templateSearch } from './search.ts';

const NOTHING = { q: undefined, status: undefined, tied: undefined, page: undefined };

test.each([
  [
    { q: 'order', status: 'PAUSED', tied: false, page: 2 },
    { q: 'order', status: 'PAUSED', tied: false, page: 2 },
  ],
  [{ q: 4711 }, { q: '4711' }],
  [{ q: '', status: 'paused', tied: 'yes', page: 1 }, {}],
  [{ q: ['a'], status: 7, tied: 1, page: 1.5 }, {}],
])('the parameters %j are read as %j', (raw, read) => {
  expect(templateSearch(raw)).toEqual({ ...NOTHING, ...read });
});
