// Remembers which steps passed, and for what: a hash over every file the step reads, the installed packages, Node and the
// command itself. Only passes are kept, so a failure is always judged again and always shows its complaint.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Passes } from './run-steps.ts';
import { programOf, ROOT, type Step } from './step.ts';

const FOLDER = join(ROOT, 'node_modules/.cache/volley-check');
/** What npm really installed, which is not always what package-lock.json says. */
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json');

/** Path and hash of the content of each file. */
export type Contents = ReadonlyMap<string, string>;

export function passedSteps(contents: Contents, folder = FOLDER): Passes {
  const installed = existsSync(INSTALLED) ? hashOf(readFileSync(INSTALLED)) : '';
  const fileOf = (step: Step) => join(folder, step.name.replaceAll(/\W+/g, '-'));
  // Worked out before the step runs: a file that changes meanwhile must not be remembered as judged.
  const keys = new Map<string, string>();
  const keyOf = (step: Step): string => {
    const key = keys.get(step.name) ?? stepKey(step, contents, installed);
    keys.set(step.name, key);
    return key;
  };
  return {
    has: (step) => {
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
