import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DelayWheel, skipDelays } from './delay-wheel.ts';

const DAY_MS = 86_400_000;
let wheel: DelayWheel<string>;
let due: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  due = [];
  wheel = new DelayWheel((items) => due.push(...items));
});
afterEach(() => {
  wheel.clear();
  vi.useRealTimers();
});

test('items are due in the order of their times', () => {
  wheel.add('later', 500);
  wheel.add('soon', 20);
  vi.advanceTimersByTime(480);
  expect(due).toEqual(['soon']);
  vi.advanceTimersByTime(40);
  expect([due, wheel.size]).toEqual([['soon', 'later'], 0]);
});

test('skipped time makes the items of that time due at once, and no others', () => {
  wheel.add('ten minutes', 600_000);
  wheel.add('five seconds', 5_000);
  wheel.add('eleven minutes', 660_000);
  skipDelays(600_000);
  vi.advanceTimersByTime(20);
  expect(due).toEqual(['five seconds', 'ten minutes']);
  skipDelays(60_000);
  vi.advanceTimersByTime(20);
  expect(due).toEqual(['five seconds', 'ten minutes', 'eleven minutes']);
});

test('a delay after a skip is as long as one before', () => {
  skipDelays(400 * DAY_MS);
  wheel.add('a second', 1_000);
  vi.advanceTimersByTime(980);
  expect(due).toEqual([]);
  vi.advanceTimersByTime(40);
  expect(due).toEqual(['a second']);
});

test('an item that is added while others are due is not lost', () => {
  const again = new DelayWheel<string>((items) => {
    due.push(...items);
    if (due.length === 1) for (const delayMs of [0, 5, 700_000]) again.add(`after ${delayMs}`, delayMs);
  });
  again.add('first', 300);
  again.add('second', 600_000);
  skipDelays(650_000);
  vi.advanceTimersByTime(40);
  expect(due).toEqual(['first', 'second', 'after 0', 'after 5']);
  skipDelays(700_000);
  vi.advanceTimersByTime(20);
  expect([due.at(-1), again.size]).toEqual(['after 700000', 0]);
});
