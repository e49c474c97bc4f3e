// Selects the test files that a change reaches. A pure function of the changed files, the map of the last recorded run
// and the import graph; a change that nothing explains reaches every file.
import { dirname } from 'node:path';
import { dependentsOf, type ImportGraph, TEST_SETTINGS } from './import-graph.ts';
import { ruleOf } from './path-rules.ts';
import type { Kind, ReachMap } from './reach-map.ts';
import { tablesIn } from './record/schema-tables.ts';
import { changedStatements, endpointOf, namesOf, namesUsing, topStatements } from './top-statements.ts';

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

const isTestSide = (path: string): boolean => /^(server\/test|web\/e2e)\//.test(path) || path === TEST_SETTINGS;
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
    const tests = new Set(reach.tests);
    // The set-up of a project is part of all its files.
    if (tests.has(TEST_SETTINGS)) return everything(change.path, project);
    for (const test of tests) if (project.tests.includes(test) && !selected.has(test)) selected.set(test, change.path);
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
  if (path.startsWith('server/migrations/')) return migrationReach(change, known);
  if (isContract(path) && isListChange(change)) return { tests: [] };
  if (isCode(path) && !path.endsWith('.test.ts')) {
    const found = sourceReach(change, known);
    if (found.size > 0 || isWithoutEffect(change)) return { tests: [...found, ...named(rule, known)] };
  }
  return rule === undefined ? { everything: `no rule for ${path}` } : { tests: named(rule, known) };
}

/** Types only, or a deleted file: its importers changed too. */
const isWithoutEffect = ({ before, now }: Change): boolean =>
  now === '' || (topStatements(before).length === 0 && topStatements(now).length === 0);

/**
 * Only which endpoints an API has: the declaration of each changed too, and the files that always run compare every
 * endpoint of every list with routes, documents, roles and limits.
 */
function isListChange({ before, now }: Change): boolean {
  const changed = changedStatements(before, now);
  return changed.length > 0 && changed.every(({ text }) => text.startsWith('import ') || ENDPOINT_LIST.test(text));
}

const ENDPOINT_LIST = /^export const \w+: readonly EndpointShape\[\] = \[[\w\s,]*\];$/;

const named = (rule: RegExp | 'none' | undefined, { tests }: Known): string[] =>
  rule instanceof RegExp ? tests.filter((test) => rule.test(test)) : [];

/**
 * A test file reaches itself, a part of the harness the files that import it, other files the tests of their folder.
 */
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

/** A function of the database acts wherever a table or a policy uses it. */
const FUNCTION = /\b(create|replace|alter|drop)\s+(function|procedure|aggregate|operator|type|domain)\b/i;

function migrationReach({ path, now, before }: Change, known: Known): Reach {
  const text = `${now}\n${before}`;
  if (FUNCTION.test(text)) return { everything: `${path} has a function or a type` };
  const tables = tablesIn(text, known.tables);
  const found = new Set(tables.flatMap((table) => [...touching('table', table, known)]));
  for (const test of known.tests) if (test.startsWith('server/test/storage/')) found.add(test);
  return { tests: found };
}

/**
 * The files that executed a function of the source. A changed value, such as a constant or a schema, acts in the files
 * that import it, and an endpoint in the files that call it.
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
const changedValues = ({ before, now }: Change): Set<string> =>
  valuesUsing(new Set(changedStatements(before, now).flatMap(namesOf)), now);

function valuesUsing(names: ReadonlySet<string>, text: string): Set<string> {
  const statements = topStatements(text);
  const using = namesUsing(names, statements);
  for (const { name, isFunction } of statements) if (isFunction) using.delete(name);
  return using;
}

/** Files that executed an importer that mentions one of these values, or that of a value made of them. */
function valueReach(path: string, values: ReadonlySet<string>, known: Known, seen = new Set<string>()): Set<string> {
  if (seen.has(path) || values.size === 0) return new Set();
  seen.add(path);
  const endpoints = new Set(
    topStatements(known.textOf(path))
      .filter(endpointOf)
      .map(({ name }) => name),
  );
  const mentioned = [...values].filter((name) => !endpoints.has(name));
  const importers = known.graph.importersOf(path).filter((importer) => {
    const words = new Set(known.textOf(importer).match(/\w+/g));
    return mentioned.some((name) => words.has(name));
  });
  return new Set(
    importers.flatMap((importer) => [
      ...(isContract(importer) ? [] : nearestReach(importer, known)),
      ...madeReach(importer, new Set(mentioned), known, seen),
    ]),
  );
}

/** That of the values that an importer makes of changed ones. */
function madeReach(importer: string, values: ReadonlySet<string>, known: Known, seen: Set<string>): string[] {
  if (isTestSide(importer)) return [];
  const made = valuesUsing(values, known.textOf(importer));
  for (const name of values) made.delete(name);
  return [...valueReach(importer, made, known, seen), ...endpointReach(importer, made, known)];
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
