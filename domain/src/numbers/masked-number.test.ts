import { expect, test } from 'vitest';
import { maskNumber } from './masked-number.ts';

test.for([
  ['79161234567', '7916•••4567'],
  ['375291234567', '3752•••4567'],
  ['1234567890', '1234•••7890'],
  ['123456789', '•••89'],
  ['', ''],
] as const)('%s is shown as %s', ([digits, shown]) => {
  expect(maskNumber(digits)).toBe(shown);
});
