// A digest per table over all its rows: two equal results mean that no row changed in between.
import { type Database, read } from '../../src/platform/database/database.ts';

/** Leases and the request log change on their own; the numbering plan is large and never written. */
const LEFT_OUT = ['instances', 'number_ranges', 'request_log'];

/** `besides`: tables that requests of the test may change. */
export async function tableDigests(
  db: Database,
  besides: readonly string[] = [],
): Promise<Readonly<Record<string, string>>> {
  return read(db, async (tx) => {
    const tables = await tx.query<{ name: string }>(
      `select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
          and relname <> all($1) order by relname`,
      [[...LEFT_OUT, ...besides]],
    );
    const selects = tables.map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' rows, ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${name} t`,
    );
    const rows = await tx.query<{ name: string; digest: string }>(selects.join(' union all '));
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  });
}
