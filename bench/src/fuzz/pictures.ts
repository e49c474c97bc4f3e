// Snapshots of the data of a partner: equal snapshots prove that no data changed in between. Every fuzz worker is a
// separate partner, so a snapshot is exact while other workers continue.
import type pg from 'pg';

/** Changed by refused requests: last use of a key, request log, refused sign-ins. */
const LEFT_OUT = ['api_keys', 'request_log', 'failed_sign_ins'];

const digestOf = (table: string, where: string): string =>
  `(select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) from ${table} t where ${where})`;

type OwnedTable = { readonly name: string; readonly ofCompany: boolean };

/** Every table with a company or partner column. */
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
 * Thousands of snapshots are taken, and the product does not need most of these indexes: without them every snapshot
 * reads the rows of all partners.
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

export async function pictureOf(client: pg.Pool, partnerId: number): Promise<string> {
  const statement = statements.get(client) ?? pictureStatement(client);
  statements.set(client, statement);
  // A named statement: each connection plans it once, and planning takes longer than executing.
  const { rows } = await client.query<{ picture: string }>({
    name: 'picture',
    text: await statement,
    values: [partnerId],
  });
  return rows[0]?.picture ?? '';
}

/** Tables that a partner request must never change. */
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
