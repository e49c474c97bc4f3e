// Runs a step: its output goes to a file, of which the run shows the end; a failed step shows more of it.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ROOT } from '../check/step.ts';
import type { Cpu } from '../ledger/ledger-file.ts';
import { failureReasons, type TestReport } from './failure-reasons.ts';
import { meterStep, NO_CPU, type ServerCpu } from './step-cpu.ts';
import type { Step, TestStep } from './steps.ts';

const LINES = { passed: 40, failed: 300 };

export type StepRun = {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  readonly cpu: Cpu;
  /** Of test steps. */
  readonly tests: { readonly passed: number; readonly failed: number };
  /** Of a failed step. */
  readonly reasons: readonly string[];
};

export type Workplace = {
  /** Logs and reports. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly servers: () => ServerCpu;
  /** Test files of a project; undefined: all. */
  readonly filesOf: (step: TestStep) => readonly string[] | undefined;
};

/** Steps in their order; those that only wait run beside the others, one at a time. */
export async function runSteps(steps: readonly (Step | TestStep)[], place: Workplace): Promise<StepRun[]> {
  const inTurn = async (isBeside: boolean): Promise<StepRun[]> => {
    const runs: StepRun[] = [];
    for (const step of steps)
      if (('beside' in step && step.beside === true) === isBeside) runs.push(await runStep(step, place));
    return runs;
  };
  const [beside, main] = await Promise.all([inTurn(true), inTurn(false)]);
  return [...main, ...beside];
}

/** A step that the caller has finished: `npm ci:2400:31`. */
export function doneStep(text: string): StepRun {
  const [name = '', ticks, seconds] = text.split(':');
  return {
    name,
    ok: true,
    seconds: Number(seconds),
    cpu: { ...NO_CPU, node: Number(ticks) / 100 },
    tests: NO_TESTS,
    reasons: [],
  };
}

const NO_TESTS = { passed: 0, failed: 0 };

async function runStep(step: Step | TestStep, place: Workplace): Promise<StepRun> {
  const slug = step.name.replaceAll(/\W+/g, '-');
  const report = join(place.folder, `${slug}.json`);
  const command = 'project' in step ? testCommand(step, report, place.filesOf(step)) : step.command;
  const log = join(place.folder, `${slug}.log`);
  const startedAt = performance.now();
  console.log(`== ${step.name}`);
  const { ok, cpu } = await runCommand(command, log, place);
  const output = readFileSync(log, 'utf8');
  const tests = 'project' in step ? readReport(report) : undefined;
  const passed = tests?.numPassedTests ?? 0;
  // A test step without a report has tested nothing.
  const isOk = ok && !('project' in step && passed === 0);
  const run = {
    name: step.name,
    ok: isOk,
    seconds: (performance.now() - startedAt) / 1_000,
    cpu,
    tests: { passed, failed: tests?.numFailedTests ?? 0 },
    reasons: isOk ? [] : failureReasons(output, tests),
  };
  console.log(describe(run, output));
  return run;
}

function describe({ name, ok, seconds }: StepRun, output: string): string {
  const lines = output
    .trimEnd()
    .split('\n')
    .slice(ok ? -LINES.passed : -LINES.failed);
  return [...lines, `-- ${ok ? 'ok' : 'FAILED'}: ${name} (${Math.round(seconds)} s)`].join('\n');
}

function testCommand({ project }: TestStep, report: string, files: readonly string[] | undefined): string {
  const reporters = `--reporter=default --reporter=./tools/ledger/ledger-reporter.ts --reporter=json`;
  return `vitest run --project ${project} ${reporters} --outputFile.json="${report}" ${(files ?? []).join(' ')}`;
}

function readReport(report: string): TestReport | undefined {
  // Written by Vitest.
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as TestReport) : undefined;
}

/** The shell prints the CPU time of all ended processes of the command to its fourth descriptor. */
async function runCommand(command: string, log: string, place: Workplace): Promise<{ ok: boolean; cpu: Cpu }> {
  const output = openSync(log, 'w');
  const child = spawn('bash', ['-c', `{ ${command}; } 3>&-; code=$?; times >&3; exit $code`], {
    cwd: ROOT,
    env: { ...process.env, ...place.environment },
    stdio: ['ignore', output, output, 'pipe'],
    // A group of its own, so that the end of this process ends all of it.
    detached: true,
  });
  closeSync(output);
  const endGroup = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
  };
  process.once('exit', endGroup);
  const meter = child.pid === undefined ? undefined : meterStep(child.pid, place.servers);
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false)).once('close', (status) => resolve(status === 0));
  });
  // A pipe from the child: Node gives a stream to read.
  const times = await text(child.stdio[3] as Readable);
  const ok = await ended;
  process.removeListener('exit', endGroup);
  return { ok, cpu: meter?.end(secondsOf(times)) ?? NO_CPU };
}

/** `times` prints minutes and seconds of the shell, then of its children, each in user and system mode. */
export function secondsOf(times: string): number {
  return [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, found) => sum + Number(found[1]) * 60 + Number(found[2]),
    0,
  );
}
