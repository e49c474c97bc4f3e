// PostgreSQL: pool, transactions, COPY. A transaction learns the business time and says on whose behalf it
// runs with its BEGIN, in one round trip; everything inside it uses that instant and sees that tenant's rows.
// Deadlocks and serialization failures are repeated here, so `work` must be safe to run again from its start.
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { databaseAddresses } from './database-hosts.ts';
import { PrimaryPool } from './primary-pool.ts';

export type Tx = {
  /** Business time of this transaction. */
  readonly now: Date;
  /** Which try of the same work this is, counted from 1. */
  readonly attempt: number;
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * For statements that run many times a second: each connection plans them once. Planning a small look-up costs
   * several times what running it does.
   */
  planned<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs `COPY … FROM STDIN (FORMAT binary)` with one ready-made buffer. */
  copy(text: string, buffer: Buffer): Promise<void>;
};

export type Database = { readonly pool: pg.Pool; close(): Promise<void> };

/** Work that shares the fate of a request's change: it is committed with it or not at all. */
export type TransactionGuard = {
  /** Before anything else in the transaction; throwing ends it. */
  before(tx: Tx): Promise<void>;
  /** After the work, before COMMIT, with what the work returned. */
  after(tx: Tx, result: unknown): Promise<void>;
};

/** Travels with a request's own chain of calls, so that no feature has to pass it on. */
const requests = new AsyncLocalStorage<{ readonly partnerId: number; guard: TransactionGuard | undefined }>();

/**
 * Runs a partner's request: row-level security holds every transaction inside to that partner's rows. What
 * runs outside of this is the system's own. The guard goes with the first transaction that may write.
 */
export function onBehalfOf<T>(partnerId: number, guard: TransactionGuard | undefined, work: () => T): T {
  return requests.run({ partnerId, guard }, work);
}

/** The next transaction of this request carries something of its own and must not be shared with other requests. */
export function isGuarded(): boolean {
  return requests.getStore()?.guard !== undefined;
}

const INT8 = 20;
const RETRIES_MAX = 5;
const READ_ONLY = '25006';
const types = {
  // The parser table of `pg` is untyped by oid; int8 is the only one we replace.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8
      ? (value: string) => BigInt(value)
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** `url` may name several servers, see database-hosts.ts: connections then follow the primary among them. */
export function openDatabase(url: string, options: { poolMax: number; onIdleError: (error: Error) => void }): Database {
  const addresses = databaseAddresses(url);
  if (addresses === undefined) throw new Error('the address of the database has a host that cannot be read');
  const settings = poolSettings(options.poolMax);
  const pool =
    addresses.length > 1 ? new PrimaryPool(addresses, settings) : new pg.Pool({ ...settings, connectionString: url });
  pool.on('error', options.onIdleError);
  // Cut while in use, a connection also raises an event; its next query tells, but unheard it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { pool, close: () => pool.end() };
}

function poolSettings(poolMax: number): pg.PoolConfig {
  return {
    max: poolMax,
    types,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'volley',
    // Outside transactions too (migrations, the look-up of a token) the program is the system. Policies make
    // plans look dear enough for just-in-time compilation, which costs more than any statement here takes.
    options: '-c app.tenant=system -c jit=off',
  };
}

/** `index`: plans that do not depend on statistics, for bulk statements on partitions born a moment ago. */
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

/** Read-only work on one connection, at one business time. `same`: its statements all see the rows of one moment. */
export function read<T>(db: Database, work: (tx: Tx) => Promise<T>, rows: 'latest' | 'same' = 'latest'): Promise<T> {
  return runOnce(db, rows === 'same' ? BEGIN.readSame : BEGIN.readOnly, work);
}

/** One connection outside transactions. */
export type Session = {
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};

/**
 * For changes of the schema: a connection that is closed afterwards, with this time limit of a statement instead of the
 * pool's; 0 is none. Settings and locks of the session go with it.
 */
export async function inSession<T>(
  db: Database,
  statementTimeoutMs: number,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const client = await db.pool.connect();
  try {
    await client.query(
      `set statement_timeout = ${statementTimeoutMs}; set idle_in_transaction_session_timeout = ${statementTimeoutMs}`,
    );
    return await work({
      query: async <Row>(text: string, values: readonly unknown[] = []) => {
        const result = await client.query<pg.QueryResultRow>(text, values as unknown[]);
        // The caller names the row type beside the SQL that makes it.
        return result.rows as Row[];
      },
    });
  } finally {
    client.release(true);
  }
}

async function runOnce<T>(db: Database, begin: string, work: (tx: Tx) => Promise<T>, attempt = 1): Promise<T> {
  const tenant = requests.getStore()?.partnerId ?? 'system';
  const client = await db.pool.connect();
  let broken: Error | undefined;
  try {
    const tx = await openTransaction(
      client,
      `${begin}; select business_now() as now, set_config('app.tenant', '${tenant}', true)`,
      attempt,
    );
    const result = await work(tx);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    // The connection works, but to a server that is no longer the primary.
    if (databaseErrorCode(error) === READ_ONLY) broken ??= new Error('the server takes no writes', { cause: error });
    throw error;
  } finally {
    client.release(broken);
  }
}

async function openTransaction(client: pg.PoolClient, begin: string, attempt: number): Promise<Tx> {
  // A simple query of several statements answers with one result per statement.
  const results = (await client.query(begin)) as unknown as readonly pg.QueryResult<{ now: Date }>[];
  const now = results.at(-1)?.rows[0]?.now;
  if (now === undefined) throw new Error('the database did not tell the time');
  return {
    now,
    attempt,
    query: async <Row>(text: string, values: readonly unknown[] = []) => {
      const result = await client.query<pg.QueryResultRow>(text, values as unknown[]);
      // The caller names the row type beside the SQL that makes it.
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

/** Statements are constants of the program, so their number is bounded. */
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

/** The database is away or full: the caller may try again later, nothing was decided. */
export function isDatabaseOutage(error: unknown): boolean {
  const code = databaseErrorCode(error);
  if (code === undefined) return error instanceof Error && /connect|terminated|timeout exceeded/i.test(error.message);
  return (
    /^(08|57P|53)/.test(code) ||
    code === READ_ONLY ||
    /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)/.test(code)
  );
}
