// A role in its own process, so that a test can kill it or end it with SIGTERM.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Config, SETTINGS, settingText } from '../../src/config.ts';

export const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export type ChildWorker = {
  readonly metricsUrl: string;
  /** Address of the API, if the API is among the roles. */
  readonly url: string;
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves with the exit code. */
  end(): Promise<number | null>;
};

/** Without a role: the roles of the setting. */
export async function spawnWorker(config: Config, role?: string): Promise<ChildWorker> {
  const child = spawn(process.execPath, [MAIN, ...(role === undefined ? [] : [role])], {
    env: { ...process.env, ...environmentOf(config) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { url = '', metricsUrl } = await ready(child, role ?? config.roles.join());
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
  const names = Object.keys(SETTINGS) as (keyof Config)[];
  return Object.fromEntries(names.map((name) => [SETTINGS[name].env, settingText(config[name])]));
}

async function ready(child: ChildProcess, role: string): Promise<{ url?: string; metricsUrl: string }> {
  if (child.stdout === null) throw new Error(`the process of ${role} has no stdout`);
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the process of ${role} ended before its ready line`);
  });
  const [line] = await Promise.race([once(lines, 'line'), ended]);
  ended.catch(() => undefined);
  if (!String(line).includes('"ready":true'))
    throw new Error(`the process of ${role} wrote ${String(line)} instead of its ready line`);
  return JSON.parse(String(line));
}
