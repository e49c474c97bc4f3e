import { expect, test } from 'vitest';
import { readSources } from '../rules/source-files.ts';
import { COLUMNS_MAX, layoutFaults } from './layout.ts';

const features = readSources(['.ts'], ['server/src/features']).filter(({ path }) => !path.endsWith('.test.ts'));

test('SQL stands in .sql.ts files, in short lines, without arrays by position', () => {
  expect(features.flatMap(layoutFaults)).toEqual([]);
});

test('a breach of each kind is found', () => {
  const long = `\`select ${'a'.repeat(COLUMNS_MAX)} from b\``;
  expect(layoutFaults({ path: 'a.sql.ts', text: long })).toEqual(['a.sql.ts:1 has 126 columns']);
  const arrays = '`insert into a\n select * from unnest($1::int[], $2::text[])`';
  expect(layoutFaults({ path: 'a.sql.ts', text: arrays })).toEqual([
    'a.sql.ts:2 matches arrays with columns by position',
  ]);
  expect(layoutFaults({ path: 'a.ts', text: 'await tx.query<{ id: number }>(A)' })).toEqual([
    'a.ts runs SQL outside a .sql.ts file',
  ]);
  expect(layoutFaults({ path: 'a.sql.ts', text: '`select unnest($1::int[]) as a`' })).toEqual([]);
});
