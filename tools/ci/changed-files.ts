// The changes that a run of CI judges: files that differ from the commit of the last recorded run, which passed, or
// from a given commit.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChanges } from '../check/project-files.ts';
import { ROOT } from '../check/step.ts';
import { MAP_PATH, type ReachMap } from './reach-map.ts';
import type { Change } from './select-files.ts';

/** Files that a run of CI writes, which a person commits. */
export const WRITTEN: readonly string[] = ['tools/ledger/ledger.tsv', MAP_PATH];

export function git(...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1024 ** 3 });
  return status === 0 ? stdout : undefined;
}

/** Undefined: no commit to compare with, so that every file is a change. */
export function findBase(map: ReachMap | undefined, wanted: string | undefined): string | undefined {
  if (wanted !== undefined) {
    const base = git('rev-parse', '--verify', `${wanted}^{commit}`)?.trim();
    if (base === undefined) throw new Error(`--base ${wanted} is no commit of this clone`);
    return base;
  }
  // A difference to any known tree will do, also to one of another branch. A shallow clone may lack the commit.
  const isKnown = map !== undefined && git('cat-file', '-e', `${map.commit}^{commit}`) !== undefined;
  return isKnown ? map.commit : undefined;
}

/**
 * The map differs from the commit of its run, because that run wrote it; its digest finds other edits. Compared with
 * any other commit, a changed map is a change.
 */
export function changesSince(base: string, map: ReachMap | undefined): Change[] {
  const { present, deleted } = findChanges(base);
  return [...present, ...deleted]
    .filter((path) => path !== MAP_PATH || base !== map?.commit)
    .map((path) => ({ path, before: git('show', `${base}:${path}`) ?? '', now: textOf(path) }));
}

export function textOf(path: string): string {
  try {
    return readFileSync(join(ROOT, path), 'utf8');
  } catch {
    return '';
  }
}

/** Whether the work tree is the commit, apart from files that CI itself writes. */
export function isCommitted(written: readonly string[]): boolean {
  const status = git('status', '--porcelain', '--', '.', ...written.map((path) => `:!${path}`));
  return status?.trim() === '';
}
