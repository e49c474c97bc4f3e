import { expect, test } from 'vitest';
import { numberIn, oneIn, present, textIn } from './search.ts';

test.each([
  [{ page: 2 }, 2],
  [{ page: '3' }, 3],
  [{ page: 0 }, undefined],
  [{ page: -1 }, undefined],
  [{ page: 'x' }, undefined],
  [{}, undefined],
])('the page number of %j is %s', (raw, page) => {
  expect(numberIn(raw, 'page')).toBe(page);
});

test('a text may come as a number, and an empty text counts as absent', () => {
  expect([textIn({ q: 770 }, 'q'), textIn({ q: '' }, 'q'), textIn({ q: ['a'] }, 'q')]).toEqual([
    '770',
    undefined,
    undefined,
  ]);
});

test('an unknown value counts as absent', () => {
  expect([oneIn({ view: 'table' }, 'view', ['board', 'table']), oneIn({ view: 'x' }, 'view', ['board'])]).toEqual([
    'table',
    undefined,
  ]);
  expect(present({ view: 'table', page: undefined })).toEqual({ view: 'table' });
});
