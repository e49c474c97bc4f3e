// Remembers passed steps with the hashes of all files that the step reads, the installed packages, Node and the command
// itself. Only passes are remembered, so a failed step always runs again and shows its output. After a change of a few
// files, a step that can be narrowed runs over these.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSetting } from './all-steps.ts';
import type { Passes } from './run-steps.ts';
import { programOf, ROOT, type Step } from './step.ts';

const FOLDER = join(ROOT, 'node_modules/.cache/volley-check');
/** The packages that npm installed, which may differ from package-lock.json. */
const INSTALLED = join(ROOT, 'node_modules/.package-lock.json');

/** Path → hash of the content. */
export type Contents = ReadonlyMap<string, string>;

export function passedSteps(contents: Contents, folder = FOLDER): Passes {
  const installed = existsSync(INSTALLED) ? hashOf(readFileSync(INSTALLED)) : '';
  const fileOf = (step: Step) => join(folder, `${step.name.replaceAll(/\W+/g, '-')}.json`);
  // Computed before the step runs: a file that changes meanwhile must not count as checked.
  const keys = new Map<string, string>();
  const keyOf = (step: Step): string => {
    const key = keys.get(step.name) ?? stepKey(step, contents, installed);
    keys.set(step.name, key);
    return key;
  };
  const lastOf = (step: Step): Passed | undefined => {
    const file = fileOf(step);
    return existsSync(programOf(step)) && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  };
  return {
    has: (step) => step.readsHistory !== true && lastOf(step)?.key === keyOf(step),
    narrow: (step) => {
      const last = lastOf(step);
      const changed = last && changedSince(step, last, contents);
      if (changed === undefined || last?.program !== programKey(step, installed)) return step;
      return { ...step, ...step.narrowed?.(changed) };
    },
    add: (step) => {
      mkdirSync(folder, { recursive: true });
      const file = fileOf(step);
      const passed: Passed = {
        key: keyOf(step),
        program: programKey(step, installed),
        files: filesOf(step, contents),
      };
      writeFileSync(`${file}.${process.pid}`, JSON.stringify(passed));
      renameSync(`${file}.${process.pid}`, file);
    },
  };
}

type Passed = {
  readonly key: string;
  readonly program: string;
  readonly files: readonly (readonly [path: string, hash: string])[];
};

const FEW = 30;

/** Undefined: the whole step must run. */
function changedSince(step: Step, { files }: Passed, contents: Contents): string[] | undefined {
  const before = new Map(files);
  const now = filesOf(step, contents);
  const changed = now.filter(([path, hash]) => before.get(path) !== hash).map(([path]) => path);
  const isSameSet = now.filter(([path]) => before.has(path)).length === before.size;
  return isSameSet && changed.length <= FEW && !changed.some(isSetting) ? changed : undefined;
}

function programKey({ command, args }: Step, installed: string): string {
  return hashOf(JSON.stringify([process.version, installed, command, args]));
}

export function stepKey(step: Step, contents: Contents, installed: string): string {
  return hashOf(JSON.stringify([programKey(step, installed), filesOf(step, contents)]));
}

function filesOf(step: Step, contents: Contents): [string, string][] {
  return [...contents].filter(([path]) => step.reads(path)).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

export const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
