// Use of a machine by a system at work: CPU time of PostgreSQL, of its roles and of the broker, WAL, blocks, statements
// and transactions. The servers belong to it alone.
import type pg from 'pg';
import type { Harness } from '../harness/harness.ts';
import { pause } from '../harness/wait.ts';
import { cpuMicros } from '../machine.ts';
import type { OwnServers } from './own-servers.ts';

export type Cost = {
  readonly seconds: number;
  readonly cpuMicros: Readonly<Record<CpuPart, number>>;
  /** CPU time of a process with its roles, and of the backends of its connections. */
  readonly byRoles: Readonly<Record<string, number>>;
  readonly walBytes: number;
  readonly walRecords: number;
  readonly blocks: number;
  readonly statements: number;
  readonly transactions: number;
};

export type CpuPart = 'postgres' | 'roles' | 'nats';
type Counters = Pick<Cost, 'walBytes' | 'walRecords' | 'blocks' | 'statements' | 'transactions'>;

const LOOK_MS = 250;
/** PostgreSQL's processes report their counters at most once a second. */
const SETTLE_MS = 1_200;

const COUNTERS = `
  select (pg_current_wal_insert_lsn() - '0/0')::float8                                     as "walBytes",
         (select wal_records::float8 from pg_stat_wal)                                     as "walRecords",
         (select xact_commit::float8 + xact_rollback
          from pg_stat_database
          where datname = $1)                                                              as transactions,
         coalesce(sum(calls), 0)::float8                                                   as statements,
         coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8                      as blocks
  from pg_stat_statements(false)
  where dbid = (select oid from pg_database where datname = $1)`;

const BACKENDS = `
  select pid, application_name as application
  from pg_stat_activity
  where datname = $1
    and application_name like 'volley %'`;

/** Connects to another database than the system, whose counters it reads. */
export class CostMeter {
  readonly #client: pg.Client;
  readonly #harness: Harness;
  readonly #servers: OwnServers;

  constructor(client: pg.Client, harness: Harness, servers: OwnServers) {
    this.#client = client;
    this.#harness = harness;
    this.#servers = servers;
  }

  async measure<Result>(work: () => Promise<Result>): Promise<{ result: Result; cost: Cost }> {
    await this.#client.query('checkpoint');
    await pause(SETTLE_MS);
    const before = await this.#counters();
    const backends = new BackendWatch(() => this.#backends());
    await backends.look();
    const processes = this.#processes();
    const startMs = performance.now();
    const result = await work();
    const seconds = (performance.now() - startMs) / 1_000;
    await backends.stop();
    const roles = differences(processes, this.#processes());
    await pause(SETTLE_MS);
    const now = await this.#counters();
    const byBackends = backends.used();
    const sum = (parts: Readonly<Record<string, number>>) => Object.values(parts).reduce((all, part) => all + part, 0);
    const { nats = 0, ...own } = roles;
    return {
      result,
      cost: {
        seconds,
        cpuMicros: { postgres: sum(byBackends), roles: sum(own), nats },
        byRoles: { ...own, ...prefixed(byBackends) },
        walBytes: now.walBytes - before.walBytes,
        walRecords: now.walRecords - before.walRecords,
        blocks: now.blocks - before.blocks,
        statements: now.statements - before.statements,
        transactions: now.transactions - before.transactions,
      },
    };
  }

  #processes(): Record<string, number> {
    const roles = this.#harness.processes.filter((child) => child.isRunning());
    return {
      ...Object.fromEntries(roles.map(({ roles, pid }) => [roles.join(' '), cpuMicros(pid)])),
      nats: cpuMicros(this.#servers.nats.pid ?? 0),
    };
  }

  async #counters(): Promise<Counters> {
    const { rows } = await this.#client.query<Counters>(COUNTERS, [this.#harness.cell]);
    const [found] = rows;
    if (found === undefined) throw new Error('PostgreSQL gave no counters');
    return found;
  }

  async #backends(): Promise<readonly Backend[]> {
    return (await this.#client.query<Backend>(BACKENDS, [this.#harness.cell])).rows;
  }
}

type Backend = { readonly pid: number; readonly application: string };

/** Follows the backends of a system: a connection that ends takes its CPU time with it. */
class BackendWatch {
  readonly #find: () => Promise<readonly Backend[]>;
  readonly #seen = new Map<number, { readonly application: string; readonly first: number; last: number }>();
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | undefined;
  #hasBegun = false;

  constructor(find: () => Promise<readonly Backend[]>) {
    this.#find = find;
    this.#timer = setInterval(() => void this.look(), LOOK_MS);
  }

  /** A look that has begun counts for later calls. */
  look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await this.#lookNow();
  }

  used(): Record<string, number> {
    const used: Record<string, number> = {};
    for (const { application, first, last } of this.#seen.values())
      used[application] = (used[application] ?? 0) + last - first;
    return used;
  }

  async #lookNow(): Promise<void> {
    for (const { pid, application } of await this.#find()) {
      const micros = cpuMicros(pid);
      // A connection that began meanwhile counts whole.
      const known = this.#seen.get(pid) ?? { application, first: this.#hasBegun ? 0 : micros, last: micros };
      known.last = Math.max(known.last, micros);
      this.#seen.set(pid, known);
    }
    this.#hasBegun = true;
  }
}

const differences = (before: Readonly<Record<string, number>>, now: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(now).map(([name, micros]) => [name, micros - (before[name] ?? 0)]));

/** `volley api` → `postgres of api`. */
const prefixed = (byBackends: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(byBackends).map(([name, micros]) => [name.replace('volley ', 'postgres of '), micros]),
  );
