// Lint of some files, and types of a whole project, checked from the state that the last run kept: the part of `npm run
// check` after a change of a few files. `node tools/check/types-since.ts PROJECT FILE…`
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { LINT } from './all-steps.ts';

const FOLDER = 'node_modules/.cache/volley-check';

const [project = '.', ...files] = process.argv.slice(2);
mkdirSync(FOLDER, { recursive: true });
const state = `${FOLDER}/${project === '.' ? 'root' : project}.tsbuildinfo`;
const run = (program: string, args: readonly string[]) => spawnSync(program, args, { stdio: 'inherit' }).status === 0;
const linted = files.length === 0 || run('oxlint', [...LINT, ...files]);
const typed = run('tsc', ['--noEmit', '--project', project, '--incremental', '--tsBuildInfoFile', state]);
process.exitCode = linted && typed ? 0 : 1;
