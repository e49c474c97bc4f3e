// `npm run check` must be able to fail: its logic, without the programs it starts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allSteps } from './check/all-steps.ts';
import { changedSteps, notChecked } from './check/changed-steps.ts';
import { passedSteps, stepKey } from './check/passed-steps.ts';
import { describeResult, exitCodeOf, runSteps } from './check/run-steps.ts';
import type { Step } from './check/step.ts';

const givenStep = (over: Partial<Step> = {}): Step => ({
  name: 'a step',
  command: 'node',
  args: ['-e', ''],
  seconds: 1,
  reads: () => true,
  ...over,
});
const failing = givenStep({ name: 'failing', args: ['-e', 'console.log("line 7 is wrong"); process.exit(3)'] });

describe('a run of steps', () => {
  test('fails if one command fails, shows its output and still runs the rest', async () => {
    const results = await runSteps([failing, givenStep()], { atOnce: 1 });
    expect(results.map(({ step, ok }) => [step.name, ok])).toEqual([
      ['failing', false],
      ['a step', true],
    ]);
    expect(results.map(describeResult).join('\n')).toContain('line 7 is wrong');
    expect(exitCodeOf(results)).toBe(1);
  });

  test('fails if the program of a step is not installed', async () => {
    const results = await runSteps([givenStep({ command: 'no-such-program' })], { atOnce: 2 });
    expect(exitCodeOf(results)).toBe(1);
    expect(results[0]?.output).toContain('no-such-program');
  });

  test('fails if a command is killed by a signal', async () => {
    const results = await runSteps([givenStep({ args: ['-e', 'process.kill(process.pid, "SIGKILL")'] })], {
      atOnce: 1,
    });
    expect(exitCodeOf(results)).toBe(1);
    expect(results[0]?.output).toContain('SIGKILL');
  });

  test('passes if every command passes', async () => {
    expect(exitCodeOf(await runSteps([givenStep(), givenStep()], { atOnce: 2 }))).toBe(0);
  });

  test('fails without steps', () => {
    expect(exitCodeOf([])).toBe(1);
  });
});

describe('the cache of passed steps', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'volley-check-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const contents = new Map([['domain/src/money/money.ts', 'one']]);

  test('skips a step that passed on the same files', async () => {
    await runSteps([givenStep()], { atOnce: 1, passes: passedSteps(contents, folder) });
    const again = await runSteps([givenStep()], { atOnce: 1, passes: passedSteps(contents, folder) });
    expect(again).toMatchObject([{ ok: true, isRemembered: true }]);
  });

  test('narrows a step to the files that changed since it passed', () => {
    const step = givenStep({ narrowed: (changed) => ({ command: 'node', args: ['only', ...changed] }) });
    passedSteps(contents, folder).add(step);
    const narrow = (files: Map<string, string>) => passedSteps(files, folder).narrow(step).args;
    const money = 'domain/src/money/money.ts';
    expect(
      narrow(
        new Map([
          [money, 'two'],
          ['domain/src/new.ts', 'one'],
        ]),
      ),
    ).toEqual(['only', money, 'domain/src/new.ts']);
    expect(narrow(new Map([['domain/src/new.ts', 'one']]))).toEqual(step.args);
    expect(narrow(new Map([...contents, ['tsconfig.json', 'one']]))).toEqual(step.args);
    expect(narrow(new Map(Array.from({ length: 40 }, (_, at) => [`domain/src/${at}.ts`, 'one'])))).toEqual(step.args);
  });

  test('never stores a failure', async () => {
    await runSteps([failing], { atOnce: 1, passes: passedSteps(contents, folder) });
    const again = await runSteps([failing], { atOnce: 1, passes: passedSteps(contents, folder) });
    expect(again).toMatchObject([{ ok: false, isRemembered: false }]);
  });

  test('runs a step again when its program is no longer installed', async () => {
    const step = givenStep({ command: 'no-such-program' });
    passedSteps(contents, folder).add(step);
    const results = await runSteps([step], { atOnce: 1, passes: passedSteps(contents, folder) });
    expect(exitCodeOf(results)).toBe(1);
  });

  test.each<[string, Step, Map<string, string>, string]>([
    ['a file it reads changed', givenStep(), new Map([['domain/src/money/money.ts', 'two']]), 'lock'],
    ['a file it reads was renamed', givenStep(), new Map([['domain/src/price.ts', 'one']]), 'lock'],
    ['a file it reads appeared', givenStep(), new Map([...contents, ['domain/src/new.ts', 'one']]), 'lock'],
    ['a file it reads is gone', givenStep(), new Map(), 'lock'],
    ['other packages are installed', givenStep(), contents, 'another lock'],
    ['its command changed', givenStep({ args: ['-e', '1'] }), contents, 'lock'],
  ])('runs a step again when %s', (_, step, files, installed) => {
    expect(stepKey(step, files, installed)).not.toBe(stepKey(givenStep(), contents, 'lock'));
  });

  test('does not run a step again for a file that it does not read', () => {
    const step = givenStep({ reads: (path) => path.startsWith('domain/') });
    const more = new Map([...contents, ['web/src/main.tsx', 'one']]);
    expect(stepKey(step, more, 'lock')).toBe(stepKey(step, contents, 'lock'));
  });
});

describe('the steps', () => {
  test('of a full check have unique names, the keys of the cache', () => {
    const names = allSteps().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('of a full check read every source file at least once', () => {
    for (const path of ['server/src/main.ts', 'web/src/main.tsx', 'tsconfig.json', 'biome.json', '.oxlintrc.json'])
      expect(allSteps().filter(({ reads }) => reads(path)).length).toBeGreaterThanOrEqual(5);
  });

  test.each([
    [['server/src/main.ts'], ['lint and types', 'format', 'dependency rule']],
    [['vitest.config.ts'], ['lint and types', 'format']],
    [['knip.json'], ['format']],
    [['contract/src/errors.ts'], ['lint and types', 'format', 'dependency rule', 'contract current']],
    [['contract/openapi/partner.json'], ['format', 'contract current']],
    [['server/migrations/0001-start.sql'], ['format', 'schema current', 'migrations']],
    [['README.md', 'docs/glossary.md'], []],
    [[], []],
  ])('are the right ones for a change of %j', (present, names) => {
    expect(changedSteps({ present, deleted: [] }).map(({ name }) => name)).toEqual(names);
  });

  test('check only the changed files', () => {
    const [lint] = changedSteps({ present: ['domain/src/money/money.ts'], deleted: ['domain/src/price.ts'] });
    expect(lint?.args).toContain('domain/src/money/money.ts');
    expect(lint?.args).not.toContain('domain/src/price.ts');
    expect(lint?.args).not.toContain('.');
  });

  test('for a deleted file compare the generated files and list the skipped checks', () => {
    const changes = { present: ['tsconfig.json'], deleted: ['contract/src/errors.ts'] };
    expect(changedSteps(changes).map(({ name }) => name)).toEqual(['format', 'contract current']);
    expect(notChecked(changes).join('; ')).toContain('imports of contract/src/errors.ts');
    expect(notChecked(changes).join('; ')).toContain('tsconfig.json');
  });
});
