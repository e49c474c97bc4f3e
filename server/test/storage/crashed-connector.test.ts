// State after a connector dies, step by step: at most the messages that may have been on the wire are in doubt.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Platform } from '../../src/platform/platform.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { batchesOf } from '../given/rows/batches.ts';
import { changeDispatch, startedDispatches } from '../given/rows/dispatches.ts';
import { extraSubmits, loseOutcomes } from '../given/rows/engine.ts';
import { givenPlayedLink } from '../given/rows/links.ts';
import { messageIdsOf, messageStatusOf } from '../given/rows/messages.ts';
import { countRows } from '../given/rows/statement.ts';
import { EngineSteps } from './engine-steps.ts';

let api: Api;
let stepsOf: (platform: Platform) => EngineSteps;
let steps: EngineSteps;
beforeAll(async () => {
  api = await givenApi({ testMode: true });
  await givenPlayedLink(api);
});
afterAll(() => api.close());

beforeEach(async () => {
  for (const id of await startedDispatches(api)) await changeDispatch(api, id, { status: 'STOPPED' });
  const { token, partnerId } = await api.givenPartner();
  const companyId = await givenCompany(api, token, {});
  const name = { companyId, senderName: 'Shop', channelType: 'SMS', commonType: 'COMMON', brand: 'MTS' };
  const body = { ...name, dateFrom: '2024-07-01T00:00:00Z' };
  const senderId = numberAt((await api.call('POST', '/senders', { token, body })).body, 'id');
  const actor = { kind: 'partner', partnerId, currency: 'RUB' } as const;
  stepsOf = (platform) => new EngineSteps(platform, actor, { companyId, senderId });
  steps = stepsOf(api.platform);
});

/** The batches of the dispatch of the test. */
async function batchesLeft() {
  const [started] = await startedDispatches(api);
  return batchesOf(api, started);
}

async function begun(count: number): Promise<void> {
  await steps.start(count);
  await steps.claim();
  await steps.begin(0);
}

test('the front of the batch is in doubt, and the rest is sent without a doubt', async () => {
  await begun(9);
  // Three are answered. Two messages of one part and one of three follow, and four parts may be open.
  await steps.crash(0, 3);
  expect(await batchesLeft()).toMatchObject([
    { waitingFor: 'doubt', doubts: 1, count: 5 },
    { waitingFor: 'link', doubts: 0, count: 4 },
  ]);
});

test('a loss that the sweeper has counted is the same doubt when the connector reports it late', async () => {
  await begun(3);
  await steps.submit(0, ['sent', 'lost'], 'none');
  await steps.doubt();
  expect(await batchesLeft()).toMatchObject([{ waitingFor: 'doubt', doubts: 1 }]);
  await steps.record(0);
  await steps.record(1);
  expect(await batchesLeft()).toMatchObject([{ waitingFor: 'doubt', doubts: 1 }]);
});

test('a connector whose lease has lapsed begins no batch', async () => {
  steps = stepsOf({ ...api.platform, instanceId: randomUUID() });
  await begun(3);
  expect(await batchesLeft()).toMatchObject([{ state: 'claimed', attempt: 2 }]);
});

test('if the broker has lost outcomes, all messages of the batch are in doubt', async () => {
  await begun(9);
  await loseOutcomes(api);
  await steps.crash(0, 3);
  expect(await batchesLeft()).toMatchObject([{ waitingFor: 'doubt', doubts: 1, count: 9 }]);
});

test('a message that was delivered and read has two receipts under one id, and one copy', async () => {
  await begun(1);
  await steps.crash(0, 0);
  await steps.receipt(0, 'delivered');
  await steps.receipt(0, 'read');
  await steps.doubt();
  expect([await extraSubmits(api), (await countRows(api, 'operator_refs')) > 0]).toEqual([0, true]);
});

test('a doubt is compared with the receipts before its decision: a message that a receipt proves is not sent again', async () => {
  // Doubts of the other tests are decided first.
  await steps.requeue();
  await begun(2);
  await steps.crash(0, 0);
  await steps.receipt(0, 'delivered');
  await steps.requeue();
  expect(await batchesLeft()).toMatchObject([{ attempt: 2 }]);
  const [started = 0] = await startedDispatches(api);
  const statuses = await Promise.all((await messageIdsOf(api, started)).map((id) => messageStatusOf(api, id)));
  expect(statuses).toEqual(['SENT', 'CREATED']);
});
