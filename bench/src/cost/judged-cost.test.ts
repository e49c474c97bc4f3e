import { expect, test } from 'vitest';
import { EXPECTED, judgeCost } from './judged-cost.ts';

const usual = Object.fromEntries(Object.entries(EXPECTED).map(([name, { value }]) => [name, value])) as Parameters<
  typeof judgeCost
>[0];

test('the usual figures pass without a line', () => {
  const { passed, lines } = judgeCost(usual);
  expect(Object.values(passed).every(Boolean)).toBe(true);
  expect(lines).toEqual([]);
});

test.each([
  ['above its tolerance', 1_633 * 1.031, false, 'walBytesPerMessage is 1683'],
  ['within its tolerance', 1_633 * 1.029, true, undefined],
  ['well below', 1_000, true, 'walBytesPerMessage is 1000: lower its value of 1633'],
  ['missing', null, false, 'walBytesPerMessage is not measured'],
])('a figure %s', (_what, walBytesPerMessage, isKept, line) => {
  const { passed, lines } = judgeCost({ ...usual, walBytesPerMessage });
  expect(passed['walBytesPerMessage']).toBe(isKept);
  expect(lines).toHaveLength(line === undefined ? 0 : 1);
  if (line !== undefined) expect(lines[0]).toContain(line);
});

test('one statement more for a single message fails', () => {
  expect(judgeCost({ ...usual, statementsPerSend: 29 }).passed['statementsPerSend']).toBe(false);
});
