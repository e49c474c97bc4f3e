// The files of the project as git sees them: committed, changed and new files, without ignored ones.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Contents, hashOf } from './passed-steps.ts';
import { ROOT } from './step.ts';

/** Undefined outside a git repository, such as in an unpacked archive. */
export function readContents(wanted: (path: string) => boolean): Contents | undefined {
  let paths: string[];
  try {
    paths = git('ls-files', '--cached', '--others', '--exclude-standard', '-z');
  } catch {
    return undefined;
  }
  const contents = new Map<string, string>();
  for (const path of paths.filter(wanted)) {
    const content = readIfThere(path);
    if (content !== undefined) contents.set(path, hashOf(content));
  }
  return contents;
}

export type Changes = { readonly present: readonly string[]; readonly deleted: readonly string[] };

/** Files that differ from a commit, uncommitted and untracked ones included. */
export function findChanges(revision: string): Changes {
  const diff = (filter: string) =>
    git('diff', '--name-only', '--no-renames', `--diff-filter=${filter}`, '-z', revision, '--');
  const untracked = git('ls-files', '--others', '--exclude-standard', '-z');
  return { present: [...new Set([...diff('d'), ...untracked])].toSorted(), deleted: diff('D') };
}

function git(...args: string[]): string[] {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    .split('\0')
    .filter((path) => path !== '');
}

/** A deleted file is still in the index of git, and a symbolic link may lead to a folder. */
function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(join(ROOT, path));
  } catch {
    return undefined;
  }
}
