// Preloaded into the child processes of recorded test files: writes the work of the process beside that of its file,
// every two seconds and at its end. A test may kill the process at any time.
import { renameSync, writeFileSync } from 'node:fs';
import { type Execution, startRecorder } from './execution.ts';
import { paintingOf, rangesOf, unite } from './painted-ranges.ts';

const EVERY_MS = 2_000;

const file = process.env['REACH_FILE'];
if (file !== undefined) recordInto(file.replace(/\.json$/, `~~${process.pid}.json`));

function recordInto(path: string): void {
  const recorder = startRecorder();
  let known: Execution = { sources: {}, statements: {}, requests: [] };
  const write = () => {
    known = together(known, recorder.take());
    writeFileSync(`${path}.new`, JSON.stringify(known));
    renameSync(`${path}.new`, path);
  };
  setInterval(write, EVERY_MS).unref();
  process.once('exit', write);
}

function together(a: Execution, b: Execution): Execution {
  const sources: Record<string, readonly number[]> = { ...a.sources };
  for (const [path, ranges] of Object.entries(b.sources)) {
    const known = sources[path];
    sources[path] = known === undefined ? ranges : rangesOf(unite(paintingOf(known), paintingOf(ranges)));
  }
  return {
    sources,
    statements: { ...a.statements, ...b.statements },
    requests: [...new Set([...a.requests, ...b.requests])],
  };
}
