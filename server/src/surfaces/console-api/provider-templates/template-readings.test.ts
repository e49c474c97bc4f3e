import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepReadings, READINGS_MAX, type Reading } from './template-readings.ts';

const READ: Reading = { at: new Date(0), list: { templates: [] } };
const FAILED: Reading = { at: new Date(0), list: { problem: 'away' } };
const SHOP = { senderId: 1, version: 1 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTime(ms);

test('a list serves every page for a minute and is then read again', async () => {
  const read = vi.fn(async () => READ);
  const readings = keepReadings(read);
  expect(await readings(SHOP)).toBe(READ);
  pass(59_999);
  expect(await readings(SHOP)).toBe(READ);
  expect(read).toHaveBeenCalledTimes(1);
  pass(1);
  await readings(SHOP);
  expect(read).toHaveBeenCalledTimes(2);
});

test('a failed reading is repeated after ten seconds, and a thrown error at once', async () => {
  const read = vi.fn(async () => FAILED);
  const readings = keepReadings(read);
  expect(await readings(SHOP)).toBe(FAILED);
  pass(9_999);
  await readings(SHOP);
  expect(read).toHaveBeenCalledTimes(1);
  pass(1);
  read.mockRejectedValueOnce(new Error('no database'));
  await expect(readings(SHOP)).rejects.toThrow('no database');
  expect(await readings(SHOP)).toBe(FAILED);
  expect(read).toHaveBeenCalledTimes(3);
});

test('calls during a reading wait for it, however long it takes', async () => {
  let end: (reading: Reading) => void = () => undefined;
  const read = vi.fn(() => new Promise<Reading>((resolve) => (end = resolve)));
  const readings = keepReadings(read);
  const first = readings(SHOP);
  pass(600_000);
  const second = readings(SHOP);
  end(READ);
  expect(await Promise.all([first, second])).toEqual([READ, READ]);
  expect(read).toHaveBeenCalledTimes(1);
});

test('new credentials and other accounts have lists of their own, and the oldest list leaves the memory', async () => {
  const read = vi.fn(async () => READ);
  const readings = keepReadings(read);
  await readings(SHOP);
  await readings({ ...SHOP, version: 2 });
  expect(read).toHaveBeenCalledTimes(2);
  for (let at = 2; at < READINGS_MAX; at += 1) await readings({ senderId: at, version: 1 });
  await readings(SHOP);
  expect(read).toHaveBeenCalledTimes(READINGS_MAX);
  await readings({ senderId: 4_711, version: 1 });
  await readings(SHOP);
  expect(read).toHaveBeenCalledTimes(READINGS_MAX + 2);
});
