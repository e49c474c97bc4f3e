// A second work tree of the present commit, in which each mutation changes a file. Its packages are hard links, so
// that the workspaces inside lead to the second tree.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../check/step.ts';
import { type Mutation, mutated } from './find-mutations.ts';

const FOLDER = join(ROOT, '.volley/mutations');

export type ScratchTree = {
  readonly folder: string;
  /** Runs the work with the mutated files, at most one mutation per file, and restores them. */
  withMutations<T>(mutations: readonly Mutation[], work: () => Promise<T>): Promise<T>;
  remove(): void;
};

export function openScratchTree(): ScratchTree {
  const remove = () => {
    run('git', 'worktree', 'remove', '--force', FOLDER);
    rmSync(FOLDER, { recursive: true, force: true });
    run('git', 'worktree', 'prune');
  };
  if (existsSync(FOLDER)) remove();
  const isMade =
    run('git', 'worktree', 'add', '--detach', FOLDER, 'HEAD') &&
    run('cp', '-al', join(ROOT, 'node_modules'), join(FOLDER, 'node_modules'));
  if (!isMade) throw new Error(`no work tree at ${FOLDER}`);
  // A shared cache would have files of both trees.
  rmSync(join(FOLDER, 'node_modules/.cache'), { recursive: true, force: true });
  return {
    folder: FOLDER,
    withMutations: async (mutations, work) => {
      const files = mutations.map((mutation) => {
        const file = join(FOLDER, mutation.path);
        return { mutation, file, text: readFileSync(file, 'utf8') };
      });
      for (const { mutation, file, text } of files) writeFileSync(file, mutated(text, mutation));
      try {
        return await work();
      } finally {
        for (const { file, text } of files) writeFileSync(file, text);
      }
    },
    remove,
  };
}

function run(program: string, ...args: readonly string[]): boolean {
  const { status, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) console.error(stderr.trim());
  return status === 0;
}
