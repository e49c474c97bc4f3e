// The demonstration as a process of its own, until it is told to end.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { RunningDemo } from './demo.ts';

const PROGRAM = fileURLToPath(new URL('../../../tools/demo.ts', import.meta.url));

export async function startDemo(): Promise<{ demo: RunningDemo; stop: () => Promise<void> }> {
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
  return {
    // Printed by tools/demo.ts.
    demo: JSON.parse(line) as RunningDemo,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
