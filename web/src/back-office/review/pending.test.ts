import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPending, type Decision, UNDO_MS } from './pending.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const decision = (id: number): Decision => ({ id, senderName: 'Shop', status: 'APPROVED' });

test('a decision is sent when its undo time is over', async () => {
  const sent: number[] = [];
  const pending = createPending(async ({ id }) => void sent.push(id));
  pending.add(decision(1));
  await vi.advanceTimersByTimeAsync(UNDO_MS - 1);
  expect([sent, pending.ids()]).toEqual([[], [1]]);
  await vi.advanceTimersByTimeAsync(1);
  expect([sent, pending.ids()]).toEqual([[1], []]);
});

test('an undone decision is never sent', async () => {
  const sent: number[] = [];
  const pending = createPending(async ({ id }) => void sent.push(id));
  pending.add(decision(1));
  pending.add(decision(2));
  expect(pending.undo(1)).toBe(true);
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect(sent).toEqual([2]);
  expect(pending.undo(2)).toBe(false);
});

test('a second decision on the same name replaces the first', async () => {
  const sent: string[] = [];
  const pending = createPending(async ({ status }) => void sent.push(status));
  pending.add(decision(1));
  pending.add({ ...decision(1), status: 'REJECTED', managerComment: 'no' });
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect(sent).toEqual(['REJECTED']);
});

test('listeners are notified of every change', async () => {
  const pending = createPending(async () => undefined);
  let told = 0;
  const stop = pending.subscribe(() => {
    told += 1;
  });
  pending.add(decision(1));
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect(told).toBe(2);
  stop();
  pending.add(decision(2));
  expect(told).toBe(2);
});
