// The address and the key of the running sandbox or demonstration, in a file of settings that `npm run volley` reads:
// the command line needs no settings of its own beside them. The file of the latest start counts.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { ROOT } from '../built-folder.ts';

const RUNNING_FILE = join(ROOT, '.volley/running.env');

/** Returns the function that removes the file, unless a later start has replaced it. */
export function writeRunningFile({ api, key }: { api: string; key: string }, file = RUNNING_FILE): () => void {
  const text = `VOLLEY_API=${api}\nVOLLEY_KEY=${key}\n`;
  mkdirSync(dirname(file), { recursive: true });
  // A file that exists would keep its mode.
  rmSync(file, { force: true });
  writeFileSync(file, text, { mode: 0o600 });
  return () => {
    if (readText(file) === text) rmSync(file, { force: true });
  };
}

/** The two are never mixed with those of the shell: a key goes to its own service only. */
export function addRunning(environment: NodeJS.ProcessEnv, file = RUNNING_FILE): void {
  if (environment['VOLLEY_API'] !== undefined || environment['VOLLEY_KEY'] !== undefined) return;
  Object.assign(environment, parseEnv(readText(file) ?? ''));
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
