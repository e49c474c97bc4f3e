import { expect, test } from 'vitest';
import { checkMemory } from './memory-watch.ts';

const MEGABYTE = 1024 ** 2;
const REQUESTS = 100_000;

/** `held` and `outside` in megabytes. */
const samples = (heldAt: (done: number) => number, outsideAt = heldAt) =>
  Array.from({ length: 101 }, (_, at) => ({
    done: at / 100,
    heldBytes: heldAt(at / 100) * MEGABYTE,
    outsideBytes: outsideAt(at / 100) * MEGABYTE,
  }));

test('memory that settles passes, for any size at the start', () => {
  expect(
    checkMemory(
      samples((done) => (done < 0.1 ? 50 : 200)),
      REQUESTS,
    ),
  ).toEqual([
    ['the API holds 200 MB, 1.00 times the value after a fifth of the requests, 0 more bytes per request', true],
    ['outside its heap it uses 200 MB, 1.00 times the value after a fifth of the requests', true],
  ]);
});

test('a leak of a hundred bytes per request fails, for any size of the process', () => {
  const leaking = samples(
    (done) => 80 + (done * REQUESTS * 100) / MEGABYTE,
    () => 400,
  );
  const [[said, holds] = []] = checkMemory(leaking, REQUESTS);
  expect(said).toBe(
    'the API holds 89 MB, 1.09 times the value after a fifth of the requests, 100 more bytes per request',
  );
  expect(holds).toBe(false);
});

test('growing memory outside the heap fails', () => {
  const claims = checkMemory(
    samples(
      () => 80,
      (done) => 300 + 200 * done,
    ),
    REQUESTS,
  );
  expect(claims.map(([, holds]) => holds)).toEqual([true, false]);
});

test('a single sample with large requests in flight does not fail', () => {
  const claims = checkMemory(
    samples((done) => (done === 1 ? 400 : 200)),
    REQUESTS,
  );
  expect(claims.every(([, holds]) => holds)).toBe(true);
});

test('a run without samples fails', () => {
  expect(checkMemory([], REQUESTS)).toEqual([['too few memory samples', false]]);
});
