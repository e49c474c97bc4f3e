// Caches passed steps under a hash of all files the step reads, the installed packages, Node and the command itself.
// Only passes are cached, so a failed step always runs again and shows its output.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Passes } from './run-steps.ts';
import { programOf, ROOT, type Step } from './step.ts';

const FOLDER = join(ROOT, 'node_modules/.cache/volley-check');
/** The packages that npm installed, which may differ from package-lock.json. */
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json');

/** Path → hash of the content. */
export type Contents = ReadonlyMap<string, string>;

export function passedSteps(contents: Contents, folder = FOLDER): Passes {
  const installed = existsSync(INSTALLED) ? hashOf(readFileSync(INSTALLED)) : '';
  const fileOf = (step: Step) => join(folder, step.name.replaceAll(/\W+/g, '-'));
  // Computed before the step runs: a file that changes meanwhile must not count as checked.
  const keys = new Map<string, string>();
  const keyOf = (step: Step): string => {
    const key = keys.get(step.name) ?? stepKey(step, contents, installed);
    keys.set(step.name, key);
    return key;
  };
  return {
    has: (step) => {
      if (step.readsHistory) return false;
      const key = keyOf(step);
      const file = fileOf(step);
      return existsSync(programOf(step)) && existsSync(file) && readFileSync(file, 'utf8') === key;
    },
    add: (step) => {
      mkdirSync(folder, { recursive: true });
      const file = fileOf(step);
      writeFileSync(`${file}.${process.pid}`, keyOf(step));
      renameSync(`${file}.${process.pid}`, file);
    },
  };
}

export function stepKey(step: Step, contents: Contents, installed: string): string {
  const files = [...contents].filter(([path]) => step.reads(path)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hashOf(JSON.stringify([process.version, installed, step.command, step.args, files]));
}

export const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
