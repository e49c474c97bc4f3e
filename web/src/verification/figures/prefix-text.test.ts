import { expect, test } from 'vitest';
import { prefixText } from './prefix-text.ts';

test.each([
  ['7916123', '+7 916 123-••-••'],
  ['3751234', '+3751234••••'],
])('the prefix %s is shown as %s', (prefix, shown) => {
  expect(prefixText(prefix)).toBe(shown);
});
