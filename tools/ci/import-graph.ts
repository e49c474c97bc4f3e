// Imports between the files of the project, without imports of types only: those change nothing at run time.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ROOT } from '../check/step.ts';
import { readSources } from '../rules/source-files.ts';

export type ImportGraph = {
  /** Files that import this one. */
  importersOf(path: string): readonly string[];
};

export const TEST_SETTINGS = 'vitest.config.ts';

const STATEMENT = /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
/** Imports on demand, and threads and programs that are named by their URL. */
const CALL = /(?:\bimport\(|\bnew URL\()\s*['"]([^'"]+)['"]/g;

/** The settings of Vitest name their set-ups and reporters by path. */
const NAMED = /'((?:\w+\/)[\w./-]+\.ts)'/g;

export function importsIn(path: string, text: string): string[] {
  const named = path === TEST_SETTINGS ? [...text.matchAll(NAMED)].map((found) => found[1] ?? '') : [];
  const imported = [STATEMENT, CALL]
    .flatMap((form) => [...text.matchAll(form)].map((found) => found[1] ?? ''))
    .flatMap((specifier) => resolveImport(path, specifier));
  return [...imported, ...named];
}

function resolveImport(from: string, specifier: string): string[] {
  const [, workspace, inside] = /^@volley\/(\w+)\/(.+)$/.exec(specifier) ?? [];
  if (workspace !== undefined) return [`${workspace}/src/${inside}`];
  return specifier.startsWith('.') ? [normalize(join(dirname(from), specifier))] : [];
}

export function graphOf(imports: ReadonlyMap<string, readonly string[]>): ImportGraph {
  const importers = new Map<string, string[]>();
  for (const [from, targets] of imports)
    for (const target of new Set(targets)) importers.set(target, [...(importers.get(target) ?? []), from]);
  return { importersOf: (path) => importers.get(path) ?? [] };
}

/** The graph of the work tree. */
export function readGraph(): ImportGraph {
  const settings = existsSync(join(ROOT, TEST_SETTINGS))
    ? [{ path: TEST_SETTINGS, text: readFileSync(join(ROOT, TEST_SETTINGS), 'utf8') }]
    : [];
  const sources = [...readSources(['.ts', '.tsx', '.mjs']), ...settings];
  return graphOf(new Map(sources.map(({ path, text }) => [path, importsIn(path, text)])));
}

/** All files that import one of these, directly or not, within the given part of the project. */
export function dependentsOf(
  paths: readonly string[],
  graph: ImportGraph,
  isInside: (path: string) => boolean,
): Set<string> {
  const found = new Set(paths);
  const waiting = [...paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const importer of graph.importersOf(path)) {
      if (found.has(importer) || !isInside(importer)) continue;
      found.add(importer);
      waiting.push(importer);
    }
  }
  return found;
}
