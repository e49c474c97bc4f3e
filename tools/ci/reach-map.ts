// The map of a recorded run: which test files touch each source, endpoint and table. A text file whose rows name tests
// by number; a test keeps its number from run to run, so that a diff shows what changed. A digest finds edits by hand.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../check/step.ts';

export const MAP_PATH = 'tools/ci/reach.tsv';

/** `source`: a path; `endpoint`: an id; `table`: a name. */
export type Kind = 'source' | 'endpoint' | 'table';
const KINDS: readonly Kind[] = ['source', 'endpoint', 'table'];

export type ReachMap = {
  /** The commit on which everything passed. */
  readonly commit: string;
  /** Every test file of the run, by number. */
  readonly tests: ReadonlyMap<number, string>;
  /** Test files that touched it beyond the work of an idle system. */
  readonly reached: Readonly<Record<Kind, ReadonlyMap<string, ReadonlySet<string>>>>;
  /** Sources of which an idle system executes a part. */
  readonly idle: ReadonlySet<string>;
};

export function formatMap(map: ReachMap): string {
  const numbers = new Map([...map.tests].map(([number, test]) => [test, number]));
  const rows = [
    ...[...map.tests].toSorted(([a], [b]) => a - b).map(([number, test]) => ['test', number, test]),
    ...KINDS.flatMap((kind) =>
      [...map.reached[kind]].map(([name, tests]) => [kind, name, formatNumbers([...tests], numbers)]).toSorted(byName),
    ),
    ...[...map.idle].toSorted().map((path) => ['idle', path]),
  ];
  const body = `${[['commit', map.commit], ...rows].map((row) => row.join('\t')).join('\n')}\n`;
  return `digest\t${digestOf(body)}\n${body}`;
}

const digestOf = (body: string): string => createHash('sha256').update(body).digest('hex');
const byName = (a: readonly unknown[], b: readonly unknown[]): number => (String(a[1]) < String(b[1]) ? -1 : 1);

/** `1-4,7`: ranges and single numbers. */
function formatNumbers(tests: readonly string[], numbers: ReadonlyMap<string, number>): string {
  const sorted = tests.map((test) => numbers.get(test) ?? -1).toSorted((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const number of sorted) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}

/** Undefined: edited by hand, or no map. */
export function parseMap(text: string): ReachMap | undefined {
  const [head = '', ...lines] = text.split('\n');
  if (head !== `digest\t${digestOf(lines.join('\n'))}`) return undefined;
  const rows = lines.map((line) => line.split('\t'));
  const of = (kind: string) => rows.filter(([first]) => first === kind);
  const tests = new Map(of('test').map(([, number, test = '']) => [Number(number), test]));
  const reached = (kind: Kind) =>
    new Map(of(kind).map(([, name = '', numbers = '']) => [name, new Set(parseNumbers(numbers, tests))]));
  return {
    commit: of('commit')[0]?.[1] ?? '',
    tests,
    reached: { source: reached('source'), endpoint: reached('endpoint'), table: reached('table') },
    idle: new Set(of('idle').map(([, path = '']) => path)),
  };
}

function parseNumbers(text: string, tests: ReadonlyMap<number, string>): string[] {
  return text
    .split(',')
    .filter((range) => range !== '')
    .flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, at) => tests.get(first + at) ?? '');
    });
}

export function readMap(path = join(ROOT, MAP_PATH)): ReachMap | undefined {
  return existsSync(path) ? parseMap(readFileSync(path, 'utf8')) : undefined;
}

/** Tests of the last map keep their numbers, new ones get the next. */
export function numberTests(tests: readonly string[], before: ReachMap | undefined): Map<number, string> {
  const known = new Map([...(before?.tests ?? [])].filter(([, test]) => tests.includes(test)));
  const fresh = tests.filter((test) => ![...known.values()].includes(test)).toSorted();
  const next = Math.max(-1, ...(before?.tests.keys() ?? [])) + 1;
  return new Map([...known, ...fresh.map((test, at) => [next + at, test] as const)]);
}
