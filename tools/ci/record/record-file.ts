// Setup file of recorded integration runs: writes the work of each test file into the folder of the run. Child
// processes record themselves (record-child.ts).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
// Loads the server before the recording starts: its modules must not count as work of the first file of a worker.
import '../../../server/test/given/cell.ts';
import { REACH_FOLDER, type Recorder, startRecorder } from './execution.ts';

// Vitest evaluates this file before every test file, in the same process.
const worker = globalThis as { volleyRecorder?: Recorder }; // a member of our own

const folder = process.env[REACH_FOLDER];
if (folder === undefined) throw new Error(`${REACH_FOLDER} is not set`);

if (worker.volleyRecorder === undefined) {
  worker.volleyRecorder = startRecorder();
  const preload = `--import=${new URL('record-child.ts', import.meta.url).href}`;
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} ${preload}`.trim();
}
// Tables of cases are made while the file is loaded, which is work of the file.
worker.volleyRecorder.skip();

const fileOf = (name: string): string => join(folder, `${name.replaceAll('/', '~')}.json`);

// oxlint-disable-next-line no-empty-pattern -- Vitest demands a pattern for the fixtures, and none is used.
beforeAll(({}, { name }) => {
  process.env['REACH_FILE'] = fileOf(name);
});

// Registered before the hooks of the file, so it runs after them.
// oxlint-disable-next-line no-empty-pattern -- Vitest demands a pattern for the fixtures, and none is used.
afterAll(({}, { name }) => {
  writeFileSync(fileOf(name), JSON.stringify(worker.volleyRecorder?.take()));
});
