// A PostgreSQL server and the place of its standby. The standby comes when it is to take over: it follows until nothing
// is committed without it, the primary is killed, and it is promoted. So a promotion loses nothing.

import { lastingPort } from './free-port.ts';
import { type OwnPostgres, startOwnPostgres, startStandby } from './own-postgres.ts';
import { waitFor } from './wait.ts';
import { withDatabase } from './with-database.ts';

const FOLLOW_MS = 60_000;

export class DatabasePair {
  /** Host and port where the standby will be. */
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

  /** Of the server that takes writes now. */
  get url(): string {
    return this.#primary.url;
  }

  start(): Promise<void> {
    return this.#primary.start();
  }

  kill9(): Promise<void> {
    return this.#primary.kill9();
  }

  /** There is one standby, so this can be done once. */
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
  return new DatabasePair(await startOwnPostgres(), await lastingPort());
}

/** From here on every commit waits until the standby has it. */
async function waitForStandby(url: string): Promise<void> {
  await withDatabase(url, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '*'`);
    await client.query('select pg_reload_conf()');
  });
  await waitFor(
    'the standby to have everything',
    () =>
      withDatabase(url, async (client) => {
        const { rows } = await client.query(`select from pg_stat_replication where sync_state = 'sync'`);
        return rows.length > 0;
      }),
    { timeoutMs: FOLLOW_MS },
  );
}
