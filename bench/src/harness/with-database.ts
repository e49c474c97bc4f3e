// A database connection with the tenant `system`: without a tenant, row-level security hides the rows of all partners.
import { userInfo } from 'node:os';
import pg from 'pg';

/**
 * For connections that read all rows. The policies make plans look expensive enough for just-in-time compilation, which
 * takes longer than these queries.
 */
export const asSystem = '-c app.tenant=system -c jit=off';

/** Prefix, first host, second host, rest. */
const TWO_SERVERS = /^(postgres:\/\/(?:[^@/]*@)?)([^,/]+),([^,/]+)(\/.*)$/;

/** The address with a standby as second server. */
export const withStandby = (url: string, address: string | undefined): string =>
  address === undefined ? url : url.replace(/^(postgres:\/\/(?:[^@/]*@)?[^,/]+)/, `$1,${address}`);

/** Uses the primary if the address has two servers. */
export async function withDatabase<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const [, before, first, second, after] = TWO_SERVERS.exec(url) ?? [];
  if (second === undefined) return withServer(url, work);
  const isPrimary = (client: pg.Client) =>
    client.query('select pg_is_in_recovery() as reads').then(({ rows }) => rows[0]?.reads === false);
  const isFirst = await withServer(`${before}${first}${after}`, isPrimary).catch(() => false);
  return withServer(`${before}${isFirst ? first : second}${after}`, work);
}

async function withServer<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: withUser(url), options: asSystem });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** An address without a user means the user of the system; the pg driver reads only the environment. */
export function withUser(address: string): string {
  const url = new URL(address);
  if (url.username === '') url.username = process.env['PGUSER'] ?? userInfo().username;
  return url.href;
}
