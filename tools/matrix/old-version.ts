// The version before this one, installed from its own lock file: the latest tag, or the commit that MATRIX_FROM names.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../built/run-program.ts';

/** Compared with as long as there is no tag. */
const BEFORE_TAGS = '54527d3';
const SERVER = ['--workspace=server', '--include-workspace-root=false'];

export function openOldVersion(cache: string): { readonly main: string; readonly version: string } {
  const commit = process.env['MATRIX_FROM'] ?? latestTag() ?? BEFORE_TAGS;
  const version = run('git', ['rev-parse', '--short', `${commit}^{commit}`]);
  const folder = join(cache, `volley-${version}`);
  if (!existsSync(folder)) {
    const draft = `${folder}.draft`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    run('sh', ['-ec', 'git archive "$0" | tar --extract -C "$1"', commit, draft]);
    run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', ...SERVER], { cwd: draft });
    // A folder that is there under its final name is complete.
    renameSync(draft, folder);
  }
  return { main: join(folder, 'server/src/main.ts'), version };
}

function latestTag(): string | undefined {
  const tags = run('git', ['tag', '--merged', 'HEAD~1', '--sort=-creatordate']);
  return tags === '' ? undefined : tags.split('\n', 1)[0];
}
