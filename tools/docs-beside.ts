// The developer site of a sandbox or a demonstration: built beside the running system, because a build takes the time
// of several starts. `/docs` shows the progress meanwhile.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './built-folder.ts';

export const DOCS_FOLDER = join(ROOT, 'site/dist');
/** Read by the API (surfaces/docs-pages): `/docs` shows this line until a site is there. */
export const PROGRESS_FILE = join(DOCS_FOLDER, 'building.txt');

/** Call it when the system is ready. Returns the function that ends an unfinished build. */
export function buildDocsBeside(): () => void {
  mkdirSync(DOCS_FOLDER, { recursive: true });
  writeFileSync(PROGRESS_FILE, 'docs: comparing the sources with the build\n');
  // A group of its own, because a build has child processes; it must not outlive this process.
  const child = spawn(process.execPath, [join(ROOT, 'tools/build-docs.ts'), '--beside'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  child.once('error', (error) => {
    rmSync(PROGRESS_FILE, { force: true });
    console.error(`docs: the site is not built: ${error.message}`);
  });
  const stop = (): void => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(-child.pid, 'SIGTERM');
    } catch {
      // The group has just ended.
    }
  };
  process.once('exit', stop);
  return stop;
}
