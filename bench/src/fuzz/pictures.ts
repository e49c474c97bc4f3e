// Pictures of what a partner owns: two equal ones mean that nothing was changed in between. Every worker of
// the fuzzer is a partner of its own, so a picture is exact while others go on.
import type pg from 'pg';

/** Changed by being asked: the time of a key's last use, the log of requests, sign-ins that were refused. */
const LEFT_OUT = ['api_keys', 'request_log', 'failed_sign_ins'];

const digestOf = (table: string, where: string): string =>
  `(select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) from ${table} t where ${where})`;

type OwnedTable = { readonly name: string; readonly ofCompany: boolean };

/** Every table that names a company or a partner. */
async function ownedTables(client: pg.Pool): Promise<OwnedTable[]> {
  const { rows } = await client.query<OwnedTable>(
    `select c.relname as name, bool_or(a.attname = 'company_id') as "ofCompany"
       from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname in ('company_id', 'partner_id') and c.relname <> all($1) group by 1 order by 1`,
    [LEFT_OUT],
  );
  return rows;
}

/**
 * Pictures are taken by the thousand, and the product has no use for most of these indexes: without them every picture
 * reads what all partners have.
 */
export async function indexForPictures(client: pg.Pool): Promise<void> {
  for (const { name, ofCompany } of await ownedTables(client))
    await client.query(`create index on ${name} (${ofCompany ? 'company_id' : 'partner_id'})`);
}

const statements = new WeakMap<pg.Pool, Promise<string>>();

async function pictureStatement(client: pg.Pool): Promise<string> {
  const rows = await ownedTables(client);
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
  // Named, so that each connection plans it once: that takes longer than a look does.
  const { rows } = await client.query<{ picture: string }>({
    name: 'picture',
    text: await statement,
    values: [partnerId],
  });
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
