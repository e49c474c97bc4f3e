// PostgreSQL and NATS for development. A server that answers at DATABASE_URL or NATS_URL is used; otherwise it is
// started at that address, if the address is on this machine. Their files are stored in `.volley`.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accepts } from '@volley/bench/harness/accepts.ts';
import { defaultDatabaseUrl, defaultNatsUrl } from '@volley/bench/harness/harness.ts';
import { startOwnNats } from '@volley/bench/harness/own-nats.ts';
import { isOpenToPostgres, startOwnPostgres } from '@volley/bench/harness/own-postgres.ts';
import { withDatabase, withUser } from '@volley/bench/harness/with-database.ts';

export type LocalServers = {
  readonly databaseUrl: string;
  readonly natsUrl: string;
  /** Names of the servers started here. */
  readonly started: readonly string[];
  /** Ends the servers started here, and no others. */
  readonly stop: () => Promise<void>;
};

type Server = { stop(): Promise<void> };

const FOLDER = fileURLToPath(new URL('../.volley', import.meta.url));
const HERE = ['127.0.0.1', 'localhost', '[::1]'];

export async function ensureServers(): Promise<LocalServers> {
  const databaseUrl = withUser(defaultDatabaseUrl);
  const natsUrl = defaultNatsUrl;
  const running = new Map<string, Server>();
  const stop = async (): Promise<void> => {
    await Promise.all([...running.values()].map((server) => server.stop()));
  };
  const start = async (name: string, url: string, defaultPort: number, starter: (port: number) => Promise<Server>) => {
    const { hostname, port } = new URL(url);
    const wanted = Number(port === '' ? defaultPort : port);
    if (await accepts(wanted, hostname.replaceAll(/[[\]]/g, ''))) return;
    if (!HERE.includes(hostname)) throw new Error(`${name} does not answer at ${hostname}:${wanted}`);
    running.set(name, await starter(wanted));
  };
  try {
    await start('NATS', natsUrl, 4222, (port) => startOwnNats({ folder: join(folder(), 'nats'), port }));
    await start('PostgreSQL', databaseUrl, 5432, (port) => startDatabase(databaseUrl, port));
  } catch (error) {
    await stop();
    throw error;
  }
  return { databaseUrl, natsUrl, started: [...running.keys()], stop };
}

/** PostgreSQL does not run as root, and its own user cannot enter every folder. */
function folder(): string {
  mkdirSync(FOLDER, { recursive: true });
  return isOpenToPostgres(FOLDER) ? FOLDER : join(tmpdir(), 'volley-servers');
}

async function startDatabase(address: string, port: number): Promise<Server> {
  const postgres = await startOwnPostgres({ folder: join(folder(), 'postgres'), port });
  try {
    await provide(postgres.url, address);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return postgres;
}

/** Creates the user and the database that the address names. */
async function provide(serverUrl: string, address: string): Promise<void> {
  const { username, pathname } = new URL(address);
  const [user, database] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1)) || 'postgres'];
  await withDatabase(serverUrl, async (client) => {
    const missing = async (query: string, name: string) => (await client.query(query, [name])).rowCount === 0;
    if (await missing('select 1 from pg_roles where rolname = $1', user))
      await client.query(`create role ${client.escapeIdentifier(user)} superuser login`);
    if (await missing('select 1 from pg_database where datname = $1', database))
      await client.query(`create database ${client.escapeIdentifier(database)}`);
  });
}
