import { expect, test } from 'vitest';
import { type Budget, findOverruns, folderOf } from './budgets.ts';
import { formatLedger, type LedgerRow, parseLedger } from './ledger-file.ts';

const BUDGETS: readonly Budget[] = [
  { folder: 'test', cpuSeconds: 20 },
  { folder: 'test/links', cpuSeconds: 100 },
];

const file = (name: string, node: number, postgres = 0): LedgerRow => ({
  kind: 'file',
  name,
  tests: 1,
  cpu: { node, postgres, nats: 0, chromium: 0 },
});

const LEDGER = [file('test/links/a.test.ts', 30, 30), file('test/links/b.test.ts', 40), file('test/c.test.ts', 20)];

test('a file belongs to the folder with the longest matching path', () => {
  expect(folderOf('test/links/deep/a.test.ts', BUDGETS)).toBe('test/links');
  expect(folderOf('test/linked/a.test.ts', BUDGETS)).toBe('test');
  expect(folderOf('other/a.test.ts', BUDGETS)).toBe('other');
});

test('a run within 20 % of the budget passes, one beyond it names the folder', () => {
  expect(findOverruns([file('test/links/a.test.ts', 79), file('test/links/b.test.ts', 40)], LEDGER, BUDGETS)).toEqual(
    [],
  );
  expect(findOverruns([file('test/links/a.test.ts', 81), file('test/links/b.test.ts', 40)], LEDGER, BUDGETS)).toEqual([
    { folder: 'test/links', cpuSeconds: 121, allowed: 120 },
  ]);
});

test('a run of some files has their part of the budget', () => {
  expect(findOverruns([file('test/links/a.test.ts', 71)], LEDGER, BUDGETS)).toEqual([]);
  expect(findOverruns([file('test/links/a.test.ts', 73)], LEDGER, BUDGETS)).toHaveLength(1);
});

test('a new file of 60 CPU seconds fails, in a folder with a budget and in one without', () => {
  expect(findOverruns([...LEDGER, file('test/links/new.test.ts', 60)], LEDGER, BUDGETS)).toEqual([
    { folder: 'test/links, new files', cpuSeconds: 60, allowed: 20 },
  ]);
  expect(findOverruns([file('elsewhere/new.test.ts', 60)], LEDGER, BUDGETS)).toHaveLength(1);
});

test('new files may use what the others leave of the budget', () => {
  const raised = [{ folder: 'test', cpuSeconds: 90 }];
  const known = [file('test/c.test.ts', 20)];
  expect(findOverruns([...known, file('test/new.test.ts', 69)], known, raised)).toEqual([]);
  expect(findOverruns([...known, file('test/new.test.ts', 71)], known, raised)).toHaveLength(1);
});

test('a machine that needs 30 % more for every file passes, and one expensive file still fails there', () => {
  const budgets = [{ folder: 'test', cpuSeconds: 100 }];
  const known = Array.from({ length: 20 }, (_, at) => file(`test/${at}.test.ts`, 5));
  const slow = known.map(({ name }) => file(name, 6.5));
  expect(findOverruns(slow, known, budgets)).toEqual([]);
  expect(findOverruns([...slow.slice(1), file('test/0.test.ts', 60)], known, budgets)).toHaveLength(1);
  expect(
    findOverruns(
      known.map(({ name }) => file(name, 8)),
      known,
      budgets,
    ),
  ).toHaveLength(1);
});

test('the ledger reads what it writes, and refuses rows without figures', () => {
  const step: LedgerRow = {
    kind: 'step',
    name: 'check',
    tests: 0,
    cpu: { node: 1.5, postgres: 0, nats: 0.25, chromium: 3 },
  };
  expect(parseLedger(formatLedger([step, ...LEDGER]))).toEqual(parseLedger(formatLedger([...LEDGER, step])));
  expect(parseLedger(formatLedger([step]))).toEqual([step]);
  expect(() => parseLedger(`${formatLedger([])}file\tname\t1\t\t0\t0\t0\n`)).toThrow('invalid row');
});
