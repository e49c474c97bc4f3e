// The audit finds lost work: the test breaks each rule by hand, one at a time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { numberEvents } from '../../src/features/callbacks/feed/number-events.ts';
import { putLink } from '../../src/features/operator-links/own-links.ts';
import { auditMoney } from '../../src/features/settlement/audit/audit.ts';
import { failMessages } from '../../src/features/settlement/fail-messages.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { type Api, givenApi } from '../given/api.ts';
import { givenSeller, registerName, type Seller } from '../given/people/seller.ts';

const OPERATOR = { host: '127.0.0.1', port: 1, systemId: 'x', password: 'x', tls: false, idForm: 'as-is' } as const;

let api: Api;
let seller: Seller;
beforeAll(async () => {
  api = await givenApi();
  await putLink(api.platform, { name: 'mts', brands: [1], ratePerSecond: 100, windowSize: 10, ...OPERATOR });
  await sql(`update operator_links set bound = true, lease_until = 'infinity'`);
  seller = await givenSeller(api);
  await registerName(api, seller, { channelType: 'VIBER' });
});
afterAll(() => api.close());

const sql = <Row>(text: string, values: readonly unknown[] = []) =>
  inTransaction(api.platform.db, (tx) => tx.query<Row>(text, values));
const found = async () => (await auditMoney(api.platform)).map(({ what, id }) => `${what}: ${id}`);
const fail = (uuid: string) => inTransaction(api.platform.db, (tx) => failMessages(tx, [{ id: uuid, errorCode: 508 }]));

test('the audit finds a claimed message without a batch', async () => {
  const uuid = await seller.sendOne();
  expect(await found()).toEqual([]);
  await sql('update batches set state = 3 where first_message_id = $1', [uuid]);
  expect(await found()).toEqual([`message in no batch: ${uuid}`]);
  await sql('delete from batches where first_message_id = $1', [uuid]);
  expect(await found()).toEqual([`message in no batch: ${uuid}`]);
  await fail(uuid);
  expect(await found()).toEqual([]);
});

test('the audit finds a cascade step that is neither due nor created, and a due step without a message', async () => {
  const cascade = [{ channelType: 'SMS', senderName: 'Shop', content: 'Second' }];
  const uuid = await seller.sendOne({ channelType: 'VIBER', cascade });
  await fail(uuid);
  expect(await found()).toEqual([]);
  await sql('update cascade_due set message_id = gen_random_uuid()');
  const [due] = await sql<{ message_id: string }>('select message_id from cascade_due');
  expect(await found()).toEqual([`next step of a cascade: ${uuid}`, `cascade of no message: ${due?.message_id}`]);
  await sql('update cascade_due set message_id = $1', [uuid]);
  expect(await found()).toEqual([]);
});

test('the audit finds a cascade dispatch with a wrong count of open steps, and one that ended too early', async () => {
  const cascade = [{ channelType: 'SMS', senderName: 'Shop', content: 'Second' }];
  const { dispatchId, uuids } = await seller.dispatch('First', ['79161230009'], { channelType: 'VIBER', cascade });
  await fail(uuids[0] ?? '');
  expect(await found()).toEqual([]);
  const findings = [`dispatch ended: ${dispatchId}`, `messages that a step may follow: ${dispatchId}`];
  await sql('update dispatches set steps_waiting = 0 where id = $1', [dispatchId]);
  expect(await found()).toEqual(findings);
  await sql('update dispatches set steps_waiting = 1, ended_at = now() where id = $1', [dispatchId]);
  expect(await found()).toEqual(findings.slice(0, 1));
  await sql('update dispatches set ended_at = null where id = $1', [dispatchId]);
  expect(await found()).toEqual([]);
});

test('the audit finds a gap among the numbers of events, and numbers without an event', async () => {
  for (let at = 0; at < 3; at += 1) {
    await fail(await seller.sendOne());
    await numberEvents(api.platform);
  }
  expect(await found()).toEqual([]);
  const rows = await sql<{ first_number: bigint }>('select first_number from event_batches order by 1');
  const [last, middle] = [rows.at(-1)?.first_number, rows.at(-2)?.first_number];
  await sql('update event_batches set first_number = first_number + 1000 where first_number = $1', [last]);
  expect(await found()).toEqual([
    `numbers of events: ${seller.companyId} ${Number(last) + 1000}`,
    `last number of events: ${seller.companyId}`,
  ]);
  await sql('update event_batches set first_number = first_number - 1000 where first_number > 1000');
  await sql('delete from event_batches where first_number = $1', [middle]);
  expect(await found()).toEqual([`numbers of events: ${seller.companyId} ${last}`]);
});
