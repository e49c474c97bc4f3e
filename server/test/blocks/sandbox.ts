// The sandbox that the guides tell their readers to start, by the command of the README.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { DATABASE_SERVER_URL, NATS_URL } from '../given/servers.ts';
import { until } from '../given/until.ts';
import { ROOT } from './documents.ts';
import { SANDBOX_COMMAND } from './ways.ts';

type Keys = { readonly messages: string; readonly system: string; readonly verifier: string };

/** The ready line. */
export type SandboxFacts = {
  readonly baseUrl: string;
  readonly clockUrl: string;
  readonly adminUrl: string;
  readonly adminToken: string;
  readonly companyId: number;
  readonly keys: Keys;
  readonly shop: { readonly companyId: number; readonly login: string; readonly password: string; readonly keys: Keys };
};

export type Sandbox = {
  readonly ready: SandboxFacts;
  /** Standard error until now. */
  said(): string;
  stop(): Promise<void>;
};

/** Ends a start that hangs; the start builds the console if its sources changed. */
const LIMIT_MS = 500_000;

/** Writes the ready line to sandbox.json of the folder. */
export async function startSandbox(folder: string): Promise<Sandbox> {
  const file = join(folder, 'sandbox.json');
  writeFileSync(file, '');
  const child = spawn('bash', ['-c', SANDBOX_COMMAND.replace('/tmp/sandbox.json', file)], {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      DATABASE_URL: DATABASE_SERVER_URL,
      NATS_URL,
      UNATTENDED: 'on',
    },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const group = -(child.pid ?? Number.NaN);
  const stop = async () => {
    process.kill(group, 'SIGTERM');
    await until('the sandbox has ended', () => !isAlive(group));
  };
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`the sandbox ended before it was ready:\n${said.slice(-2_000)}`);
    return readFileSync(file, 'utf8').includes('\n');
  };
  try {
    await until('the sandbox is ready', isReady, LIMIT_MS);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ready: JSON.parse(readFileSync(file, 'utf8')) as SandboxFacts, said: () => said, stop }; // printed by tools/sandbox.ts
}

function isAlive(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}

/** Sends an SMS of the shop and returns its id. */
export async function sendOne({ baseUrl, shop }: SandboxFacts, destination = '70001000000'): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.keys.messages}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channelType: 'SMS', senderName: 'CornerShop', destination, content: 'Hi' }),
  });
  const { items } = (await response.json()) as { items: readonly [{ messageUuid: string }] }; // a list of one
  return items[0].messageUuid;
}

export async function statusOf({ baseUrl, shop }: SandboxFacts, messageUuid: string): Promise<string> {
  const headers = { authorization: `Bearer ${shop.keys.messages}` };
  const response = await fetch(`${baseUrl}/api/v1/message/${messageUuid}`, { headers });
  return ((await response.json()) as { status: string }).status; // by the contract
}

export async function advance({ clockUrl }: SandboxFacts, advanceSeconds: number): Promise<void> {
  const response = await fetch(clockUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds }),
  });
  if (!response.ok) throw new Error(`${clockUrl} answered ${response.status}`);
}
