import { expect, test } from 'vitest';
import {
  canMove,
  isFinal,
  MESSAGE_STATUS_CODES,
  MESSAGE_STATUSES,
  messageStatusOfCode,
  movesBetween,
} from './message-status.ts';

const pairs = MESSAGE_STATUSES.flatMap((from) => MESSAGE_STATUSES.map((to) => [from, to] as const));

test('a message has exactly these moves', () => {
  expect(pairs.filter(([from, to]) => canMove(from, to))).toEqual([
    ['CREATED', 'SENT'],
    ['CREATED', 'FAILED'],
    ['SENT', 'DELIVERED'],
    ['SENT', 'FAILED'],
  ]);
});

test('every move goes forward in the stored order', () => {
  for (const [from, to] of pairs) {
    if (canMove(from, to)) expect(MESSAGE_STATUS_CODES[to]).toBeGreaterThan(MESSAGE_STATUS_CODES[from]);
  }
});

test('delivered and failed are final', () => {
  expect(MESSAGE_STATUSES.filter(isFinal)).toEqual(['DELIVERED', 'FAILED']);
});

test('a receipt that overtakes the hand-over mark sets both', () => {
  expect(movesBetween('CREATED', 'DELIVERED')).toEqual(['SENT', 'DELIVERED']);
  expect(movesBetween('CREATED', 'FAILED')).toEqual(['FAILED']);
  expect(movesBetween('SENT', 'DELIVERED')).toEqual(['DELIVERED']);
  expect(movesBetween('FAILED', 'DELIVERED')).toEqual([]);
  expect(movesBetween('SENT', 'SENT')).toEqual([]);
});

test('stored codes lead back to their status', () => {
  for (const status of MESSAGE_STATUSES) expect(messageStatusOfCode(MESSAGE_STATUS_CODES[status])).toBe(status);
  expect(messageStatusOfCode(4)).toBeUndefined();
});
