import { expect, onTestFinished, test, vi } from 'vitest';
import { inTurns } from './in-turns.ts';

test('inTurns yields after an item of twelve milliseconds and not after short items', async () => {
  let nowMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  onTestFinished(() => clock.mockRestore());
  let turn = 0;
  let isOver = false;
  const nextTurn = () => {
    turn += 1;
    if (!isOver) setImmediate(nextTurn);
  };
  nextTurn();
  const seen: [string, number][] = [];
  await inTurns([12, 3, 3, 3, 3, 1], (ms, at) => {
    nowMs += ms;
    seen.push([`item ${at}`, turn]);
  });
  isOver = true;
  const turns = seen.map(([, at]) => at);
  expect(seen.map(([name]) => name)).toEqual(['item 0', 'item 1', 'item 2', 'item 3', 'item 4', 'item 5']);
  expect(turns[1]).toBeGreaterThan(turns[0] ?? 0);
  expect(new Set(turns.slice(1, 5)).size).toBe(1);
  expect(turns[5]).toBeGreaterThan(turns[4] ?? 0);
});

test('inTurns resumes one of several jobs per iteration of the event loop, in order', async () => {
  let nowMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  onTestFinished(() => clock.mockRestore());
  let turn = 0;
  let isOver = false;
  const nextTurn = () => {
    turn += 1;
    if (!isOver) setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  const seen: [string, number][] = [];
  const work = (name: string) =>
    inTurns([1, 2, 3], () => {
      nowMs += 10;
      seen.push([name, turn]);
    });
  await Promise.all([work('a'), work('b'), work('c')]);
  isOver = true;
  // The first item of each job runs synchronously with its caller.
  const later = seen.slice(3);
  expect(later.map(([name]) => name)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  expect(new Set(later.map(([, at]) => at)).size).toBe(later.length);
});
