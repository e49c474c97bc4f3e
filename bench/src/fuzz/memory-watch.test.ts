import { expect, test } from 'vitest';
import { judgeMemory } from './memory-watch.ts';

const MEGABYTE = 1024 ** 2;
const REQUESTS = 100_000;

/** `held` and `outside` in megabytes. */
const samples = (heldAt: (done: number) => number, outsideAt = heldAt) =>
  Array.from({ length: 101 }, (_, at) => ({
    done: at / 100,
    heldBytes: heldAt(at / 100) * MEGABYTE,
    outsideBytes: outsideAt(at / 100) * MEGABYTE,
  }));

test('memory that settles passes, however little it was at first', () => {
  expect(
    judgeMemory(
      samples((done) => (done < 0.1 ? 50 : 200)),
      REQUESTS,
    ),
  ).toEqual([
    ['the API holds 200 MB, 1.00 times as much as after a fifth of the requests, 0 bytes more per request', true],
    ['outside of its heap it takes 200 MB, 1.00 times as much as after a fifth of the requests', true],
  ]);
});

test('a hundred bytes that are kept of every request do not, however large the process is', () => {
  const leaking = samples(
    (done) => 80 + (done * REQUESTS * 100) / MEGABYTE,
    () => 400,
  );
  const [[said, holds] = []] = judgeMemory(leaking, REQUESTS);
  expect(said).toBe(
    'the API holds 89 MB, 1.09 times as much as after a fifth of the requests, 100 bytes more per request',
  );
  expect(holds).toBe(false);
});

test('nor does memory that grows outside of the heap', () => {
  const claims = judgeMemory(
    samples(
      () => 80,
      (done) => 300 + 200 * done,
    ),
    REQUESTS,
  );
  expect(claims.map(([, holds]) => holds)).toEqual([true, false]);
});

test('one look that meets large requests under way says nothing', () => {
  const claims = judgeMemory(
    samples((done) => (done === 1 ? 400 : 200)),
    REQUESTS,
  );
  expect(claims.every(([, holds]) => holds)).toBe(true);
});

test('a run without looks proves nothing', () => {
  expect(judgeMemory([], REQUESTS)).toEqual([['too few looks at the memory', false]]);
});
