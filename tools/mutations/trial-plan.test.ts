import { expect, test } from 'vitest';
import { graphOf } from '../ci/import-graph.ts';
import type { ReachMap } from '../ci/reach-map.ts';
import { inBatches, planTrials } from './trial-plan.ts';

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

test('reached files are tried before those that always run, and files left out only for the full run', () => {
  const trials = planTrials(mutation, project, map, new Map()).filter((trial) => 'files' in trial);
  expect(trials.map(({ tier, project: kind, files }) => [tier, kind, ...files])).toEqual([
    ['selected', 'unit'],
    ['selected', 'integration', REACHED],
    ['selected', 'integration', ALWAYS],
    ['full', 'integration', LEFT_OUT],
  ]);
});

test('steps without a need for the mutated source are tried only for the full run', () => {
  const tiers = new Map(planTrials(mutation, project, map, new Map()).map(({ name, tier }) => [name, tier]));
  expect([tiers.get('fuzz, small'), tiers.get('demo'), tiers.get('developer site')]).toEqual([
    'selected',
    'selected',
    'full',
  ]);
});

test('batches have cheap files first, and an expensive file is a batch', () => {
  const costs = new Map([
    ['a', 100],
    ['b', 1],
    ['c', 30],
    ['d', 20],
  ]);
  expect(inBatches(['a', 'b', 'c', 'd'], costs)).toEqual([['b', 'd'], ['c'], ['a']]);
});
