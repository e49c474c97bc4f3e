// Judges a mutation: runs its trials until one fails with the mutation and passes without it.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Mutation } from './find-mutations.ts';
import type { ScratchTree } from './scratch-tree.ts';
import type { Tier, Trial } from './trial-plan.ts';

export type Finding = {
  readonly verdict: Tier | 'survived';
  /** The trial, and the files that failed. */
  readonly by: string;
};
export type Judge = { judge(mutation: Mutation, trials: readonly Trial[]): Promise<Finding> };

type Outcome = { readonly ok: boolean; readonly failed: readonly string[] };

/** A mutation may make a program wait or compute forever. */
const LIMIT_MS = 900_000;
const TEST_LIMIT_MS = 120_000;

export function openJudge(tree: ScratchTree, environment: NodeJS.ProcessEnv, log: string): Judge {
  const report = join(tree.folder, 'mutation-report.json');
  const attempt = async (trial: Trial): Promise<Outcome> => {
    rmSync(report, { force: true });
    const command = 'command' in trial ? trial.command : testCommand(trial, report);
    const ok = await runLimited(command, { folder: tree.folder, environment, log });
    return { ok, failed: existsSync(report) ? failedFiles(report, tree.folder) : [] };
  };
  /** Whether the trial fails without the mutation too, such as a test that fails now and then. */
  const failsAnyway = async (trial: Trial, { failed }: Outcome): Promise<boolean> => {
    const again = 'files' in trial && failed.length > 0 ? { ...trial, files: failed } : trial;
    return !(await attempt(again)).ok;
  };
  const find = async (mutation: Mutation, trial: Trial): Promise<string | undefined> => {
    const outcome = await tree.withMutation(mutation, () => attempt(trial));
    if (outcome.ok) return undefined;
    if (!(await failsAnyway(trial, outcome))) return [trial.name, ...outcome.failed].join(' ');
    const rest = 'files' in trial ? trial.files.filter((file) => !outcome.failed.includes(file)) : [];
    console.log(`   fails without the mutation too: ${[trial.name, ...outcome.failed].join(' ')}`);
    const isLess = 'files' in trial && rest.length > 0 && rest.length < trial.files.length;
    return isLess ? find(mutation, { ...trial, files: rest }) : undefined;
  };
  return {
    judge: async (mutation, trials) => {
      for (const trial of trials) {
        console.log(`   ${trial.tier}: ${trial.name}`);
        const by = await find(mutation, trial);
        if (by !== undefined) return { verdict: trial.tier, by };
      }
      return { verdict: 'survived', by: '' };
    },
  };
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
  const endGroup = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  const timer = setTimeout(endGroup, LIMIT_MS);
  process.once('exit', endGroup);
  try {
    return await new Promise<boolean>((resolve) => {
      child.once('error', () => resolve(false)).once('close', (status) => resolve(status === 0));
    });
  } finally {
    clearTimeout(timer);
    process.removeListener('exit', endGroup);
  }
}
