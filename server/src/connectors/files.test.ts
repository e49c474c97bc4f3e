import { afterEach, expect, test, vi } from 'vitest';
import type { Preparation } from './dialect.ts';
import { fileRefused, openFiles, uploadAnswer } from './files.ts';

afterEach(() => void vi.useRealTimers());

const prepared: Preparation = { kind: 'prepared', facts: { token: 't' } };
const throttled: Preparation = { kind: 'throttled', scope: 'account', forMs: 1_000 };

/** How often the work ran after each of the waits. */
async function runs(result: Preparation, waitsMs: readonly number[]): Promise<number[]> {
  vi.useFakeTimers({ toFake: ['performance'] });
  const files = openFiles({ allow: [], sourceAddress: '' });
  let count = 0;
  const work = () => {
    count += 1;
    return Promise.resolve(result);
  };
  const counts: number[] = [];
  for (const waitMs of waitsMs) {
    vi.advanceTimersByTime(waitMs);
    await Promise.all([files.once(['token', 'url'], work), files.once(['token', 'url'], work)]);
    counts.push(count);
  }
  return counts;
}

test.each([
  ['an upload serves an hour', prepared, [0, 3_599_000, 2_000], [1, 1, 2]],
  ['a refusal serves a minute', fileRefused('file 404'), [0, 59_000, 2_000], [1, 1, 2]],
  ['a pause serves only those who wait for it', throttled, [0, 0], [1, 2]],
])('%s', async (_title, result, waitsMs, counts) => {
  expect(await runs(result, waitsMs)).toEqual(counts);
});

test('other words are another upload, and at most four run at once', async () => {
  const files = openFiles({ allow: [], sourceAddress: '' });
  const ends: (() => void)[] = [];
  const work = () => new Promise<Preparation>((resolve) => ends.push(() => resolve(prepared)));
  const all = Array.from({ length: 6 }, (_, at) => files.once([String(at)], work));
  await Promise.resolve();
  expect(ends).toHaveLength(4);
  while (ends.length > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await Promise.all(all)).toHaveLength(6);
});

test.each([
  [{ kind: 'lost', reason: 'reset' } as const, 'temporary', 'upload no-answer'],
  [{ kind: 'answer', status: 503, retryAfterMs: 0, body: undefined } as const, 'temporary', 'upload 503'],
  [{ kind: 'answer', status: 413, retryAfterMs: 0, body: undefined } as const, 'refused', 'upload 413'],
])('the reply %j to an upload is %s with the code %s', (reply, kind, providerCode) => {
  expect(uploadAnswer(reply)).toMatchObject({ kind, errorCode: 7403, providerCode });
});
