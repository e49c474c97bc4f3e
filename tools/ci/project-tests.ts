// The test files that CI selects from, and the tree they belong to.

import { readSources } from '../rules/source-files.ts';
import { textOf } from './changed-files.ts';
import { readGraph } from './import-graph.ts';
import { tablesOfSchema } from './record/schema-tables.ts';
import type { Project } from './select-files.ts';

export type TestProject = 'integration' | 'browser';

const FOLDERS: Readonly<Record<TestProject, string>> = { integration: 'server/test/', browser: 'web/e2e/' };

export const isOf = (project: TestProject, path: string): boolean => path.startsWith(FOLDERS[project]);

export function testFiles(): string[] {
  return readSources(['.test.ts'], ['server', 'web'])
    .map(({ path }) => path)
    .filter((path) => isOf('integration', path) || isOf('browser', path));
}

export const readProject = (): Project => ({
  graph: readGraph(),
  tests: testFiles(),
  textOf,
  tables: tablesOfSchema(),
});
