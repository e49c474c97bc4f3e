import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Claim } from './claims.ts';
import { EXIT_CODES, judgmentOf, judgmentOfError, NotJudged, started, unlessEnded } from './judgment.ts';

const never = new Promise<never>(() => undefined);
const HELD: Claim = ['0 messages lost', true];

test('a storm is held if every claim holds', () => {
  expect(judgmentOf([HELD, HELD])).toBe('held');
  expect(judgmentOf([HELD, ['1 message lost', false]])).toBe('violated');
});

test('an error in the storm violates it, one of its start or of its broker does not', async () => {
  expect(judgmentOfError(new Error('a role never came up'))).toBe('violated');
  const failed = await started('the servers', () => Promise.reject(new Error('no disk'))).catch(
    (error: unknown) => error,
  );
  expect(failed).toBeInstanceOf(NotJudged);
  expect(failed).toMatchObject({ message: 'the servers did not start: no disk' });
  const ended = await unlessEnded(Promise.resolve('out of memory'), () => never).catch((error: unknown) => error);
  expect(judgmentOfError(ended)).toBe('not judged');
  expect(ended).toMatchObject({ message: 'the broker ended by itself: out of memory' });
  expect(await unlessEnded(never, () => Promise.resolve([HELD]))).toEqual([HELD]);
});

test('the three judgments have exit codes of their own', () => {
  expect(EXIT_CODES).toEqual({ held: 0, violated: 1, 'not judged': 2 });
});

test('a storm that cannot start ends with 2, its reason and its seed', () => {
  const env = { ...process.env, TMPDIR: '/nonexistent' };
  const ran = spawnSync(process.execPath, ['bench/src/chaos.ts', '--seed', '812'], { encoding: 'utf8', env });
  expect([ran.status, ran.stdout.trim().split('\n').at(-1)]).toEqual([
    2,
    expect.stringMatching(/not judged: the servers did not start: ENOENT.*--seed 812/) as string,
  ]);
});
