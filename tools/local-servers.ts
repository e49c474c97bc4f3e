// PostgreSQL and NATS for development. A server that answers at DATABASE_URL or NATS_URL is used; otherwise it is
// started at that address, if the address is on this machine. Their files are stored in `.volley`.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
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
    await tryJetStream(natsUrl);
    await tryLogin(databaseUrl);
  } catch (error) {
    await stop();
    throw error;
  }
  return { databaseUrl, natsUrl, started: [...running.keys()], stop };
}

/** A server of the machine may run without it: roles would wait for their streams for ever. */
async function tryJetStream(natsUrl: string): Promise<void> {
  const connection = await connect({ servers: natsUrl.split(','), timeout: 5_000, reconnect: false });
  try {
    await (await jetstreamManager(connection, { timeout: 5_000 })).getAccountInfo();
  } catch (error) {
    throw new Error(
      `NATS at ${new URL(natsUrl).host} runs without JetStream. Start it with -js, or set NATS_URL to a free port, ` +
        'such as nats://127.0.0.1:4223, where Volley starts a server of its own',
      { cause: error },
    );
  } finally {
    await connection.close();
  }
}

/** A server of the machine may know neither the user nor the database. */
async function tryLogin(databaseUrl: string): Promise<void> {
  try {
    await withDatabase(databaseUrl, (client) => client.query('select 1'));
  } catch (error) {
    const { host, username, pathname } = new URL(databaseUrl);
    throw new Error(
      `PostgreSQL at ${host} refuses user ${username} and database ${pathname.slice(1)}. Set DATABASE_URL to a user ` +
        'that may create databases, such as postgres://USER:PASSWORD@127.0.0.1:5432/postgres, or to a free port, such as ' +
        'postgres://127.0.0.1:5433/volley, where Volley starts a server of its own',
      { cause: error },
    );
  }
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
