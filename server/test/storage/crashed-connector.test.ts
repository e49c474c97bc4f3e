// State after a connector dies, step by step: at most the messages that may have been on the wire are in doubt.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { putLink } from '../../src/features/operator-links/own-links.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { EngineSteps } from './engine-steps.ts';

let api: Api;
let steps: EngineSteps;
beforeAll(async () => {
  api = await givenApi({ testMode: true });
  const account = { host: '127.0.0.1', port: 1, systemId: 'mts', password: 'x', tls: false, idForm: 'as-is' };
  await putLink(api.platform, { name: 'mts', brands: [1], ratePerSecond: null, windowSize: 10, ...account });
  await sql(`update operator_links set bound = true, lease_until = 'infinity'`);
});
afterAll(() => api.close());

beforeEach(async () => {
  await sql(`update dispatches set status = 'STOPPED' where status = 'STARTED'`);
  const { token, partnerId } = await api.givenPartner();
  const companyId = await givenCompany(api, token, {});
  const name = { companyId, senderName: 'Shop', channelType: 'SMS', commonType: 'COMMON', brand: 'MTS' };
  const body = { ...name, dateFrom: '2024-07-01T00:00:00Z' };
  const senderId = numberAt((await api.call('POST', '/senders', { token, body })).body, 'id');
  steps = new EngineSteps(api.platform, { kind: 'partner', partnerId, currency: 'RUB' }, { companyId, senderId });
});

const sql = <Row>(text: string) => inTransaction(api.platform.db, (tx) => tx.query<Row>(text));

type Left = { waiting_for: string | null; doubts: number; count: number };
const batchesLeft = () =>
  sql<Left>(
    `select b.waiting_for, b.doubts, b.count
     from batches b
     join dispatches d on d.id = b.dispatch_id
     where d.status = 'STARTED'
     order by b.from_seq`,
  );

async function begun(count: number): Promise<void> {
  await steps.start(count);
  await steps.claim();
  await steps.begin(0);
}

test('the front of the batch is in doubt, and the rest is sent without a doubt', async () => {
  await begun(9);
  // Three are answered. Two messages of one part and one of three follow, and four parts may be open.
  await steps.crash(0, 3);
  expect(await batchesLeft()).toEqual([
    { waiting_for: 'doubt', doubts: 1, count: 5 },
    { waiting_for: 'link', doubts: 0, count: 4 },
  ]);
});

test('if the broker has lost outcomes, all messages of the batch are in doubt', async () => {
  await begun(9);
  await sql('update evidence_marks set outcomes_lost_at = clock_timestamp()');
  await steps.crash(0, 3);
  expect(await batchesLeft()).toEqual([{ waiting_for: 'doubt', doubts: 1, count: 9 }]);
});

test('a message that was delivered and read has two receipts under one id, and one copy', async () => {
  await begun(1);
  await steps.crash(0, 0);
  await steps.receipt(0, 'delivered');
  await steps.receipt(0, 'read');
  await steps.doubt();
  const counted = await sql(`select value from engine_counters where name = 'extra_submits' and value > 0`);
  const refs = await sql('select operator_message_id from operator_refs o join messages m on m.id = o.message_id');
  expect([counted, refs.length > 0]).toEqual([[], true]);
});

test('a doubt is compared with the receipts before its decision: a message that a receipt proves is not sent again', async () => {
  // Doubts of the other tests are decided first.
  await steps.requeue();
  await begun(2);
  await steps.crash(0, 0);
  await steps.receipt(0, 'delivered');
  await steps.requeue();
  const messages = await sql<{ isUnsent: boolean; attempt: number }>(
    `select m.status = 0 as "isUnsent", b.attempt
     from messages m
     join dispatches d on d.id = m.dispatch_id
     join batches b on b.dispatch_id = d.id
     where d.status = 'STARTED'
     order by m.seq`,
  );
  expect(messages).toEqual([
    { isUnsent: false, attempt: 2 },
    { isUnsent: true, attempt: 2 },
  ]);
});
