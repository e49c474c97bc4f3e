import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type MatrixRow, updatedPage } from './supported-page.ts';

const row: MatrixRow = {
  name: 'postgres-15',
  shows: '',
  versions: 'PostgreSQL 15.20, NATS 2.10.27',
  node: '24.21.0',
  result: 'ok',
  date: '2026-11-18',
  commit: 'abc1234',
  seconds: 60,
};
const page = readFileSync('docs/operating/supported.md', 'utf8');
const linesOf = (text: string) => text.split('\n').filter((line) => line.startsWith('| postgres-15 |'));

test('a run replaces the row of its combination', () => {
  const once = updatedPage(page, row);
  const twice = updatedPage(once, { ...row, versions: '', result: 'not run: no archive | no root' });
  expect(linesOf(once)).toEqual([
    '| postgres-15 | PostgreSQL 15.20, NATS 2.10.27, Node 24.21.0 | – | `npm run matrix -- --only postgres-15` | 2026-11-18 | abc1234 | ok |',
  ]);
  expect(linesOf(twice)).toEqual([expect.stringContaining('| – | – |')]);
  expect(linesOf(twice)[0]).toContain('not run: no archive \\| no root');
});

test('a page without the table is refused', () => {
  expect(() => updatedPage('# Supported versions\n', row)).toThrow('Combination');
});
