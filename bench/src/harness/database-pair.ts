// A PostgreSQL server and its standby. The standby is created on promotion: it follows until every commit is
// synchronous, then the primary is killed and the standby promoted. A promotion therefore loses no commit.

import { freePort } from './free-port.ts';
import { type OwnPostgres, startOwnPostgres, startStandby } from './own-postgres.ts';
import { waitFor } from './wait.ts';
import { withDatabase } from './with-database.ts';

const FOLLOW_MS = 60_000;

export class DatabasePair {
  /** Host and port of the future standby. */
  readonly standbyAddress: string;
  readonly #standbyPort: number;
  readonly #servers: OwnPostgres[];
  #primary: OwnPostgres;

  constructor(primary: OwnPostgres, standbyPort: number) {
    this.#primary = primary;
    this.#servers = [primary];
    this.#standbyPort = standbyPort;
    this.standbyAddress = `127.0.0.1:${standbyPort}`;
  }

  /** Address of the current primary. */
  get url(): string {
    return this.#primary.url;
  }

  start(): Promise<void> {
    return this.#primary.start();
  }

  kill9(): Promise<void> {
    return this.#primary.kill9();
  }

  /** Can be called once: the pair has one standby. */
  async promote(): Promise<void> {
    const standby = await startStandby(this.#primary, this.#standbyPort);
    this.#servers.push(standby);
    await waitForStandby(this.#primary.url);
    await this.#primary.kill9();
    await withDatabase(standby.url, (client) => client.query('select pg_promote()'));
    this.#primary = standby;
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) await server.stop();
  }
}

export async function startDatabasePair(): Promise<DatabasePair> {
  return new DatabasePair(await startOwnPostgres(), await freePort());
}

/** From now on every commit waits for the standby. */
async function waitForStandby(url: string): Promise<void> {
  await withDatabase(url, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '*'`);
    await client.query('select pg_reload_conf()');
  });
  await waitFor(
    'the standby to become synchronous',
    () =>
      withDatabase(url, async (client) => {
        const { rows } = await client.query(`select from pg_stat_replication where sync_state = 'sync'`);
        return rows.length > 0;
      }),
    { timeoutMs: FOLLOW_MS },
  );
}
