// PostgreSQL and NATS of a run of CI: those that `npm run services` starts, or finds running. The broker belongs to the
// run unless NATS_URL names one: if it ends by itself, the run ends with its last lines. Tests would wait for it until
// their limits, and tell nothing.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { startOwnNats } from '@volley/bench/harness/own-nats.ts';
import { ROOT } from '../check/step.ts';

export type Services = {
  /** Addresses, as settings. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

const SETTINGS = 2;

export async function startServers(): Promise<Services> {
  const nats = process.env['NATS_URL'] === undefined ? await startOwnNats() : undefined;
  void nats?.ownEnd.then(() => process.exit(1));
  const child = spawn('npm', ['run', '--silent', 'services'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(nats !== undefined && { NATS_URL: nats.url }) },
  });
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve()).once('close', () => resolve());
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await nats?.stop();
  };
  process.once('exit', () => child.kill('SIGTERM'));
  const environment: Record<string, string> = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [name = '', ...value] = line.split('=');
    environment[name] = value.join('=');
    if (Object.keys(environment).length === SETTINGS) return { environment, stop };
  }
  throw new Error('npm run services ended before it printed the addresses of PostgreSQL and NATS');
}
