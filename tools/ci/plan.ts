// The steps and the test files of a run of CI, with the reason of each.
import { alwaysRun } from './always.ts';
import { changesSince, findBase } from './changed-files.ts';
import { isOf, readProject, type TestProject } from './project-tests.ts';
import { readMap } from './reach-map.ts';
import { selectFiles } from './select-files.ts';
import { type Step, stepsFor, type TestStep } from './steps.ts';

export type Plan = {
  readonly steps: readonly (Step | TestStep)[];
  /** Test files of a project; undefined: all. */
  readonly filesOf: (project: TestProject) => readonly string[] | undefined;
  readonly lines: readonly string[];
};

/** A file → one that does all of its work: it is left out where the other runs. */
const CONTAINED = [['web/e2e/every-page.test.ts', 'web/e2e/accessibility.test.ts']] as const;

export function planEverything(reason: string): Plan {
  return { steps: stepsFor(undefined), filesOf: () => undefined, lines: [`every file runs: ${reason}`] };
}

/** `base`: the commit to compare with, instead of that of the last recorded run. */
export function planChanges(wanted: string | undefined): Plan {
  const map = readMap();
  const base = findBase(map, wanted);
  if (base === undefined || map === undefined)
    return planEverything(
      map === undefined ? 'there is no valid map of a recorded run' : 'the clone lacks the commit of the map',
    );
  const project = readProject();
  const changes = changesSince(base, map);
  const { selected, everything } = selectFiles(changes, map, project);
  if (everything !== undefined) return planEverything(everything);
  const reasons = new Map([...alwaysRun(project.tests).map((test) => [test, 'always'] as const), ...selected]);
  for (const [test, by] of CONTAINED) if (reasons.has(by)) reasons.delete(test);
  const chosen = [...reasons.keys()].toSorted();
  const leftOut = project.tests.filter((test) => !reasons.has(test));
  const steps = stepsFor(changes.map(({ path }) => path));
  const notRun = stepsFor(undefined).filter((step) => !steps.includes(step));
  return {
    steps,
    filesOf: (kind) => chosen.filter((test) => isOf(kind, test)),
    lines: [
      `${changes.length} files differ from ${base.slice(0, 8)}; ${chosen.length} of ${project.tests.length} integration and browser files run:`,
      ...chosen.map((test) => `  run       ${test}  (${reasons.get(test)})`),
      ...leftOut.map((test) => `  left out  ${test}`),
      ...notRun.map(({ name }) => `  left out  step "${name}"`),
    ],
  };
}
