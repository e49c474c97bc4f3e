import { ERROR } from '@volley/domain/sending/message-error.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Api, givenCompany, sharedApi } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';

let api: Api;
let token: string;
let companyId: number;
let senderId: number;
beforeAll(async () => {
  api = await sharedApi();
  token = (await api.givenPartner()).token;
});
beforeEach(async () => {
  companyId = await givenCompany(api, token);
  senderId = await givenSender();
});
afterAll(() => api.close());

const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const second = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const anna = { destination: '79161230001', substitutions: { name: 'Anna' } };

async function givenSender(change: object = {}): Promise<number> {
  const body = {
    companyId,
    senderName: 'Shop',
    channelType: 'SMS',
    commonType: 'COMMON',
    brand: 'MTS',
    dateFrom: '2024-07-01T00:00:00Z',
    ...change,
  };
  return numberAt((await api.call('POST', '/senders', { token, body })).body, 'id');
}

const create = (change: object = {}, by = token) =>
  api.call('POST', '/dispatches', {
    token: by,
    body: {
      companyId,
      name: 'July',
      senderIds: [senderId],
      channelType: 'SMS',
      text: 'Hi {name}',
      messages: [anna],
      ...change,
    },
  });

const givenDispatch = async (change: object = {}) => numberAt((await create(change)).body, 'id');
const move = (id: number, action: string, by = token) => api.call('POST', `/dispatches/${id}/${action}`, { token: by });

describe('POST /dispatches', () => {
  test('answers 200 with the accepted and the rejected recipients', async () => {
    const noName = { destination: '79161230002' };
    const own = { destination: '79161230003', customText: 'Own {text}' };
    const reply = await create({ messages: [anna, { destination: '7916' }, noName, own] });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      id: expect.any(Number),
      status: 'CREATED',
      priceEstimate: { total: 6.4, messagesTotal: 6.4, packagesTotal: 0, currency: 'RUB', parts: 2 },
      total: 4,
      success: 2,
      failed: 2,
      messages: [
        { destination: anna.destination, messageUuid: uuid, parts: 1, senderId },
        { destination: own.destination, messageUuid: uuid, parts: 1, senderId },
      ],
      rejected: [
        { index: 1, destination: '7916', errorCode: ERROR.numberUnusable, msg: expect.any(String) },
        { index: 2, destination: noName.destination, errorCode: ERROR.textUnusable, msg: expect.any(String) },
      ],
    });
  });

  test('approves a name at its first use if moderation is automatic', async () => {
    await move(await givenDispatch(), 'start');
    const reply = await api.call('GET', `/senders/${senderId}`, { token });
    expect(reply.body).toMatchObject({ status: 'APPROVED' });
  });

  test('accepts ten thousand recipients in one call, in order', async () => {
    const messages = Array.from({ length: 10_000 }, (_, at) => ({ destination: String(79_161_230_000 + at) }));
    const reply = await create({ text: 'Hi', messages });
    expect(reply.body).toMatchObject({ total: 10_000, success: 10_000, failed: 0 });
    const listed = await api.call('GET', `/messages?dispatchId=${numberAt(reply.body, 'id')}&page=10&perPage=1000`, {
      token,
    });
    expect(listed.body).toMatchObject({ page: 10, perPage: 1000, total: 10_000 });
    expect(listed.text.match(/"destination":"\d+"/g)?.at(-1)).toBe('"destination":"79161239999"');
  });

  test.each([
    [{ messages: [] }],
    [{ messages: Array.from({ length: 10_001 }, () => anna) }],
    [{ senderIds: [2_147_483_647] }],
    [{ senderIds: [] }],
    [{ channelType: 'VIBER' }],
    [{ text: '' }],
    [{ name: ' ' }],
    [{ schedule: { startAt: '2099-01-01T00:00:00Z', hours: [9], days: [1] } }],
    [{ schedule: { startAt: '2024-07-01T00:00:00Z', hours: [], days: [1] } }],
    [{ callbackUrl: 'nonsense' }],
    [{ callbackEvents: ['read'] }],
  ])('refuses body %# with 4000', async (change) => {
    const reply = await create(change);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ error: { code: 4000 } });
  });

  test('refuses a suspended name, and a name of another company', async () => {
    await api.call('POST', `/senders/${senderId}/suspend`, { token });
    expect((await create()).status).toBe(400);
    const foreign = senderId;
    companyId = await givenCompany(api, token);
    expect((await create({ senderIds: [foreign] })).status).toBe(400);
  });

  test("answers 404 for another partner's company", async () => {
    const stranger = await api.givenPartner();
    expect((await create({}, stranger.token)).status).toBe(404);
  });
});

describe('a dispatch', () => {
  test('can be started once and stopped once, in this order', async () => {
    const id = await givenDispatch();
    const inappropriate = (status: string) => [
      400,
      { error: { code: 4000, msg: `Inappropriate dispatch status: ${status}`, details: expect.any(Array) } },
    ];
    const answer = async (action: string) => {
      const reply = await move(id, action);
      return [reply.status, reply.body];
    };
    expect(await answer('stop')).toEqual(inappropriate('CREATED'));
    expect(await answer('start')).toEqual([200, { id, status: 'STARTED' }]);
    expect(await answer('start')).toEqual(inappropriate('STARTED'));
    const late = await api.call('POST', `/dispatches/${id}/messages`, { token, body: { messages: [anna] } });
    expect([late.status, late.body]).toEqual(inappropriate('STARTED'));
    expect(await answer('stop')).toEqual([200, { id, status: 'STOPPED' }]);
    expect(await answer('stop')).toEqual(inappropriate('STOPPED'));
    expect(await answer('start')).toEqual(inappropriate('STOPPED'));
  });

  test('is started by one of two concurrent starts', async () => {
    const id = await givenDispatch();
    const replies = await Promise.all([move(id, 'start'), move(id, 'start'), move(id, 'start')]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });

  test('over the budget cannot be started and stays CREATED', async () => {
    companyId = await givenCompany(api, token, { budget: 0 });
    senderId = await givenSender();
    const id = await givenDispatch();
    const reply = await move(id, 'start');
    expect([reply.status, reply.body]).toMatchObject([400, { error: { code: 4000 } }]);
    expect((await api.call('GET', `/dispatches/${id}`, { token })).body).toMatchObject({ status: 'CREATED' });
  });

  test('whose recipients were all rejected is started, costs nothing and is COMPLETED at once', async () => {
    const id = await givenDispatch({ messages: [{ destination: '7916' }] });
    const started = await move(id, 'start');
    expect([started.status, started.body]).toEqual([200, { id, status: 'STARTED' }]);
    const shown = await api.call('GET', `/dispatches/${id}`, { token });
    expect(shown.body).toMatchObject({ status: 'COMPLETED', priceEstimate: 0, messages: { total: 0 }, rejected: 1 });
  });

  test('takes further recipients while it is CREATED', async () => {
    const first = await create();
    const id = numberAt(first.body, 'id');
    const body = { messages: [{ ...anna, destination: '79161230009' }, { destination: 'x' }] };
    const reply = await api.call('POST', `/dispatches/${id}/messages`, { token, body });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ id, status: 'CREATED', total: 2, success: 1, failed: 1 });
    const got = await api.call('GET', `/dispatches/${id}`, { token });
    expect(got.body).toMatchObject({ messages: { total: 2, delivered: 0, failed: 0, pending: 2 } });
  });

  test.each(['start', 'stop'])('that is foreign or unknown answers 404 to %s', async (action) => {
    const id = await givenDispatch();
    const stranger = await api.givenPartner();
    expect((await move(id, action, stranger.token)).status).toBe(404);
    expect((await move(2_147_483_647, action)).status).toBe(404);
  });
});

describe('GET /dispatches', () => {
  test('lists the newest first, by status, page by page', async () => {
    const older = await givenDispatch({ name: 'June' });
    const created = await create();
    const newer = numberAt(created.body, 'id');
    await move(newer, 'start');
    const list = async (query: string) =>
      (await api.call('GET', `/dispatches?companyId=${companyId}${query}`, { token })).body;
    const progress = { total: 1, delivered: 0, failed: 0, pending: 1 };
    const item = {
      channelType: 'SMS',
      parts: progress,
      messages: progress,
      priceEstimate: expect.any(Number),
      packagesEstimate: 0,
      spent: 0,
      reserved: expect.any(Number),
      rejected: 0,
      createdAt: second,
    };
    const june = { id: older, name: 'June', status: 'CREATED', ...item, startedAt: null };
    const july = { id: newer, name: 'July', status: 'STARTED', ...item, startedAt: second };
    expect(await list('')).toEqual({ page: 1, perPage: 10, total: 2, items: [july, june] });
    expect(await list('&perPage=1&page=2')).toEqual({ page: 2, perPage: 1, total: 2, items: [june] });
    expect(await list('&per_page=1')).toEqual({ page: 1, perPage: 1, total: 2, items: [july] });
    expect(await list('&status=CREATED')).toEqual({ page: 1, perPage: 10, total: 1, items: [june] });
    expect((await api.call('GET', `/dispatches/${older}`, { token })).body).toEqual(june);
    expect(created.body).toMatchObject({ priceEstimate: { total: numberAt(await listed(newer), 'priceEstimate') } });
  });

  const listed = async (id: number) => (await api.call('GET', `/dispatches/${id}`, { token })).body;

  test.each([
    ['', 400],
    ['?companyId=2147483647', 404],
    ['?companyId=1&status=DONE', 400],
    ['?companyId=1&perPage=1001', 400],
  ])('with %s answers %i', async (query, status) => {
    expect((await api.call('GET', `/dispatches${query}`, { token })).status).toBe(status);
  });
});

describe('GET /messages', () => {
  test('lists final texts in the order of creation', async () => {
    const { body } = await create({ messages: [anna, { destination: '79161230002', customText: 'Own {text}' }] });
    const id = numberAt(body, 'id');
    const item = {
      messageUuid: uuid,
      parts: 1,
      status: 'CREATED',
      price: expect.any(Number),
      senderId,
      brandId: 1,
      createdAt: second,
      sentAt: null,
      deliveredAt: null,
    };
    const list = async (query: string) => (await api.call('GET', `/messages?dispatchId=${id}${query}`, { token })).body;
    const items = [
      { ...item, destination: '79161230001', text: 'Hi Anna' },
      { ...item, destination: '79161230002', text: 'Own {text}' },
    ];
    expect(await list('')).toEqual({ page: 1, perPage: 100, total: 2, items });
    expect(await list('&status=CREATED&perPage=1&page=2')).toEqual({
      page: 2,
      perPage: 1,
      total: 2,
      items: [items[1]],
    });
    expect(await list('&status=FAILED')).toEqual({ page: 1, perPage: 100, total: 0, items: [] });
  });

  test.each([
    ['', 400],
    ['?dispatchId=x', 400],
    ['?dispatchId=2147483647', 404],
    ['?dispatchId=1&status=sent', 400],
  ])('with %s answers %i', async (query, status) => {
    expect((await api.call('GET', `/messages${query}`, { token })).status).toBe(status);
  });
});
