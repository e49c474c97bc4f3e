// A copy of the `messages` table with its partitions, indexes and storage settings in a separate schema: references
// use the same table layout, and the system never sees the rows.
import type pg from 'pg';

export const bareTable = 'bare.messages';

export async function createBareTable(client: pg.Client): Promise<void> {
  await client.query(`drop schema if exists bare cascade; create schema bare;
    create table ${bareTable} (like public.messages including defaults including indexes) partition by range (id)`);
  const partitions = await client.query<{ name: string; bounds: string; options: string | null }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds, array_to_string(c.reloptions, ', ') as options
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'public.messages'::regclass`,
  );
  if (partitions.rows.length === 0) throw new Error('public.messages has no partitions');
  for (const { name, bounds, options } of partitions.rows) {
    const storage = options === null ? '' : ` with (${options})`;
    await client.query(`create table bare.${name} partition of ${bareTable} ${bounds}${storage}`);
  }
}
