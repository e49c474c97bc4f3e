// Forward-only migrations: plain SQL files in order of their names, each in a transaction of its own,
// under one advisory lock, so that many processes may start at once. A file that changed after it was
// applied stops the run.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Database } from './database.ts';

const FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url));
const LOCK = 7_700_001;

export async function migrate(db: Database): Promise<string[]> {
  const client = await db.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())',
    );
    const known = await client.query<{ name: string; digest: string }>('select name, digest from migrations');
    const digests = new Map(known.rows.map((row) => [row.name, row.digest]));
    const applied: string[] = [];
    for (const name of readdirSync(FOLDER)
      .filter((file) => file.endsWith('.sql'))
      .sort()) {
      const sql = readFileSync(`${FOLDER}${name}`, 'utf8');
      const digest = createHash('sha256').update(sql).digest('hex');
      const before = digests.get(name);
      if (before === digest) continue;
      if (before !== undefined) throw new Error(`migration ${name} was changed after it was applied`);
      await client.query('begin');
      await client.query(sql);
      await client.query('insert into migrations (name, digest) values ($1, $2)', [name, digest]);
      await client.query('commit');
      applied.push(name);
    }
    return applied;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    client.release();
  }
}
