// The verdict on a tree, started by `.ci/run` after the installation of packages. Runs the steps of CI, the reached
// test files among them, and closes with one line: N passed, N failed.
//   --full        every step and every file; records which files touch which sources, and writes the map when all pass
//   --base REV    compares with this commit instead of that of the map
//   --plan        only prints the files and steps that would run
//   --only NAME   only steps whose name contains it
//   --done NAME:TICKS:SECONDS   a step that the caller has finished, with its CPU time in ticks of 10 ms
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { git, isCommitted, WRITTEN } from './ci/changed-files.ts';
import { type Plan, planChanges, planEverything } from './ci/plan.ts';
import { writeMap } from './ci/record/collect-reach.ts';
import { doneStep, runSteps, type StepRun } from './ci/run-step.ts';
import { startServers } from './ci/start-servers.ts';
import { serverMeter } from './ci/step-cpu.ts';
import { totalOf, updateLedger } from './ledger/ledger-file.ts';
import { MachineSpeed } from './ledger/machine-speed.ts';

const { values: options } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    base: { type: 'string' },
    plan: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    done: { type: 'string', multiple: true, default: [] },
  },
});
const startedAt = performance.now();
const speed = new MachineSpeed();
const plan = options.full ? planEverything('npm run ci:full') : planChanges(options.base);
console.log(plan.lines.join('\n'));
if (!options.plan) process.exitCode = await runAll();

async function runAll(): Promise<number> {
  // A signal would end this process without its exit handlers, which end the steps and the servers.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const folder = mkdtempSync(join(tmpdir(), 'volley-ci-'));
  const recorded = join(folder, 'reach');
  mkdirSync(recorded);
  const commit = options.full && isCommitted(WRITTEN) ? git('rev-parse', 'HEAD')?.trim() : undefined;
  if (options.full && commit === undefined) console.log('records no map: the work tree differs from its commit');
  const services = await startServers();
  try {
    const steps = plan.steps.filter(({ name }) => name.includes(options.only));
    const runs = await runSteps(steps, {
      folder,
      environment: { ...services.environment, ...(commit !== undefined && { REACH_FOLDER: recorded }) },
      servers: serverMeter(Object.values(services.environment)),
      filesOf: ({ project }) => (project === 'unit' ? undefined : plan.filesOf(project)),
    });
    if (commit !== undefined && options.only === '' && runs.every(({ ok }) => ok)) await writeMap(recorded, commit);
    return finish([...options.done.map(doneStep), ...runs]);
  } finally {
    await services.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function finish(runs: readonly StepRun[]): number {
  const factor = speed.end();
  const perReference = (seconds: number) => seconds / factor;
  const rows = runs.map(({ name, tests, cpu }) => ({
    kind: 'step' as const,
    name: rowName(name, plan),
    tests: tests.passed + tests.failed,
    cpu: {
      node: perReference(cpu.node),
      postgres: perReference(cpu.postgres),
      nats: perReference(cpu.nats),
      chromium: perReference(cpu.chromium),
    },
  }));
  updateLedger(rows);
  const sum = (figure: (run: StepRun) => number) => runs.reduce((total, run) => total + figure(run), 0);
  const row = (mark: string, seconds: number, cpu: number, name: string) =>
    `${mark.padEnd(7)} ${seconds.toFixed(0).padStart(5)} s ${cpu.toFixed(1).padStart(7)} CPU s  ${name}`;
  for (const { name, reasons } of runs) for (const reason of reasons) console.log(`${name}: ${reason}`);
  for (const run of runs) console.log(row(run.ok ? 'ok' : 'FAILED', run.seconds, totalOf(run), run.name));
  console.log(row('total', (performance.now() - startedAt) / 1_000, sum(totalOf), ''));
  const passed = sum(({ ok, tests }) => (ok ? 1 : 0) + tests.passed);
  const failed = sum(({ ok, tests }) => (ok ? 0 : 1) + tests.failed);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** A run of some files has a row of its own. */
function rowName(name: string, { steps, filesOf }: Plan): string {
  const step = steps.find((known) => known.name === name);
  const isPart =
    step !== undefined && 'project' in step && step.project !== 'unit' && filesOf(step.project) !== undefined;
  return isPart ? `${name}, selected` : name;
}
