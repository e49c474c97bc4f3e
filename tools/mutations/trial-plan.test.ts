import { expect, test } from 'vitest';
import { graphOf } from '../ci/import-graph.ts';
import type { ReachMap } from '../ci/reach-map.ts';
import { inBatches, planMutation, planTogether } from './trial-plan.ts';

const REACHED = 'server/test/console/keys.test.ts';
const ALWAYS = 'server/test/money/recount.test.ts';
const LEFT_OUT = 'server/test/limits/bodies.test.ts';
const SOURCE = 'server/src/features/access/keys.ts';

const map: ReachMap = {
  commit: 'c0ffee',
  tests: new Map([REACHED, ALWAYS, LEFT_OUT].map((name, number) => [number, name])),
  reached: { source: new Map([[SOURCE, new Set([REACHED])]]), endpoint: new Map(), table: new Map() },
  idle: new Set(),
};
const project = {
  graph: graphOf(new Map()),
  tests: [REACHED, ALWAYS, LEFT_OUT],
  textOf: () => 'export const isNew = () => 1 < 2;',
  tables: new Set<string>(),
};
const mutation = { path: SOURCE, start: 29, end: 30, before: '<', after: '<=' };

const plan = planMutation(mutation, project, map, new Map());

test('alone, a mutation meets the unit tests that import its file and the files that executed it', () => {
  expect(plan.alone.map((trial) => ('files' in trial ? trial.files : trial.name))).toEqual([
    'unit tests, related',
    [REACHED],
  ]);
});

test('reached files beyond four minutes wait for the run with all mutations', () => {
  const { alone } = planMutation(mutation, project, map, new Map([[REACHED, 241]]));
  expect(alone.filter((trial) => 'files' in trial)).toEqual([]);
});

test('together, mutations meet every file and step', () => {
  const trials = planTogether(project, new Map());
  const files = trials.flatMap((trial) => ('files' in trial ? trial.files : []));
  expect(files.toSorted()).toEqual([REACHED, ALWAYS, LEFT_OUT].toSorted());
  expect(trials.map(({ name }) => name)).toEqual(expect.arrayContaining(['unit tests', 'demo', 'developer site']));
});

test.each([
  ['selected', { name: 'a reached file', project: 'integration', files: [LEFT_OUT, REACHED] }],
  ['selected', { name: 'a file that always runs', project: 'integration', files: [ALWAYS] }],
  ['full', { name: 'a file left out', project: 'integration', files: [LEFT_OUT] }],
  ['selected', { name: 'unit tests', project: 'unit', files: [] }],
  ['selected', { name: 'fuzz, small', command: 'fuzz' }],
  ['selected', { name: 'demo', command: 'demo' }],
  ['full', { name: 'developer site', command: 'site' }],
] as const)('a mutation is found by %s: %o', (tier, trial) => {
  expect(plan.tierOf(trial)).toBe(tier);
});

test('batches have cheap files first, and an expensive file is a batch', () => {
  const costs = new Map([
    ['a', 100],
    ['b', 1],
    ['c', 30],
    ['d', 20],
  ]);
  expect(inBatches(['a', 'b', 'c', 'd'], costs, { files: 12, seconds: 40 })).toEqual([['b', 'd'], ['c'], ['a']]);
});
