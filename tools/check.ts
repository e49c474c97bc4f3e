// `npm run check`: all checks that do not run the product. Steps run in parallel, as many at once as there are cores; a
// step whose inputs have not changed since it passed is skipped.
//   --changed     only files that differ from HEAD, uncommitted and untracked files included
//   --base REV    with --changed: files that differ from this commit
//   --no-cache    runs every step
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { allSteps, isSource } from './check/all-steps.ts';
import { changedSteps, notChecked } from './check/changed-steps.ts';
import { passedSteps } from './check/passed-steps.ts';
import { findChanges, readContents } from './check/project-files.ts';
import { describeResult, exitCodeOf, type Passes, runSteps } from './check/run-steps.ts';
import type { Step } from './check/step.ts';

const { values: options } = parseArgs({
  options: {
    changed: { type: 'boolean', default: false },
    base: { type: 'string' },
    cache: { type: 'boolean', default: true },
  },
  allowNegative: true,
});

process.exitCode = options.changed || options.base !== undefined ? await checkChanged() : await checkAll();

function checkAll(): Promise<number> {
  const contents = options.cache ? readContents(isSource) : undefined;
  return run(allSteps(), contents && passedSteps(contents));
}

async function checkChanged(): Promise<number> {
  const base = options.base ?? 'HEAD';
  const changes = findChanges(base);
  const steps = changedSteps(changes);
  console.log(`${changes.present.length} changed and ${changes.deleted.length} deleted files against ${base}`);
  if (steps.length === 0) {
    console.log('no checks: no source file changed');
    return 0;
  }
  const exitCode = await run(steps);
  console.log(`not checked: ${notChecked(changes).join('; ')}. Run npm run check before a commit.`);
  return exitCode;
}

async function run(steps: readonly Step[], passes?: Passes): Promise<number> {
  const results = await runSteps(steps, {
    atOnce: availableParallelism(),
    passes,
    onEnd: (result) => console.log(describeResult(result)),
  });
  const failed = results.filter(({ ok }) => !ok).map(({ step }) => step.name);
  if (failed.length > 0) console.log(`FAILED: ${failed.join(', ')}`);
  return exitCodeOf(results);
}
