import { expect, test } from 'vitest';
import { dependentsOf, graphOf, importsIn, readGraph } from './import-graph.ts';

test('imports are found in every form, without those of types', () => {
  const text = [
    "import { a } from './a.ts';",
    "import type { T } from './types.ts';",
    "import '../side.ts';",
    'import {',
    '  b,',
    "} from '@volley/domain/money/b.ts';",
    "export { c } from './c.ts';",
    "const page = () => import('./page.tsx');",
    "const thread = new URL('./thread.ts', import.meta.url);",
    "import pg from 'pg';",
  ].join('\n');
  expect(importsIn('server/src/x/file.ts', text).toSorted()).toEqual([
    'domain/src/money/b.ts',
    'server/src/side.ts',
    'server/src/x/a.ts',
    'server/src/x/c.ts',
    'server/src/x/page.tsx',
    'server/src/x/thread.ts',
  ]);
});

test('the settings of Vitest import the files that they name, but no patterns', () => {
  const text = "globalSetup: ['server/test/global-setup.ts'], include: ['server/test/**/*.test.ts']";
  expect(importsIn('vitest.config.ts', text)).toEqual(['server/test/global-setup.ts']);
});

test('dependents are found through other files and cycles, within a part of the project', () => {
  const graph = graphOf(
    new Map([
      ['b', ['a']],
      ['c', ['b', 'd']],
      ['d', ['c']],
      ['outside', ['a']],
      ['e', ['outside']],
    ]),
  );
  expect(dependentsOf(['a'], graph, (path) => path !== 'outside')).toEqual(new Set(['a', 'b', 'c', 'd']));
});

test('the graph of the project knows the importers of a part of the harness', () => {
  expect(readGraph().importersOf('server/test/given/databases.ts')).toContain('server/test/given/cell.ts');
});
