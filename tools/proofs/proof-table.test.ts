import { expect, test } from 'vitest';
import { type ProofRun, updatedTable } from './proof-table.ts';

const HEAD = '| Proof | Shows | Command | Last run | Commit | Seconds | Result |\n|---|---|---|---|---|---|---|';
const run: ProofRun = {
  name: 'fuzz',
  command: 'npm run fuzz',
  shows: 'spoiled requests',
  date: '2026-11-15',
  commit: 'abc1234',
  seconds: 12,
  result: 'passed',
};
const row = '| fuzz | spoiled requests | `npm run fuzz` | 2026-11-15 | abc1234 | 12 | passed |';

test('the first run of a proof adds a row and keeps the text around the table', () => {
  expect(updatedTable(`# Title\n\n${HEAD}\n\nText.\n`, run)).toBe(`# Title\n\n${HEAD}\n${row}\n\nText.\n`);
});

test('a later run replaces only the row of its proof', () => {
  const other = '| fuzz long | x | y | z | a | 1 | passed |';
  const page = `${HEAD}\n${row}\n${other}\n`;
  expect(updatedTable(page, { ...run, result: 'failed', seconds: 7 })).toBe(
    `${HEAD}\n${row.replace('| 12 | passed |', '| 7 | **failed** |')}\n${other}\n`,
  );
});

test('a page without the table throws an error with the missing line', () => {
  expect(() => updatedTable('# Title\n', run)).toThrow('| Proof | Shows |');
});
