import { expect, test } from 'vitest';
import { must } from './must.ts';

test('must returns a present value, empty values included', () => {
  expect([must(0, 'count'), must('', 'text'), must(false, 'flag')]).toEqual([0, '', false]);
});

test('must names the missing value', () => {
  expect(() => must(new Map<string, number>().get('a'), 'price of a')).toThrow('price of a is missing');
  expect(() => must(null, 'strand 4')).toThrow('strand 4 is missing');
});
