// Pictures of what a partner owns: two equal ones mean that nothing was changed in between. Every worker of
// the fuzzer is a partner of its own, so a picture is exact while others go on.
import type pg from 'pg';

/** Changed by being asked: the time of a key's last use, the log of requests. */
const LEFT_OUT = ['api_keys', 'request_log'];

const digestOf = (table: string, where: string): string =>
  `(select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) from ${table} t where ${where})`;

const statements = new WeakMap<pg.Pool, Promise<string>>();

/** Of every table that names a company or a partner. */
async function pictureStatement(client: pg.Pool): Promise<string> {
  const { rows } = await client.query<{ name: string; ofCompany: boolean }>(
    `select c.relname as name, bool_or(a.attname = 'company_id') as "ofCompany"
       from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname in ('company_id', 'partner_id') and c.relname <> all($1) group by 1 order by 1`,
    [LEFT_OUT],
  );
  const digests = rows.map(({ name, ofCompany }) =>
    digestOf(
      name,
      ofCompany ? 't.company_id = any(array(select id from companies where partner_id = $1))' : 't.partner_id = $1',
    ),
  );
  return `select concat_ws(' ', ${digests.join(', ')}) as picture`;
}

/** Everything that belongs to this partner. */
export async function pictureOf(client: pg.Pool, partnerId: number): Promise<string> {
  const statement = statements.get(client) ?? pictureStatement(client);
  statements.set(client, statement);
  const { rows } = await client.query<{ picture: string }>(await statement, [partnerId]);
  return rows[0]?.picture ?? '';
}

/** Tables that no partner's request may change at all. */
export async function pictureOfReference(client: pg.Pool): Promise<string> {
  const tables = [
    'countries',
    'tariffs',
    'tariff_prices',
    'sender_fees',
    'price_lists',
    'partners',
    'operator_links',
    'blocked_numbers',
    'blocked_sender_names',
    'feature_switches',
    'staff',
    'sandbox_clock',
  ];
  const { rows } = await client.query<{ picture: string }>(
    `select concat_ws(' ', ${tables.map((table) => digestOf(table, 'true')).join(', ')}) as picture`,
  );
  return rows[0]?.picture ?? '';
}
