// A built program, from an image or a release: `migrate`, the simulator, every role in a process of its own, the built
// pages, and a message that must be delivered. Uses the PostgreSQL and NATS of this machine, with a database and a cell
// of its own.
import { randomBytes } from 'node:crypto';
import type { Child } from '@volley/bench/harness/child-process.ts';
import { freePort } from '@volley/bench/harness/free-port.ts';
import { createFreshDatabase } from '@volley/bench/harness/fresh-database.ts';
import { numberAt } from '@volley/bench/harness/json.ts';
import { openPartnerClient } from '@volley/bench/harness/partner-client.ts';
import { removeStreams } from '@volley/bench/harness/remove-streams.ts';
import { waitFor } from '@volley/bench/harness/wait.ts';
import { ensureServers } from '../local-servers.ts';
import { checkPages } from './check-pages.ts';

type Settings = Readonly<Record<string, string>>;
type Started = { readonly child: Child; readonly ready: unknown };

export type BuiltProgram = {
  /** Runs a command of main.ts to its end. */
  run(words: readonly string[], settings: Settings): Promise<string>;
  /** Starts a role of main.ts and waits until it is ready. */
  start(role: string, settings: Settings): Promise<Started>;
  startSimulator(): Promise<Started>;
};

const ROLES = ['api', 'pacer', 'connector', 'recorder', 'notifier', 'sweeper'];
const PARTNER = { login: 'acme', password: randomBytes(12).toString('hex') };

export async function deliverMessage(built: BuiltProgram, say: (text: string) => void): Promise<void> {
  const servers = await ensureServers();
  const database = await createFreshDatabase(servers.databaseUrl, 'built');
  const settings = {
    DATABASE_URL: database.url,
    ENGINE_DATABASE_URL: database.engineUrl,
    NATS_URL: servers.natsUrl,
    SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    CELL: `built${randomBytes(3).toString('hex')}`,
    MODERATION: 'auto',
    TEST_MODE: 'on',
    HOST: '127.0.0.1',
  };
  const children: Child[] = [];
  try {
    await built.run(['migrate'], settings);
    say('migrated');
    const { child, ready } = await built.startSimulator();
    children.push(child);
    await built.run(
      ['create-partner', '--login', PARTNER.login, '--password', PARTNER.password, '--currency', 'RUB'],
      settings,
    );
    await built.run(linkTo(numberAt(ready, 'smppPort')), settings);
    const port = String(await freePort());
    const roles = await Promise.all(
      ROLES.map(async (role) => built.start(role, { ...settings, PORT: port, METRICS_PORT: String(await freePort()) })),
    );
    children.push(...roles.map((role) => role.child));
    say(`${roles.length} roles started`);
    await checkPages(`http://127.0.0.1:${port}`);
    say('console and developer site served');
    await send(`http://127.0.0.1:${port}`);
  } finally {
    await Promise.all(children.map((child) => child.stop()));
    await removeStreams(settings.NATS_URL, settings.CELL);
    await database.drop();
    await servers.stop();
  }
}

function linkTo(port: number): string[] {
  const place = ['--host', '127.0.0.1', '--port', String(port), '--system-id', 'mts', '--password', 'secret'];
  return ['put-link', '--name', 'mts', '--brands', '1,0', ...place, '--rate', '100', '--window', '50'];
}

async function send(url: string): Promise<void> {
  const partner = await openPartnerClient(url, PARTNER);
  try {
    const messages = [{ destination: '70001000000' }];
    const { id } = await partner.createDispatch({ name: 'built', text: 'Your order is ready.', messages });
    await partner.startDispatch(id);
    await waitFor('delivery', async () => (await partner.progress(id)).delivered === 1, { timeoutMs: 60_000 });
  } finally {
    await partner.close();
  }
}
