// Kannel as a reference: accept over HTTP, spool, submit over SMPP, receipt, callback over HTTP. The same path as a
// message of this system, on the same machine, against the same simulator.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { type CallbackSink, openCallbackSink } from '../harness/callback-sink.ts';
import { type Child, startChild } from '../harness/child-process.ts';
import { freePort } from '../harness/free-port.ts';
import { startSimulatorProcess } from '../harness/simulator-process.ts';
import { pause, waitFor } from '../harness/wait.ts';
import { ratePerSecond } from '../statistics.ts';
import { dispatchText, openSubscribers } from '../subscribers.ts';
import { type KannelPorts, kannelConfig } from './kannel-config.ts';

export type KannelRun = {
  /** Receipts delivered to the callback receiver per second. */
  perSecond: number;
  accepted: number;
  delivered: number;
};

const SYSTEM_ID = 'mts';
const CONNECTIONS = 16;
const DRAIN_MS = 30_000;
const BIND_MS = 20_000;

/** Starts a fresh Kannel with an empty spool. */
export async function measureKannel(loadMs: number): Promise<KannelRun> {
  const folder = mkdtempSync(join(tmpdir(), 'volley-kannel-'));
  const closers: (() => Promise<unknown> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const simulator = await startSimulatorProcess({ folder });
    closers.push(() => simulator.stop());
    const sink = await openCallbackSink();
    closers.push(() => sink.close());
    const ports = {
      admin: await freePort(),
      smsbox: await freePort(),
      sendsms: await freePort(),
      smsc: simulator.smppPort,
    };
    await startBoxes(folder, ports, (box) => closers.push(() => box.stop(5_000)));
    await waitFor('Kannel', async () => (await simulator.counters(SYSTEM_ID))['sessions'] === 1, {
      timeoutMs: BIND_MS,
    });
    return await load(ports.sendsms, sink, loadMs);
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

/** Reason why Kannel is unavailable; undefined if installed. */
export function installKannel(): string | undefined {
  if (isInstalled()) return undefined;
  if (process.getuid?.() !== 0) return 'kannel is not installed and only root can install it';
  try {
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'kannel', 'kannel-extras'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
    });
  } catch {
    return 'the packages kannel and kannel-extras cannot be installed';
  }
  return isInstalled() ? undefined : 'bearerbox and smsbox are missing after the installation';
}

function isInstalled(): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v bearerbox && command -v smsbox'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function startBoxes(folder: string, ports: KannelPorts, onStarted: (box: Child) => void): Promise<void> {
  const spool = join(folder, 'spool');
  const config = join(folder, 'kannel.conf');
  mkdirSync(spool);
  writeFileSync(config, kannelConfig(ports, spool, SYSTEM_ID));
  for (const name of ['bearerbox', 'smsbox']) {
    onStarted(await startChild({ name, command: name, args: [config], logFile: join(folder, `${name}.log`) }));
    // smsbox exits if bearerbox does not listen yet.
    await pause(1_500);
  }
}

/** The better of two readings: receipts during the load, and all receipts until the last. */
async function load(sendsmsPort: number, sink: CallbackSink, loadMs: number): Promise<KannelRun> {
  const subscribers = openSubscribers();
  const pool = new Pool(`http://127.0.0.1:${sendsmsPort}`, { connections: CONNECTIONS });
  const startMs = performance.now();
  let next = 0;
  let accepted = 0;
  const driver = async (): Promise<void> => {
    while (performance.now() - startMs < loadMs) {
      const number = subscribers.numberOf('MTS', next);
      next += 1;
      const { statusCode, body } = await pool.request({ method: 'GET', path: sendsmsPath(number, sink.url) });
      await body.dump();
      if (statusCode === 202) accepted += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, driver));
  const whileLoaded = ratePerSecond(sink.answered, performance.now() - startMs);
  await waitFor('receipts', () => sink.answered >= accepted, { timeoutMs: DRAIN_MS }).catch(() => undefined);
  const overall = sink.lastAtMs === undefined ? 0 : ratePerSecond(sink.answered, sink.lastAtMs - startMs);
  await pool.close();
  return { perSecond: Math.max(whileLoaded, overall), accepted, delivered: sink.answered };
}

function sendsmsPath(number: number, sinkUrl: string): string {
  const query = new URLSearchParams({
    username: 'bench',
    password: 'bench',
    from: 'Stand',
    to: String(number),
    coding: '2',
    charset: 'UTF-8',
    text: dispatchText.replace('{name}', 'Мария'),
    'dlr-mask': '3',
    'dlr-url': `${sinkUrl}?type=%d&to=%p&id=%F`,
  });
  return `/cgi-bin/sendsms?${query.toString()}`;
}
