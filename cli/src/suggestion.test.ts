import { expect, test } from 'vitest';
import { nearestWord } from './suggestion.ts';

const KNOWN = ['send', 'status', 'stop', 'balance', 'events', 'explain', 'listen', 'dispatch', 'template', 'verify'];

test.each([
  ['sned', 'send'],
  ['sent', 'send'],
  ['staus', 'status'],
  ['ballance', 'balance'],
  ['dispach', 'dispatch'],
  ['verfy', 'verify'],
  ['publish', undefined],
  ['x', undefined],
])('%s suggests %s', (word, expected) => {
  expect(nearestWord(word, KNOWN)).toBe(expected);
});
