// One living system for all browser tests: the demonstration with its own database, behind a freshly built console.
// VOLLEY_DEMO names the ready line of one that already runs, so that a person can repeat a test without the wait.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import type { RunningDemo } from './given/demo.ts';

const PROGRAM = fileURLToPath(new URL('../../tools/demo.ts', import.meta.url));

declare module 'vitest' {
  // What the setup hands to the tests is declared by adding to this interface.
  interface ProvidedContext {
    demo: RunningDemo;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const running = process.env['VOLLEY_DEMO'];
  if (running !== undefined) {
    project.provide('demo', JSON.parse(running) as RunningDemo); // the ready line, given by a person
    return undefined;
  }
  const child = spawn(process.execPath, [PROGRAM, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, RATE_LIMITS: 'off' },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const line = await new Promise<string | undefined>((resolve) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    void ended.then(() => resolve(undefined));
  });
  if (line === undefined) throw new Error('the demonstration ended before it was ready');
  project.provide('demo', { ...(JSON.parse(line) as RunningDemo), pid: child.pid ?? 0 }); // printed by tools/demo.ts
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}
