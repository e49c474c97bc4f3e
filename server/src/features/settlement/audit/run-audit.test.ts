import { expect, test } from 'vitest';
import { driftOf } from './run-audit.ts';

const finding = (what: string, found: string, expected: string) => ({ what, id: '1', found, expected });

test('the drift is the sum of all differences of money, in either direction', () => {
  expect(
    driftOf([
      finding('wallet', '1000/50', '900/70'),
      finding('wallet reserve', '5', '0'),
      finding('dispatch messages', '100/0', '0/0'),
    ]),
  ).toBe(125n);
  expect(driftOf([])).toBe(0n);
});
