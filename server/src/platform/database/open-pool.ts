// A pool of connections with the settings of every session of the service.
import pg from 'pg';
import { databaseAddresses } from './database-hosts.ts';
import { PrimaryPool } from './primary-pool.ts';

export type PoolOptions = {
  readonly poolMax: number;
  readonly onIdleError: (error: Error) => void;
};

const INT8 = 20;
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8
      ? (value: string) => BigInt(value)
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

export function openPool(url: string, options: PoolOptions): pg.Pool {
  const addresses = databaseAddresses(url);
  if (addresses === undefined)
    throw new Error(`malformed host in the database address ${url.replace(/\/\/[^/?#]*@/, '//')}`);
  const settings = poolSettings(options.poolMax);
  const pool =
    addresses.length > 1 ? new PrimaryPool(addresses, settings) : new pg.Pool({ ...settings, connectionString: url });
  pool.on('error', options.onIdleError);
  // A connection cut while in use also emits 'error', which would end the process; its next query reports the failure.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
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
    // The program is the system outside transactions too (migrations, the look-up of a token). Policies raise the cost
    // estimates above the threshold of just-in-time compilation, which takes longer than any statement here.
    options: '-c app.tenant=system -c jit=off',
  };
}
