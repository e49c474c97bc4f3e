// Dispatches after their creation: start, stop, and how the lists of dispatches and messages show them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Api, givenCompany, sharedApi } from '../../given/api.ts';
import { numberAt } from '../../given/http-client.ts';
import { valueAt } from '../../given/json-path.ts';
import { type Form, isDatetime, isDigits, isInteger, isNumber, isOneOf, isString } from '../../given/value-formats.ts';

let api: Api;
let token: string;
let companyId: number;
let senderId: number;
beforeAll(async () => {
  api = await sharedApi();
  token = (await api.givenPartner()).token;
});
beforeEach(givenShop);
afterAll(() => api.close());

async function givenShop() {
  companyId = await givenCompany(api, token);
  senderId = await givenSender();
}

async function givenSender(): Promise<number> {
  const dateFrom = '2024-07-01T00:00:00Z';
  const name = { companyId, senderName: 'Shop', channelType: 'SMS', commonType: 'COMMON', brand: 'MTS', dateFrom };
  return numberAt((await api.call('POST', '/senders', { token, body: name })).body, 'id');
}

const anna = { destination: '79161230001', substitutions: { name: 'Anna' } };
const valid = () => ({
  companyId,
  name: 'July',
  senderIds: [senderId],
  channelType: 'SMS',
  text: 'Hi {name}',
  messages: [anna],
  schedule: { startAt: '2024-07-01T09:00:00Z', hours: [0, 9, 23], days: [1, 7] },
});
const given = async (change: object = {}) =>
  numberAt((await call('POST', '/dispatches', { ...valid(), ...change })).body, 'id');
const call = (method: string, path: string, body?: unknown) =>
  api.call(method, path, { token, ...(body !== undefined && { body }) });

covers(
  'dispatch.start.200',
  'dispatch.start.no-body',
  'move.dispatch.start.started',
  'move.dispatch.start.answer',
  'dispatch.stop.200',
  'dispatch.stop.no-body',
  'move.dispatch.stop.stopped',
  'move.dispatch.stop.answer',
);
test('start and stop need no body and answer id and status', async () => {
  const id = await given();
  const start = await call('POST', `/dispatches/${id}/start`);
  expect([start.status, start.body]).toEqual([200, { id, status: 'STARTED' }]);
  expect((await call('GET', `/dispatches/${id}`)).body).toMatchObject({ status: 'STARTED' });
  const stop = await call('POST', `/dispatches/${id}/stop`);
  expect([stop.status, stop.body]).toEqual([200, { id, status: 'STOPPED' }]);
  expect((await call('GET', `/dispatches/${id}`)).body).toMatchObject({ status: 'STOPPED' });
});

describe('a dispatch item', () => {
  let item: unknown;
  let listed: unknown;
  beforeAll(async () => {
    await givenShop();
    const messages = [anna, { ...anna, customText: 'л'.repeat(71) }];
    const id = await given({ messages });
    await call('POST', `/dispatches/${id}/start`);
    const reply = await call('GET', `/dispatches/${id}`);
    item = reply.status === 200 ? reply.body : undefined;
    listed = valueAt((await call('GET', `/dispatches?companyId=${companyId}`)).body, 'items.0');
  });

  covers('dispatch.get.200', 'dispatch.list.200');
  test('is equal by id and in the list', () => {
    expect(item).toEqual(listed);
  });

  covers(
    'dispatch.item.id',
    'dispatch.item.name',
    'dispatch.item.status',
    'dispatch.item.channelType',
    'dispatch.item.priceEstimate',
    'dispatch.item.createdAt',
    'dispatch.item.startedAt',
    'dispatch.item.parts.total',
    'dispatch.item.parts.pending',
    'dispatch.item.messages.total',
    'dispatch.item.messages.pending',
  );
  test.each<[string, string, Form | string | number]>([
    ['id is an integer', 'id', isInteger],
    ['name is a string', 'name', 'July'],
    ['status is one of four', 'status', isOneOf(['CREATED', 'STARTED', 'STOPPED', 'COMPLETED'])],
    ['channelType is a string', 'channelType', isString],
    ['priceEstimate is a number', 'priceEstimate', isNumber],
    ['createdAt is a datetime', 'createdAt', isDatetime],
    ['startedAt is a datetime', 'startedAt', isDatetime],
    ['parts.total counts parts', 'parts.total', 3],
    ['parts.pending counts parts', 'parts.pending', 3],
    ['messages.total counts messages', 'messages.total', 2],
    ['messages.pending counts messages', 'messages.pending', 2],
  ])('%s', (_statement, path, expected) => {
    const value = valueAt(item, path);
    if (typeof expected === 'function') expect(value).toSatisfy(expected);
    else expect(value).toBe(expected);
  });
});

describe('GET /dispatches', () => {
  const list = (query: string) => call('GET', `/dispatches?${query}`);

  covers('dispatch.list.companyId.required');
  test('requires companyId, an integer', async () => {
    for (const query of ['', 'companyId=x', 'companyId=1.5']) expect((await list(query)).status).toBe(400);
  });

  covers(
    'dispatch.list.page.default',
    'dispatch.list.perPage.default',
    'limits.page-size-dispatches',
    'limits.page-number',
    'dispatch.list.200',
  );
  test('answers the first page of ten by default', async () => {
    for (let at = 0; at < 11; at += 1) await given();
    const reply = await list(`companyId=${companyId}`);
    expect([reply.status, reply.body]).toMatchObject([200, { page: 1, perPage: 10, total: 11 }]);
    expect(valueAt(reply.body, 'items.length')).toBe(10);
    const next = await list(`companyId=${companyId}&page=2&perPage=10`);
    expect(valueAt(next.body, 'items.length')).toBe(1);
    for (const query of ['page=x', 'perPage=x'])
      expect((await list(`companyId=${companyId}&${query}`)).status).toBe(400);
  });
});

describe('GET /messages', () => {
  covers('message.list.dispatchId.required');
  test('requires dispatchId, an integer', async () => {
    for (const query of ['', '?dispatchId=x', '?dispatchId=1.5'])
      expect((await call('GET', `/messages${query}`)).status).toBe(400);
  });

  covers(
    'message.list.page.default',
    'message.list.perPage.default',
    'limits.page-size-messages',
    'limits.page-number',
    'message.list.200',
  );
  test('answers the first page of a hundred by default', async () => {
    const messages = Array.from({ length: 101 }, (_, at) => ({ destination: String(79_161_230_000 + at) }));
    const id = await given({ text: 'Hi', messages });
    const reply = await call('GET', `/messages?dispatchId=${id}`);
    expect([reply.status, reply.body]).toMatchObject([200, { page: 1, perPage: 100, total: 101 }]);
    expect(valueAt(reply.body, 'items.length')).toBe(100);
    expect(valueAt(reply.body, 'items.0.destination')).toSatisfy(isDigits);
    const next = await call('GET', `/messages?dispatchId=${id}&page=2`);
    expect(valueAt(next.body, 'items.length')).toBe(1);
  });
});
