// Row-level security: a query without a condition on the partner sees and changes no row of another partner. PostgreSQL
// ignores policies for superusers, so the program refuses to run as one.
import { randomBytes } from 'node:crypto';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asRole } from '../../../bench/src/harness/database-roles.ts';
import { inTransaction, onBehalfOf, openDatabase } from '../../src/platform/database/database.ts';
import { ensurePartitions } from '../../src/platform/database/partitions.ts';
import { probeRole } from '../../src/platform/database/plain-role.ts';
import type { Logger } from '../../src/platform/log.ts';
import { uuidV7 } from '../../src/platform/uuid-v7.ts';
import { buildPlatform } from '../../src/processes/build-platform.ts';
import { prepareDatabase } from '../../src/processes/prepare.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { givenDatabase, type TestDatabase } from '../given/databases.ts';
import { numberAt } from '../given/http-client.ts';
import { givenPlayedLink } from '../given/rows/links.ts';
import { givenUnclaimedBatch } from '../given/rows/many-batches.ts';
import { onServer } from '../given/servers.ts';
import { TEST_COSTS } from '../given/test-costs.ts';

let database: TestDatabase;
let api: Api;
let mine: { partnerId: number; token: string; companyId: number };
let theirs: { partnerId: number; token: string; companyId: number };

beforeAll(async () => {
  database = await givenDatabase();
  api = await givenApi({
    databaseUrl: database.url,
    engineDatabaseUrl: database.engineUrl,
    testMode: true,
    callbackAllow: ['127.0.0.0/8'],
  });
  mine = await givenTenant();
  theirs = await givenTenant();
});
afterAll(async () => {
  await api.close();
  await database.drop();
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
  messages: 'company_id as company',
  strands: 'company_id as company',
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

  test.each(['callback_batches', 'callback_ranges'])(
    'sees, changes and makes only its own rows of %s',
    async (table) => {
      const of = (companyId: number) => `(select id from callback_endpoints where company_id = ${companyId} limit 1)`;
      const [columns, values] =
        table === 'callback_batches' ? ['dispatch_id, events', `1, '[]'`] : ['numbers', `'{[1,2)}'`];
      const queue = (target: string) =>
        `insert into ${table} (endpoint_id, count, next_try_at, ${columns}) values (${target}, 1, now(), ${values})`;
      await sql(queue(of(mine.companyId)));
      await sql(queue(of(theirs.companyId)));
      const [foreign] = await sql<{ id: number }>(`select ${of(theirs.companyId)} as id`);
      const [own] = await sql<{ id: number }>(`select ${of(mine.companyId)} as id`);
      expect(await asPartner(mine.partnerId, `select endpoint_id as id from ${table}`)).toEqual([own]);
      expect(await asPartner(mine.partnerId, `delete from ${table} returning endpoint_id as id`)).toEqual([own]);
      expect(await sql(`select endpoint_id as id from ${table}`)).toEqual([foreign]);
      await expect(asPartner(mine.partnerId, queue(String(foreign?.id)))).rejects.toMatchObject({ code: '42501' });
    },
  );

  test('has its own uploads, which the system sees', async () => {
    const add = `insert into document_uploads (id) values (gen_random_uuid()) returning id, partner_id as owner`;
    const [upload] = await asPartner(mine.partnerId, add);
    expect(upload).toMatchObject({ owner: mine.partnerId });
    await sql(add);
    expect(await asPartner(mine.partnerId, 'select id, partner_id as owner from document_uploads')).toEqual([upload]);
    expect(await asPartner(theirs.partnerId, 'select from document_uploads')).toEqual([]);
    expect((await sql('select from document_uploads')).length).toBe(2);
  });

  test('knows how full an open link is with the messages of all partners, and nothing else of it', async () => {
    await givenPlayedLink(api);
    await givenUnclaimedBatch(api, theirs.companyId);
    const all = await sql('select * from open_links()');
    expect(all).toMatchObject([{ channel_type: 'SMS', outstanding: 1n }]);
    expect(await asPartner(mine.partnerId, 'select * from open_links()')).toEqual(all);
    expect(await asPartner(mine.partnerId, 'select * from open_links() cross join operator_links')).toEqual([]);
  });

  test('of an API request belongs to the caller: a foreign company is not found', async () => {
    const reply = await api.call('GET', `/company/${theirs.companyId}`, { token: mine.token });
    expect(reply.status).toBe(404);
  });
});

test('daily partitions are closed to their owner; reads and writes go through their table', async () => {
  const day = new Date('2030-03-05T00:00:00Z');
  await ensurePartitions(api.platform.db, day);
  const at = new Date(day.getTime() + 3_600_000);
  const id = uuidV7(at.getTime());
  const row = `insert into messages (id, company_id, dispatch_id, seq, sender_id, destination, amount_micros, created_at, strand, brand, parts)
    values ('${id}', ${mine.companyId}, 1, 1, 1, 79161230000, 0, now(), 1, 1, 1)`;
  await sql(row);
  const { SENT } = MESSAGE_STATUS_CODES;
  const send = `update messages set status = ${SENT} where id = '${id}' returning status`;
  expect(await sql(send)).toEqual([{ status: SENT }]);
  await expect(sql('select from messages_20300305')).rejects.toMatchObject({ code: '42501' });
  await expect(asPartner(theirs.partnerId, row.replace(id, uuidV7(at.getTime())))).rejects.toMatchObject({
    code: '42501',
  });
  expect(await sql(`delete from messages where id = '${id}' returning id`)).toEqual([{ id }]);
});

describe('a role that bypasses the policies', () => {
  const messages: string[] = [];
  // Only the members that the probe reads.
  const log = { warn: (message: string) => messages.push(message) } as unknown as Logger;
  const probe = async (url: string, testMode: boolean) => {
    const db = openDatabase(url, { poolMax: 1, onIdleError: () => undefined });
    try {
      await probeRole(db, testMode, log);
    } finally {
      await db.close();
    }
  };

  test('is refused at the start and by migrate', async ({ skip }) => {
    skip(database.serverUrl === database.url, 'the user of the server is a plain role');
    const config = { ...api.platform.config, databaseUrl: database.serverUrl, testMode: false };
    await expect(buildPlatform(config, ['api'], { costs: TEST_COSTS })).rejects.toThrow(/is a superuser/);
    await expect(prepareDatabase(config)).rejects.toThrow(/is a superuser/);
  });

  test('may have BYPASSRLS only', async ({ skip }) => {
    skip(database.serverUrl === database.url, 'the user of the server is a plain role');
    const role = `volley_test_${randomBytes(4).toString('hex')}`;
    await onServer(`create role ${role} login bypassrls`);
    try {
      await expect(probe(asRole(database.url, role), false)).rejects.toThrow(/has BYPASSRLS/);
    } finally {
      await onServer(`drop role ${role}`);
    }
  });

  test('and a connection without the tenant of the system is refused, as behind a pooler', async () => {
    const bare = new URL(database.url);
    bare.searchParams.set('options', '-c jit=off');
    await expect(probe(bare.href, true)).rejects.toThrow(/app\.tenant '' instead of 'system'/);
  });

  test('is reported in test mode, and a plain role is not', async ({ skip }) => {
    await probe(database.url, false);
    await probe(database.url, true);
    expect(messages).toEqual([]);
    skip(database.serverUrl === database.url, 'the user of the server is a plain role');
    await probe(database.serverUrl, true);
    expect(messages).toEqual([expect.stringContaining('is a superuser')]);
  });
});
