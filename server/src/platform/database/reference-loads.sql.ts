// Digests of the reference files that were loaded.
import type { Tx } from './database.ts';

export async function isLoaded(tx: Tx, name: string, digest: string): Promise<boolean> {
  const rows = await tx.query(
    `select name
     from reference_loads
     where name = $1
       and digest = $2`,
    [name, digest],
  );
  return rows.length > 0;
}

export async function recordLoad(tx: Tx, name: string, digest: string): Promise<void> {
  await tx.query(
    `insert into reference_loads (name, digest)
     values ($1, $2)
     on conflict (name)
     do update set
       digest = excluded.digest,
       loaded_at = now()`,
    [name, digest],
  );
}
