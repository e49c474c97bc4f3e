// PostgreSQL and NATS of a measurement alone, so that their CPU time, WAL and statements belong to it. PostgreSQL keeps
// its durability; automatic vacuum and checkpoints would add work at times that differ between runs.
import { type OwnNats, startOwnNats } from '../harness/own-nats.ts';
import { type OwnPostgres, startOwnPostgres } from '../harness/own-postgres.ts';
import { withDatabase } from '../harness/with-database.ts';
import { LOG_PREFIX } from './transaction-log.ts';

export type OwnServers = { readonly postgres: OwnPostgres; readonly nats: OwnNats };

const SETTINGS = {
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '8GB',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '10000',
  log_line_prefix: LOG_PREFIX,
};

export async function withOwnServers<Result>(work: (servers: OwnServers) => Promise<Result>): Promise<Result> {
  const postgres = await startOwnPostgres({ settings: SETTINGS });
  try {
    const nats = await startOwnNats();
    try {
      await withDatabase(postgres.url, (client) => client.query('create extension pg_stat_statements'));
      return await work({ postgres, nats });
    } finally {
      await nats.stop();
    }
  } finally {
    await postgres.stop();
  }
}
