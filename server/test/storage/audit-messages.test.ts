// The audit finds lost work: the test breaks each rule by hand, one at a time.

import { BATCH_STATES } from '@volley/domain/sending/batch-state.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { numberEvents } from '../../src/features/callbacks/feed/number-events.ts';
import { auditMoney } from '../../src/features/settlement/audit/audit.ts';
import { failMessages } from '../../src/features/settlement/fail-messages.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { type Api, givenApi } from '../given/api.ts';
import { givenSeller, registerName, type Seller } from '../given/people/seller.ts';
import { changeDispatch } from '../given/rows/dispatches.ts';
import { givenPlayedLink } from '../given/rows/links.ts';

let api: Api;
let seller: Seller;
beforeAll(async () => {
  api = await givenApi();
  await givenPlayedLink(api, { ratePerSecond: 100 });
  seller = await givenSeller(api);
  await registerName(api, seller, { channelType: 'VIBER' });
});
afterAll(() => api.close());

const sql = <Row>(text: string, values: readonly unknown[] = []) =>
  inTransaction(api.platform.db, (tx) => tx.query<Row>(text, values));
const found = async () => (await auditMoney(api.platform)).map(({ what, id }) => `${what}: ${id}`);
const fail = (uuid: string) =>
  inTransaction(api.platform.db, (tx) => failMessages(tx, [{ id: uuid, errorCode: ERROR.subscriberAbsent }]));

test('the audit finds a claimed message without a batch', async () => {
  const uuid = await seller.sendOne();
  expect(await found()).toEqual([]);
  await sql(`update batches set state = ${BATCH_STATES.handedOver} where first_message_id = $1`, [uuid]);
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
  await changeDispatch(api, dispatchId, { stepsWaiting: 0 });
  expect(await found()).toEqual(findings);
  await changeDispatch(api, dispatchId, { stepsWaiting: 1, endedAt: new Date() });
  expect(await found()).toEqual(findings.slice(0, 1));
  await changeDispatch(api, dispatchId, { endedAt: null });
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
