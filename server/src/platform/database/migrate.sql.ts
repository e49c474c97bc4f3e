// The record of applied migrations.
import type { Session } from './database.ts';

const MIGRATIONS_LOCK = 7_700_001;

export async function lockMigrations(session: Session): Promise<void> {
  await session.query('select pg_advisory_lock($1)', [MIGRATIONS_LOCK]);
}

export async function createMigrations(session: Session): Promise<void> {
  await session.query(
    `create table if not exists migrations (
       name text primary key,
       digest text not null,
       applied_at timestamptz not null default now()
     )`,
  );
}

export async function selectDigests(session: Session): Promise<ReadonlyMap<string, string>> {
  const rows = await session.query<{ name: string; digest: string }>(
    `select name, digest
     from migrations`,
  );
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

export async function insertMigration(session: Session, name: string, digest: string): Promise<void> {
  await session.query(
    `insert into migrations (name, digest)
     values ($1, $2)`,
    [name, digest],
  );
}
