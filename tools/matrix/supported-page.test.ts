import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type MatrixRow, updatedPage } from './supported-page.ts';

const row: MatrixRow = {
  name: 'postgres-15',
  shows: '',
  versions: 'PostgreSQL 15.20, NATS 2.10.27',
  node: '24.21.0',
  result: 'ok',
  command: 'npm run matrix -- --only postgres-15',
  date: '2026-11-18',
  commit: 'abc1234',
  seconds: 60,
};
const names = ['postgres-15', 'nats-2.9'];
const page = readFileSync('docs/operating/supported.md', 'utf8');
const linesOf = (text: string) => text.split('\n').filter((line) => line.startsWith('| postgres-15 |'));

test('a run replaces the row of its combination', () => {
  const once = updatedPage(page, row, names);
  const twice = updatedPage(once, { ...row, versions: '', result: 'not run: no archive | no root' }, names);
  expect(linesOf(once)).toEqual([
    '| postgres-15 | PostgreSQL 15.20, NATS 2.10.27, Node 24.21.0 | – | `npm run matrix -- --only postgres-15` | 2026-11-18 | abc1234 | ok |',
  ]);
  expect(linesOf(twice)).toEqual([expect.stringContaining('| – | – |')]);
  expect(linesOf(twice)[0]).toContain('not run: no archive \\| no root');
});

test('rows of separate runs stand in the order of the combinations', () => {
  const later = updatedPage(page, { ...row, name: 'nats-2.9' }, names);
  const both = updatedPage(later, row, names);
  const found = both.split('\n').filter((line) => line.includes('| abc1234 |'));
  expect(found.map((line) => line.split(' ')[1])).toEqual(names);
});

test('a page without the table is refused', () => {
  expect(() => updatedPage('# Supported versions\n', row, names)).toThrow('Combination');
});
