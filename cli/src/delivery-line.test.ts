import { expect, test } from 'vitest';
import type { Delivery } from './delivery.ts';
import { lineOf, painter } from './delivery-line.ts';

const delivery: Delivery = {
  at: '2026-07-01T10:00:02.000Z',
  events: ['sent', 'delivered'],
  messageUuids: ['a', 'b', 'c'],
  numbers: [1, 2, 3],
  replayed: false,
  status: 200,
  ms: 12,
  response: 'ok\n\u001B[2Jthanks',
};

test('a delivery line contains all facts and no control characters', () => {
  expect(lineOf(delivery, painter(false))).toBe('10:00:02  sent+delivered ×3  a and 2 more  200  12 ms  ok [2Jthanks');
});

test('the line of a failed delivery contains the reason', () => {
  const failed = { ...delivery, status: null, error: 'ECONNREFUSED', response: '', replayed: true };
  expect(lineOf(failed, painter(false))).toBe(
    '10:00:02  sent+delivered ×3 (replay)  a and 2 more  ECONNREFUSED  12 ms',
  );
});

test('only terminals get colors', () => {
  expect(lineOf(delivery, painter(true))).toContain('\u001B[32m200\u001B[0m');
});
