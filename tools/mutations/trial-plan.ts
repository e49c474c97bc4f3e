// The runs that judge a mutation, in their order: first those of `.ci/run`, with the files that executed the mutated source
// before the others and cheap ones before expensive ones, then those that `npm run ci:full` adds.
import { alwaysRun } from '../ci/always.ts';
import { isOf, type TestProject } from '../ci/project-tests.ts';
import type { ReachMap } from '../ci/reach-map.ts';
import { type Project, selectFiles } from '../ci/select-files.ts';
import { STEPS, type Step, stepsFor } from '../ci/steps.ts';
import { type Mutation, mutated } from './find-mutations.ts';

export type Tier = 'selected' | 'full';
export type Trial = {
  readonly tier: Tier;
  readonly name: string;
} & ({ readonly command: string } | { readonly project: 'unit' | TestProject; readonly files: readonly string[] });

export type Costs = ReadonlyMap<string, number>;

const BATCH_FILES = 12;
const BATCH_SECONDS = 40;
const UNKNOWN_SECONDS = 5;
/** Both tiers run the checks, which find many mutations by their form; tests and files are trials of their own. */
const OWN_TRIALS = new Set(['check', 'unit tests', 'integration tests', 'browser tests', 'every statement tested']);

export function planTrials(mutation: Mutation, project: Project, map: ReachMap, costs: Costs): Trial[] {
  const text = project.textOf(mutation.path);
  const change = { path: mutation.path, before: text, now: mutated(text, mutation) };
  const { selected } = selectFiles([change], map, project);
  const reached = [...selected.keys()];
  const always = alwaysRun(project.tests).filter((test) => !selected.has(test));
  const leftOut = project.tests.filter((test) => !selected.has(test) && !always.includes(test));
  const steps = stepsFor([mutation.path]).filter(isStep);
  const otherSteps = STEPS.filter(isStep).filter((step) => !steps.includes(step));
  return [
    { tier: 'selected', name: 'unit tests', project: 'unit', files: [] },
    ...fileTrials('selected', 'reached', reached, costs),
    ...fileTrials('selected', 'always', always, costs),
    ...steps.map(({ name, command }) => ({ tier: 'selected' as const, name, command })),
    ...fileTrials('full', 'left out', leftOut, costs),
    ...otherSteps.map(({ name, command }) => ({ tier: 'full' as const, name, command })),
  ];
}

const isStep = (step: (typeof STEPS)[number]): step is Step => 'command' in step && !OWN_TRIALS.has(step.name);

function fileTrials(tier: Tier, why: string, files: readonly string[], costs: Costs): Trial[] {
  return (['integration', 'browser'] as const).flatMap((project) =>
    inBatches(
      files.filter((file) => isOf(project, file)),
      costs,
    ).map((batch, at) => ({ tier, name: `${project}, ${why}, batch ${at + 1}`, project, files: batch })),
  );
}

/** Cheap files first. A batch ends at its first failure, so batches are small. */
export function inBatches(files: readonly string[], costs: Costs): string[][] {
  const cost = (file: string) => costs.get(file) ?? UNKNOWN_SECONDS;
  const batches: string[][] = [];
  let seconds = 0;
  for (const file of files.toSorted((a, b) => cost(a) - cost(b))) {
    seconds += cost(file);
    const last = batches.at(-1);
    if (last !== undefined && last.length < BATCH_FILES && seconds <= BATCH_SECONDS) {
      last.push(file);
    } else {
      batches.push([file]);
      seconds = cost(file);
    }
  }
  return batches;
}
