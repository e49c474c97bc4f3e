import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../check/step.ts';
import { failureReasons, type TestReport } from './failure-reasons.ts';

const file = (name: string, tests: TestReport['testResults'][number]['assertionResults'], message = '') => ({
  name: join(ROOT, name),
  status: message === '' && tests.every(({ status }) => status === 'passed') ? 'passed' : 'failed',
  message,
  assertionResults: tests,
});

const report = (...testResults: TestReport['testResults']): TestReport => ({
  numPassedTests: 1,
  numFailedTests: 1,
  testResults,
});

test('a failed test is named with the first line of its error, a file that does not load with its message', () => {
  const run = report(
    file('a.test.ts', [
      { fullName: 'adds', status: 'passed', failureMessages: [] },
      { fullName: 'subtracts', status: 'failed', failureMessages: ['AssertionError: expected 1 to be 2\n  at a.ts'] },
    ]),
    file('b.test.ts', [{ fullName: 'waits', status: 'skipped', failureMessages: [] }], 'hook failed\nin a line'),
  );
  expect(failureReasons('much output', run)).toEqual([
    'a.test.ts > subtracts: AssertionError: expected 1 to be 2',
    'b.test.ts: hook failed',
  ]);
});

test('budgets and errors outside of tests are reasons, though every test has passed', () => {
  const output = `
⎯⎯⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯⎯⎯
⎯⎯⎯⎯ Unhandled Rejection ⎯⎯⎯⎯⎯
TypeError: too late
 ❯ somewhere.ts:1:2
This error originated in "c.test.ts" test file. It does not mean more.
OVER BUDGET: server/test used 30.0 CPU s, allowed are 25.0`;
  expect(failureReasons(output, report(file('c.test.ts', [])))).toEqual([
    'OVER BUDGET: server/test used 30.0 CPU s, allowed are 25.0',
    'c.test.ts, outside of tests: TypeError: too late',
  ]);
});

test('a step that names nothing gives the end of its output, and a long list its first lines', () => {
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`);
  expect(failureReasons(lines.join('\n'))).toEqual(lines.slice(-8));
  const over = lines.map((line) => `OVER BUDGET: ${line}`).join('\n');
  expect(failureReasons(over).at(-1)).toBe('and 10 more');
});
