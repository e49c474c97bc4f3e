// Runs a trial with mutations, and without them if it fails: a test that fails anyway has found nothing.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Mutation } from './find-mutations.ts';
import type { ScratchTree } from './scratch-tree.ts';
import type { Trial } from './trial-plan.ts';

/** `trial`: the one that failed, of its files only those that failed. */
export type Failure = { readonly trial: Trial; readonly by: string };
export type Judge = {
  /** Undefined: the trial passes with these mutations, or fails without them too. */
  find(mutations: readonly Mutation[], trial: Trial): Promise<Failure | undefined>;
};

type Outcome = { readonly ok: boolean; readonly failed: readonly string[] };

/** A mutation may make a program wait or compute forever. */
const LIMIT_MS = 900_000;
const END_MS = 20_000;
const TEST_LIMIT_MS = 120_000;

export function openJudge(tree: ScratchTree, environment: NodeJS.ProcessEnv, log: string): Judge {
  const report = join(tree.folder, 'mutation-report.json');
  const attempt = async (trial: Trial): Promise<Outcome> => {
    rmSync(report, { force: true });
    const command = 'command' in trial ? trial.command : testCommand(trial, report);
    const ok = await runLimited(command, { folder: tree.folder, environment, log });
    return { ok, failed: existsSync(report) ? failedFiles(report, tree.folder) : [] };
  };
  const find: Judge['find'] = async (mutations, trial) => {
    const withMutations = (each: Trial) => tree.withMutations(mutations, () => attempt(each));
    const { ok, failed } = await withMutations(trial);
    if (ok) return undefined;
    const again = 'files' in trial && failed.length > 0 ? { ...trial, files: failed } : trial;
    const by = [trial.name, ...failed].join(' ');
    const passesWithout = (await attempt(again)).ok;
    if (passesWithout && !(await withMutations(again)).ok) return { trial: again, by };
    console.log(`   ${passesWithout ? 'failed by chance' : 'fails without a mutation too'}: ${by}`);
    const rest = without(trial, failed);
    return rest && find(mutations, rest);
  };
  return { find };
}

/** Undefined: nothing remains. */
export function without(trial: Trial, failed: readonly string[]): Trial | undefined {
  if (!('files' in trial)) return undefined;
  const files = trial.files.filter((file) => !failed.includes(file));
  return files.length > 0 && files.length < trial.files.length ? { ...trial, files } : undefined;
}

function testCommand(trial: Extract<Trial, { files: readonly string[] }>, report: string): string {
  const limits = `--testTimeout=${TEST_LIMIT_MS} --hookTimeout=${TEST_LIMIT_MS}`;
  const reporters = `--reporter=default --reporter=json --outputFile.json="${report}"`;
  return `vitest run --project ${trial.project} --bail 1 ${limits} ${reporters} ${trial.files.join(' ')}`;
}

function failedFiles(report: string, folder: string): string[] {
  // Written by Vitest.
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; status: string }[];
  };
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(folder, name));
}

type Surroundings = { readonly folder: string; readonly environment: NodeJS.ProcessEnv; readonly log: string };

async function runLimited(command: string, { folder, environment, log }: Surroundings): Promise<boolean> {
  const output = openSync(log, 'a');
  const child = spawn('bash', ['-c', command], {
    cwd: folder,
    env: { ...environment, PATH: `${join(folder, 'node_modules/.bin')}:${environment['PATH'] ?? ''}`, NO_COLOR: '1' },
    stdio: ['ignore', output, output],
    // A group of its own, so that all of its processes can be ended.
    detached: true,
  });
  closeSync(output);
  const endGroup = (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, signal);
  };
  const kill = () => endGroup('SIGKILL');
  // A run that is asked to end stops its servers.
  const timers = [setTimeout(endGroup, LIMIT_MS, 'SIGTERM'), setTimeout(kill, LIMIT_MS + END_MS)];
  process.once('exit', kill);
  try {
    return await new Promise<boolean>((resolve) => {
      child.once('error', () => resolve(false)).once('close', (status) => resolve(status === 0));
    });
  } finally {
    for (const timer of timers) clearTimeout(timer);
    process.removeListener('exit', kill);
  }
}
