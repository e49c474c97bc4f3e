// PostgreSQL and NATS of a run of CI: those that `npm run services` starts, or finds running.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ROOT } from '../check/step.ts';

export type Services = {
  /** Addresses, as settings. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

const SETTINGS = 2;

export async function startServers(): Promise<Services> {
  const child = spawn('npm', ['run', '--silent', 'services'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve()).once('close', () => resolve());
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
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
