// The runs that judge mutations. First a mutation alone: the unit tests that import its file, then the files that
// executed it, cheap ones before expensive ones. Then all mutations that nothing has found, together: every test and
// step of CI.
import { alwaysRun } from '../ci/always.ts';
import { isOf, type TestProject } from '../ci/project-tests.ts';
import type { ReachMap } from '../ci/reach-map.ts';
import { type Project, selectFiles } from '../ci/select-files.ts';
import { STEPS, type Step, stepsFor } from '../ci/steps.ts';
import { type Mutation, mutated } from './find-mutations.ts';

/** `selected`: `.ci/run` includes the trial. */
export type Tier = 'selected' | 'full';
export type Trial = { readonly name: string } & (
  | { readonly command: string }
  | { readonly project: 'unit' | TestProject; readonly files: readonly string[] }
);

export type MutationPlan = {
  readonly alone: readonly Trial[];
  readonly tierOf: (trial: Trial) => Tier;
};

/** Test file → CPU seconds. */
export type Costs = ReadonlyMap<string, number>;

type Batches = { readonly files: number; readonly seconds: number };

/** A batch ends at its first failure, which most mutations cause early. */
const ALONE: Batches = { files: 12, seconds: 40 };
const TOGETHER: Batches = { files: 60, seconds: 240 };
/** Reached files beyond this wait for the run with all mutations. */
const ALONE_SECONDS_MAX = 240;
const UNKNOWN_SECONDS = 5;
/** Both tiers run the checks, which find many mutations by their form; tests and files are trials of their own. */
const OWN_TRIALS = new Set(['check', 'unit tests', 'integration tests', 'browser tests', 'every statement tested']);

export function planMutation(mutation: Mutation, project: Project, map: ReachMap, costs: Costs): MutationPlan {
  const { path } = mutation;
  const text = project.textOf(path);
  const { selected, everything } = selectFiles([{ path, before: text, now: mutated(text, mutation) }], map, project);
  const always = new Set(alwaysRun(project.tests));
  const steps = new Set(stepsFor(everything === undefined ? [path] : undefined).map(({ name }) => name));
  const includes = (file: string) => selected.has(file) || always.has(file);
  const related = `vitest related ${path} --run --project unit --bail 1 --passWithNoTests`;
  return {
    alone: [{ name: 'unit tests, related', command: related }, ...reachedTrials([...selected.keys()], costs)],
    tierOf: (trial) => {
      if ('command' in trial) return trial.command === related || steps.has(trial.name) ? 'selected' : 'full';
      return trial.project === 'unit' || trial.files.some(includes) ? 'selected' : 'full';
    },
  };
}

function reachedTrials(files: readonly string[], costs: Costs): Trial[] {
  let seconds = 0;
  return fileTrials(files, { name: 'reached', costs, batches: ALONE }).filter((trial) => {
    seconds += 'files' in trial ? trial.files.reduce((sum, file) => sum + costOf(file, costs), 0) : 0;
    return seconds <= ALONE_SECONDS_MAX;
  });
}

export function planTogether({ tests }: Pick<Project, 'tests'>, costs: Costs): Trial[] {
  const isStep = (step: (typeof STEPS)[number]): step is Step => 'command' in step && !OWN_TRIALS.has(step.name);
  return [
    { name: 'unit tests', project: 'unit', files: [] },
    ...fileTrials(tests, { name: 'all files', costs, batches: TOGETHER }),
    ...STEPS.filter(isStep).map(({ name, command }) => ({ name, command })),
  ];
}

type Wanted = { readonly name: string; readonly costs: Costs; readonly batches: Batches };

function fileTrials(files: readonly string[], { name, costs, batches }: Wanted): Trial[] {
  return (['integration', 'browser'] as const).flatMap((project) =>
    inBatches(
      files.filter((file) => isOf(project, file)),
      costs,
      batches,
    ).map((batch, at) => ({ name: `${project}, ${name}, batch ${at + 1}`, project, files: batch })),
  );
}

const costOf = (file: string, costs: Costs): number => costs.get(file) ?? UNKNOWN_SECONDS;

/** Cheap files first. */
export function inBatches(files: readonly string[], costs: Costs, limit: Batches): string[][] {
  const batches: string[][] = [];
  let seconds = 0;
  for (const file of files.toSorted((a, b) => costOf(a, costs) - costOf(b, costs))) {
    seconds += costOf(file, costs);
    const last = batches.at(-1);
    if (last !== undefined && last.length < limit.files && seconds <= limit.seconds) {
      last.push(file);
    } else {
      batches.push([file]);
      seconds = costOf(file, costs);
    }
  }
  return batches;
}
