// A worker in a process of its own, so that a test can kill it without a word.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Config, SETTINGS } from '../../src/config.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export type ChildWorker = { kill(): Promise<void> };

export async function spawnWorker(config: Config, role: string): Promise<ChildWorker> {
  const child = spawn(process.execPath, [MAIN, role], {
    env: { ...process.env, ...environmentOf(config) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await ready(child, role);
  return {
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function environmentOf(config: Config): Record<string, string> {
  const values = new Map<string, unknown>(Object.entries(config));
  return Object.fromEntries(Object.entries(SETTINGS).map(([name, { env }]) => [env, String(values.get(name))]));
}

async function ready(child: ChildProcess, role: string): Promise<void> {
  if (child.stdout === null) throw new Error('a child without output');
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the ${role} ended before it was ready`);
  });
  const [line] = await Promise.race([once(lines, 'line'), ended]);
  ended.catch(() => undefined);
  if (!String(line).includes('"ready":true')) throw new Error(`the ${role} said ${String(line)}`);
}
