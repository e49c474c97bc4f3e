// PostgreSQL: pool, transactions, COPY. BEGIN reads the business time and sets the tenant in one round trip; every
// statement of the transaction uses that instant and sees that tenant's rows. Deadlocks and serialization failures are
// retried here, so `work` must be safe to run again from its start.
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CONNECTION, type OutageLog } from '../logging/outage-log.ts';
import { openPool, type PoolOptions } from './open-pool.ts';

export type Tx = {
  /** Business time of this transaction. */
  readonly now: Date;
  /** Attempt number, counted from 1. */
  readonly attempt: number;
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * For statements that run many times per second: each connection plans them once. Planning a small look-up costs
   * several times more than running it.
   */
  planned<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs `COPY … FROM STDIN (FORMAT binary)` with one complete buffer. */
  copy(text: string, buffer: Buffer): Promise<void>;
};

export type Database = {
  readonly pool: pg.Pool;
  /** For work on behalf of no partner, as a role that passes every policy without planning it. Absent: `pool`. */
  readonly engine?: pg.Pool;
  readonly outages?: DatabaseOutages;
  close(): Promise<void>;
};

type DatabaseOutages = Pick<OutageLog, 'failed' | 'worked'>;

/** Statements that commit or roll back together with the change of a request. */
export type TransactionGuard = {
  /** Runs first in the transaction; an error ends it. */
  before(tx: Tx): Promise<void>;
  /** Runs after the work and before COMMIT, with the result of the work. */
  after(tx: Tx, result: unknown): Promise<void>;
};

/** Follows the asynchronous calls of a request, so that no feature passes it on. */
const requests = new AsyncLocalStorage<{ readonly partnerId: number; guard: TransactionGuard | undefined }>();

/**
 * Runs a partner's request: row-level security limits every transaction inside to that partner's rows. Code outside
 * runs as the system. The guard runs with the first transaction that may write.
 */
export function onBehalfOf<T>(partnerId: number, guard: TransactionGuard | undefined, work: () => T): T {
  return requests.run({ partnerId, guard }, work);
}

/** For rows of no partner that a partner's request needs: transactions inside see all rows and carry no guard. */
export function asSystem<T>(work: () => T): T {
  return requests.exit(work);
}

/** True: the next transaction of this request carries a guard and must not be shared with other requests. */
export function isGuarded(): boolean {
  return requests.getStore()?.guard !== undefined;
}

const RETRIES_MAX = 5;
const READ_ONLY = '25006';
type DatabaseOptions = PoolOptions & {
  readonly outages?: DatabaseOutages;
  /** Absent or empty: one pool does all work. */
  readonly engineUrl?: string;
};

/** Addresses may list several servers (see database-hosts.ts); connections then follow the primary. */
export function openDatabase(url: string, { engineUrl = '', outages, ...options }: DatabaseOptions): Database {
  const pool = openPool(url, options);
  const engine = engineUrl === '' ? undefined : openPool(engineUrl, options);
  return {
    pool,
    ...(engine && { engine }),
    ...(outages && { outages }),
    close: async () => {
      await Promise.all([pool.end(), engine?.end()]);
    },
  };
}

/** The pool of the caller: that of the engine, unless a request of a partner runs. */
const poolOf = ({ pool, engine }: Database): pg.Pool =>
  engine === undefined || requests.getStore() !== undefined ? pool : engine;

/** `index`: plans that do not depend on statistics, for bulk statements on new partitions. */
type PlanHint = 'default' | 'index';

const BEGIN = {
  default: 'begin',
  index: 'begin; set local enable_mergejoin = off; set local enable_seqscan = off; set local jit = off',
  readOnly: 'begin read only',
  readSame: 'begin isolation level repeatable read read only',
} as const;

export async function inTransaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  plan: PlanHint = 'default',
): Promise<T> {
  const guarded = guardedWork(work);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(db, BEGIN[plan], guarded, attempt);
    } catch (error) {
      if (attempt >= RETRIES_MAX || !isRepeatable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

function guardedWork<T>(work: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T> {
  const request = requests.getStore();
  const guard = request?.guard;
  if (request === undefined || guard === undefined) return work;
  request.guard = undefined;
  return async (tx) => {
    await guard.before(tx);
    const result = await work(tx);
    await guard.after(tx, result);
    return result;
  };
}

/** Read-only work on one connection, at one business time. `same`: all statements share one snapshot. */
export function read<T>(db: Database, work: (tx: Tx) => Promise<T>, rows: 'latest' | 'same' = 'latest'): Promise<T> {
  return runOnce(db, rows === 'same' ? BEGIN.readSame : BEGIN.readOnly, work);
}

/** A connection outside transactions. */
export type Session = {
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};

/**
 * For changes of the schema: a connection with its own statement time-out (0: none), closed afterwards together with
 * its settings and locks.
 */
export async function inSession<T>(
  db: Database,
  statementTimeoutMs: number,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const client = await poolOf(db).connect();
  try {
    await client.query(
      `set statement_timeout = ${statementTimeoutMs}; set idle_in_transaction_session_timeout = ${statementTimeoutMs}`,
    );
    return await work({
      query: async <Row>(text: string, values: readonly unknown[] = []) => {
        const result = await client.query<pg.QueryResultRow>(text, values as unknown[]);
        // The caller declares the row type next to the SQL.
        return result.rows as Row[];
      },
    });
  } finally {
    client.release(true);
  }
}

async function runOnce<T>(db: Database, begin: string, work: (tx: Tx) => Promise<T>, attempt = 1): Promise<T> {
  const tenant = requests.getStore()?.partnerId ?? 'system';
  const client = await connectReported(db);
  let broken: Error | undefined;
  try {
    const tx = await openTransaction(
      client,
      `${begin}; select business_now() as now, set_config('app.tenant', '${tenant}', true)`,
      attempt,
    );
    db.outages?.worked(CONNECTION);
    const result = await work(tx);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    if (isLostConnection(error)) db.outages?.failed(CONNECTION, error);
    // The connection works, but the server is no longer the primary.
    if (databaseErrorCode(error) === READ_ONLY)
      broken ??= new Error(`the server is read-only (${READ_ONLY})`, { cause: error });
    throw error;
  } finally {
    client.release(broken);
  }
}

async function connectReported(db: Database): Promise<pg.PoolClient> {
  try {
    return await poolOf(db).connect();
  } catch (error) {
    db.outages?.failed(CONNECTION, error);
    throw error;
  }
}

async function openTransaction(client: pg.PoolClient, begin: string, attempt: number): Promise<Tx> {
  // A simple query of several statements returns one result per statement.
  const results = (await client.query(begin)) as unknown as readonly pg.QueryResult<{ now: Date }>[];
  const now = results.at(-1)?.rows[0]?.now;
  if (now === undefined) throw new Error('BEGIN returned no business time');
  return {
    now,
    attempt,
    query: async <Row>(text: string, values: readonly unknown[] = []) => {
      const result = await client.query<pg.QueryResultRow>(text, values as unknown[]);
      // The caller declares the row type next to the SQL.
      return result.rows as Row[];
    },
    planned: async <Row>(text: string, values: readonly unknown[] = []) => {
      const prepared = { name: planName(text), text, values: values as unknown[] };
      const result = await client.query<pg.QueryResultRow>(prepared);
      return result.rows as Row[];
    },
    copy: async (text, buffer) => {
      const stream = client.query(copyFrom(text));
      stream.end(buffer);
      await once(stream, 'finish');
    },
  };
}

const planNames = new Map<string, string>();

/** Statements are constants of the program, so the map is bounded. */
function planName(text: string): string {
  const known = planNames.get(text);
  if (known !== undefined) return known;
  const name = `p${planNames.size + 1}`;
  planNames.set(text, name);
  return name;
}

function isRepeatable(error: unknown): boolean {
  const code = databaseErrorCode(error);
  return code === '40001' || code === '40P01';
}

export function databaseErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Stricter than an outage: the work of a transaction may fail with errors of its own. */
function isLostConnection(error: unknown): boolean {
  if (databaseErrorCode(error) !== undefined) return isDatabaseOutage(error);
  return error instanceof Error && error.message.startsWith('Connection terminated');
}

/** The database is down or full; nothing was decided and the caller may retry. */
export function isDatabaseOutage(error: unknown): boolean {
  const code = databaseErrorCode(error);
  if (code === undefined) return error instanceof Error && /connect|terminated|timeout exceeded/i.test(error.message);
  return (
    /^(08|57P|53)/.test(code) ||
    code === READ_ONLY ||
    /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)/.test(code)
  );
}
