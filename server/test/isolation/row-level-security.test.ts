// The second wall: even a query that forgets to ask whose row it is sees and changes nothing of another
// partner. PostgreSQL ignores row-level security for superusers, so the API runs here under a plain role that
// owns its tables, as the operating pages ask for.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction, onBehalfOf } from '../../src/platform/database.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { givenPlainOwner, type PlainOwner } from '../given/plain-owner.ts';
import { givenDatabase, type TestDatabase } from '../given/servers.ts';

/** Tables that name a company or a partner and have no policy, and why. */
const WITHOUT_POLICY: Readonly<Record<string, string>> = {
  messages: 'written by COPY, which row-level security forbids; reached through the dispatch',
  strands: 'moved by the engine; reached through the dispatch',
  batches: 'moved by the engine; never read for a partner',
};

let database: TestDatabase;
let owner: PlainOwner;
let api: Api;
let mine: { partnerId: number; token: string; companyId: number };
let theirs: { partnerId: number; token: string; companyId: number };

beforeAll(async () => {
  database = await givenDatabase();
  owner = await givenPlainOwner(database);
  api = await givenApi({ databaseUrl: owner.url, testMode: 'on', callbackAllow: ['127.0.0.0/8'] });
  mine = await givenTenant();
  theirs = await givenTenant();
});
afterAll(async () => {
  await api.close();
  await database.drop();
  await owner.drop();
});

async function givenTenant() {
  const { partnerId, token } = await api.givenPartner();
  const companyId = await givenCompany(api, token, { budget: 1_000 });
  const sender = { companyId, senderName: 'Shop', brand: 'MTS', channelType: 'SMS', commonType: 'COMMON' };
  const senders = await api.call('POST', '/senders', { token, body: { ...sender, dateFrom: '2024-07-01T00:00:00Z' } });
  const draft = {
    companyId,
    name: 'July',
    senderIds: [numberAt(senders.body, 'id')],
    channelType: 'SMS',
    text: 'Hi',
    messages: [{ destination: '79161230000' }],
    callbackUrl: 'http://127.0.0.1:18999/x',
  };
  const headers = { 'idempotency-key': 'one' };
  const { status, body } = await api.call('POST', '/dispatches', { token, headers, body: draft });
  expect([status, body]).toMatchObject([200, { success: 1 }]);
  expect((await api.call('POST', `/dispatches/${numberAt(body, 'id')}/start`, { token })).status).toBe(200);
  const number = { companyId, msisdn: '79161230009', blacklist: true };
  expect((await api.call('PUT', '/recipients', { token, body: number })).status).toBe(200);
  return { partnerId, token, companyId };
}

const sql = <Row = Record<string, unknown>>(text: string) =>
  inTransaction(api.platform.db, (tx) => tx.query<Row>(text));
const asPartner = <Row = Record<string, unknown>>(partnerId: number, text: string) =>
  onBehalfOf(partnerId, undefined, () => sql<Row>(text));

const ROWS_OF = {
  partners: 'id as owner',
  partner_tokens: 'partner_id as owner',
  companies: 'partner_id as owner',
  dispatches: 'partner_id as owner',
  idempotency_keys: 'partner_id as owner',
  senders: 'company_id as company',
  company_months: 'company_id as company',
  ledger: 'company_id as company',
  callback_endpoints: 'company_id as company',
  blacklist: 'company_id as company',
  traffic_centers: 'company_id as company',
} as const;

describe('a transaction on behalf of a partner', () => {
  test.each(Object.entries(ROWS_OF))('sees only its own rows of %s', async (table, column) => {
    const rows = await asPartner<{ owner?: number; company?: number }>(
      mine.partnerId,
      `select ${column} from ${table}`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { owner = mine.partnerId, company = mine.companyId } of rows) {
      expect([owner, company]).toEqual([mine.partnerId, mine.companyId]);
    }
    expect((await sql(`select from ${table}`)).length).toBeGreaterThan(rows.length);
  });

  test('changes nothing of another partner', async () => {
    const untouched = [
      `update companies set name = 'mine now' where id = ${theirs.companyId} returning id`,
      `delete from blacklist where company_id = ${theirs.companyId} returning company_id`,
      `update senders set suspended = true where company_id = ${theirs.companyId} returning id`,
    ];
    for (const statement of untouched) expect(await asPartner(mine.partnerId, statement)).toEqual([]);
  });

  test('cannot write a row for another partner', async () => {
    const insert = `insert into blacklist (company_id, destination, created_at) values (${theirs.companyId}, 79161230001, now())`;
    await expect(asPartner(mine.partnerId, insert)).rejects.toMatchObject({ code: '42501' });
    const give = `update companies set partner_id = ${theirs.partnerId} where id = ${mine.companyId}`;
    await expect(asPartner(mine.partnerId, give)).rejects.toMatchObject({ code: '42501' });
  });

  test('of the API is that of the caller: a foreign company is not there', async () => {
    const reply = await api.call('GET', `/company/${theirs.companyId}`, { token: mine.token });
    expect(reply.status).toBe(404);
  });
});

test('a session that does not say on whose behalf it runs sees no row of a partner', async () => {
  const client = new pg.Client({ connectionString: api.platform.config.databaseUrl });
  await client.connect();
  try {
    for (const table of Object.keys(ROWS_OF)) expect((await client.query(`select from ${table}`)).rows).toEqual([]);
  } finally {
    await client.end();
  }
});

test('every table that names a company or a partner has a forced policy, or a reason to have none', async () => {
  const rows = await sql<{ name: string; guarded: boolean }>(
    `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity
              and exists (select from pg_policy p where p.polrelid = c.oid) as guarded
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and exists (select from pg_attribute a
                     where a.attrelid = c.oid and a.attname in ('company_id', 'partner_id') and not a.attisdropped)`,
  );
  const open = rows.filter(({ guarded }) => !guarded).map(({ name }) => name);
  expect(open.toSorted()).toEqual(Object.keys(WITHOUT_POLICY).toSorted());
});
