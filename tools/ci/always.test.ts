import { expect, test } from 'vitest';
import { readLedger, totalOf } from '../ledger/ledger-file.ts';
import { ALWAYS, alwaysRun } from './always.ts';
import { isOf, testFiles } from './project-tests.ts';

const tests = testFiles();

test('every listed file exists', () => {
  const listed = Object.entries(ALWAYS).flatMap(([folder, names]) =>
    names === 'all' ? [] : names.map((name) => `${folder}/${name}.test.ts`),
  );
  expect(listed.filter((path) => !tests.includes(path))).toEqual([]);
});

test('every listed folder has tests', () => {
  const folders = Object.keys(ALWAYS).filter((folder) => ALWAYS[folder] === 'all');
  expect(folders.filter((folder) => !tests.some((path) => path.startsWith(`${folder}/`)))).toEqual([]);
});

test('the files use at most 40 % of the CPU of all integration tests, if the ledger has them all', () => {
  const known = new Map(readLedger().map((row) => [row.name, totalOf(row)]));
  const integration = tests.filter((path) => isOf('integration', path));
  const cpuOf = (paths: readonly string[]) => paths.reduce((sum, path) => sum + (known.get(path) ?? 0), 0);
  const isComplete = integration.filter((path) => known.has(path)).length > 0.9 * integration.length;
  expect(isComplete ? cpuOf(alwaysRun(integration)) / cpuOf(integration) : 0).toBeLessThan(0.4);
});
