import { describe, expect, test } from 'vitest';
import { doneStep, secondsOf } from './run-step.ts';
import { descendantsOf, spentSince } from './step-cpu.ts';
import { STEPS, stepsFor } from './steps.ts';

const names = (changed: readonly string[] | undefined) => stepsFor(changed).map(({ name }) => name);
const optional = STEPS.filter((step) => 'reads' in step).map(({ name }) => name);
const added = (path: string) => names([path]).filter((name) => optional.includes(name));

describe('steps', () => {
  test('have unique names, the names of their rows in the ledger', () => {
    expect(new Set(names(undefined)).size).toBe(STEPS.length);
  });

  test.each([
    'check',
    'unit tests',
    'integration tests',
    'browser tests',
    'packages, installed',
    'chaos, small',
    'fuzz, small',
  ])('%s runs for every change', (name) => {
    expect(names([])).toContain(name);
  });

  test.each([
    ['docs/glossary.md', ['developer site']],
    ['web/src/main.tsx', []],
    ['server/test/money/recount.test.ts', []],
    ['server/src/workers/pacer/pace.ts', ['alerts, in a running system', 'demo', 'cost of a message', 'bench, smoke']],
    [
      'contract/src/partner/keys.ts',
      ['client of TypeScript', 'developer site', 'demo', 'cost of a message', 'bench, smoke'],
    ],
    ['package-lock.json', optional],
    ['tools/ci/steps.ts', optional],
  ])('for a change of %s include %j', (path, steps) => {
    expect(added(path)).toEqual(steps);
  });
});

test('the CPU time of a step includes that of ended children', () => {
  expect(secondsOf('0m0.010s 0m0.020s\n1m2.500s 0m1.000s\n')).toBeCloseTo(63.53);
});

test('a step of the caller has its CPU time in ticks of 10 ms', () => {
  expect(doneStep('npm ci:2400:31')).toMatchObject({ name: 'npm ci', ok: true, seconds: 31, cpu: { node: 24 } });
});

test('descendants are found over several generations', () => {
  const parents = new Map([
    [10, 1],
    [11, 10],
    [12, 11],
    [20, 1],
  ]);
  expect(descendantsOf(10, parents)).toEqual([10, 11, 12]);
});

test('servers that start or end during a step add nothing to it', () => {
  const postgres = (seconds: number) => ({ program: 'postgres' as const, seconds });
  const before = new Map([
    [1, postgres(10)],
    [2, postgres(50)],
  ]);
  const now = new Map([
    [1, postgres(12)],
    [3, postgres(7)],
  ]);
  expect(spentSince(before, now)('postgres')).toBe(2);
});
