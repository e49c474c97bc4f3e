// A role in a process of its own, so that a test can kill it without a word, or end it as an operator does.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Config, SETTINGS } from '../../src/config.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export type ChildWorker = {
  readonly metricsUrl: string;
  /** Of the API, where it is among the roles. */
  readonly url: string;
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves with the status of its exit. */
  end(): Promise<number | null>;
};

export async function spawnWorker(config: Config, role: string): Promise<ChildWorker> {
  const child = spawn(process.execPath, [MAIN, role], {
    env: { ...process.env, ...environmentOf(config) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { url = '', metricsUrl } = await ready(child, role);
  return {
    url,
    metricsUrl,
    end: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export function environmentOf(config: Config): Record<string, string> {
  const values = new Map<string, unknown>(Object.entries(config));
  return Object.fromEntries(Object.entries(SETTINGS).map(([name, { env }]) => [env, String(values.get(name))]));
}

async function ready(child: ChildProcess, role: string): Promise<{ url?: string; metricsUrl: string }> {
  if (child.stdout === null) throw new Error('a child without output');
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the ${role} ended before it was ready`);
  });
  const [line] = await Promise.race([once(lines, 'line'), ended]);
  ended.catch(() => undefined);
  if (!String(line).includes('"ready":true')) throw new Error(`the ${role} said ${String(line)}`);
  return JSON.parse(String(line));
}
