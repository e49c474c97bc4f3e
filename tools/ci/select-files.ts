// Selects the test files that a change reaches. A pure function of the changed files, the map of the last recorded run and
// the import graph; a change that nothing explains reaches every file.
import { dirname } from 'node:path';
import { dependentsOf, type ImportGraph } from './import-graph.ts';
import { ruleOf } from './path-rules.ts';
import type { Kind, ReachMap } from './reach-map.ts';
import { tablesIn } from './record/schema-tables.ts';
import { changedStatements, endpointOf, namesUsing, topStatements } from './top-statements.ts';

export type Change = {
  readonly path: string;
  /** Empty: a new file. */
  readonly before: string;
  /** Empty: a deleted file. */
  readonly now: string;
};

export type Project = {
  readonly graph: ImportGraph;
  /** Test files of the integration and browser projects. */
  readonly tests: readonly string[];
  readonly textOf: (path: string) => string;
  /** Tables of the database. */
  readonly tables: ReadonlySet<string>;
};

export type Selection = {
  /** Test file → why it runs. */
  readonly selected: ReadonlyMap<string, string>;
  /** Why every file runs. */
  readonly everything?: string;
};

type Known = Project & { readonly map: ReachMap };
type Reach = { readonly tests: Iterable<string> } | { readonly everything: string };

const isTestSide = (path: string): boolean => /^(server\/test|web\/e2e)\//.test(path) || path === 'vitest.config.ts';
const isContract = (path: string): boolean => path.startsWith('contract/src/');
const isCode = (path: string): boolean => /\.(ts|tsx)$/.test(path);

export function selectFiles(changes: readonly Change[], map: ReachMap | undefined, project: Project): Selection {
  if (map === undefined) return everything('there is no valid map of a recorded run', project);
  const selected = new Map<string, string>();
  // A file that the map does not know has never been part of a recorded run.
  const recorded = new Set(map.tests.values());
  for (const test of project.tests) if (!recorded.has(test)) selected.set(test, 'not in the map');
  for (const change of changes) {
    const reach = reachOf(change, { ...project, map });
    if ('everything' in reach) return everything(reach.everything, project);
    for (const test of reach.tests)
      if (project.tests.includes(test) && !selected.has(test)) selected.set(test, change.path);
  }
  return { selected };
}

const everything = (reason: string, { tests }: Project): Selection => ({
  everything: reason,
  selected: new Map(tests.map((test) => [test, reason])),
});

function reachOf(change: Change, known: Known): Reach {
  const { path } = change;
  if (isTestSide(path)) return { tests: testSideReach(path, known) };
  const rule = ruleOf(path);
  if (rule === 'everything') return { everything: path };
  if (path.startsWith('server/migrations/')) return { tests: migrationReach(change, known) };
  if (isCode(path) && !path.endsWith('.test.ts')) {
    const found = sourceReach(change, known);
    if (found.size > 0 || rule === undefined || rule === 'none') return { tests: [...found, ...named(rule, known)] };
  }
  return rule === undefined ? { everything: `no rule for ${path}` } : { tests: named(rule, known) };
}

const named = (rule: RegExp | 'none' | undefined, { tests }: Known): string[] =>
  rule instanceof RegExp ? tests.filter((test) => rule.test(test)) : [];

/** A test file reaches itself, a part of the harness the files that import it, other files the tests of their folder. */
function testSideReach(path: string, { graph, tests }: Known): Iterable<string> {
  if (isCode(path)) return dependentsOf([path], graph, isTestSide);
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const inside = tests.filter((test) => test.startsWith(`${folder}/`));
    if (inside.length > 0) return inside;
  }
  return tests;
}

const touching = (kind: Kind, name: string, { map }: Known): ReadonlySet<string> =>
  map.reached[kind].get(name) ?? new Set();

function migrationReach({ now, before }: Change, known: Known): Set<string> {
  const tables = tablesIn(`${now}\n${before}`, known.tables);
  const found = new Set(tables.flatMap((table) => [...touching('table', table, known)]));
  for (const test of known.tests) if (test.startsWith('server/test/storage/')) found.add(test);
  return found;
}

/**
 * The files that executed a function of the source. A changed value, such as a constant or a schema, acts in the files that
 * import it, and an endpoint in the files that call it.
 */
function sourceReach(change: Change, known: Known): Set<string> {
  const { path } = change;
  const values = changedValues(change);
  const found = new Set([
    ...touching('source', path, known),
    ...valueReach(path, values, known),
    ...endpointReach(path, values, known),
  ]);
  // An idle system executes a part of it, which tells no file from another: the callers do.
  if (known.map.idle.has(path))
    for (const importer of known.graph.importersOf(path))
      for (const test of touching('source', importer, known)) found.add(test);
  return found.size > 0 ? found : nearestReach(path, known);
}

/** Of a source without a record: that of the nearest importers with one. */
function nearestReach(path: string, known: Known, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return new Set();
  seen.add(path);
  if (known.map.reached.source.has(path)) return new Set(touching('source', path, known));
  if (isTestSide(path)) return dependentsOf([path], known.graph, isTestSide);
  return new Set(known.graph.importersOf(path).flatMap((importer) => [...nearestReach(importer, known, seen)]));
}

/** Names of changed statements that are not functions, and of those that use a changed function while they load. */
function changedValues({ before, now }: Change): Set<string> {
  const changed = changedStatements(before, now).map(({ name }) => name);
  const statements = topStatements(now);
  const using = namesUsing(new Set(changed.filter((name) => name !== '')), statements);
  for (const { name, isFunction } of statements) if (isFunction) using.delete(name);
  return using;
}

/** Files that executed an importer that mentions one of these values. */
function valueReach(path: string, values: ReadonlySet<string>, known: Known): Set<string> {
  const endpoints = new Set(
    topStatements(known.textOf(path))
      .filter(endpointOf)
      .map(({ name }) => name),
  );
  const mentioned = [...values].filter((name) => !endpoints.has(name));
  const importers = known.graph.importersOf(path).filter((importer) => {
    const words = new Set(known.textOf(importer).match(/\w+/g));
    return !isContract(importer) && mentioned.some((name) => words.has(name));
  });
  return new Set(importers.flatMap((importer) => [...nearestReach(importer, known)]));
}

/** Files that called an endpoint whose declaration uses one of these values. */
function endpointReach(path: string, values: ReadonlySet<string>, known: Known): Set<string> {
  if (values.size === 0) return new Set();
  const files = [...dependentsOf([path], known.graph, isContract)].filter(isContract);
  const statements = files.flatMap((file) => topStatements(known.textOf(file)));
  const names = namesUsing(values, statements);
  const endpoints = statements.filter(({ name }) => names.has(name)).map(endpointOf);
  return new Set(endpoints.flatMap((name) => (name === undefined ? [] : [...touching('endpoint', name, known)])));
}
