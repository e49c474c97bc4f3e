// Setup file of Vitest: counts the CPU seconds of each test file in its worker, loading of modules and child processes
// included, and passes them to the reporter. A worker runs one file at a time.
import { afterAll } from 'vitest';
import { ownCpuSeconds } from './process-cpu.ts';

declare module 'vitest' {
  // Vitest's way to declare values that a file passes to reporters.
  interface TaskMeta {
    cpuSeconds?: number;
    startMs?: number;
    endMs?: number;
  }
}

// Vitest evaluates this file before every test file, in the same process.
const worker = globalThis as { volleyCpuSeconds?: number }; // a member of our own

const startMs = Date.now();

// The hooks of a file end in reverse order: this one is the last.
// oxlint-disable-next-line no-empty-pattern -- Vitest demands a pattern for the fixtures, and none is used.
afterAll(({}, file) => {
  const total = ownCpuSeconds();
  file.meta.cpuSeconds = total - (worker.volleyCpuSeconds ?? 0);
  worker.volleyCpuSeconds = total;
  Object.assign(file.meta, { startMs, endMs: Date.now() });
});
