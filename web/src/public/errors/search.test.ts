import { findEntry } from '@volley/contract/dictionary/find-entry.ts';
import { expect, test } from 'vitest';
import { dictionarySearch, isFound } from './search.ts';

test.each([
  ['', true],
  ['40', true],
  [' 4013 ', true],
  ['13', false],
  ['адрес', true],
  ['address', false],
])('the query %j finds code 4013 in Russian: %s', (q, expected) => {
  const entry = findEntry('api', 4013);
  expect(entry !== undefined && isFound(entry, q, 'ru')).toBe(expected);
});

test('a query of digits may come as a number', () => {
  expect(dictionarySearch({ q: 453 })).toEqual({ q: '453' });
  expect(dictionarySearch({ q: '' })).toEqual({});
});
