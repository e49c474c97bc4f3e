import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findSenders, markFirstUse } from '../../src/features/senders/find-senders.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { changeCompany } from '../given/rows/companies.ts';
import { changeSender, changeSendersOf } from '../given/rows/senders.ts';

let api: Api;
let token: string;
let companyId: number;
beforeAll(async () => {
  api = await givenApi();
  token = (await api.givenPartner()).token;
});
beforeEach(async () => {
  companyId = await givenCompany(api, token);
});
afterAll(() => api.close());

const draft = {
  senderName: 'Shop',
  channelType: 'SMS',
  commonType: 'COMMON',
  brand: 'MTS',
  dateFrom: '2024-07-01T03:00:00+03:00',
};

const create = (change: object = {}) =>
  api.call('POST', '/senders', { token, body: { companyId, ...draft, ...change } });

const givenSender = async (change: object = {}) => numberAt((await create(change)).body, 'id');

describe('POST /senders', () => {
  test('answers 201 with a draft', async () => {
    const reply = await create({ description: 'for July', countryId: 1 });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: expect.any(Number),
      companyId,
      senderName: 'Shop',
      channelType: 'SMS',
      counteragentName: 'Company',
      counteragentInn: '7700000001',
      dateFrom: '2024-07-01T00:00:00Z',
      dateTo: null,
      commonType: 'COMMON',
      brand: 'MTS',
      countryId: 1,
      countryCode: 'RU',
      status: 'DRAFT',
      suspended: false,
      fee: null,
      managerComment: null,
      rejectedAt: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
  });

  test.each([
    [{ senderName: 'TwelveLetter' }, 'senderName must be 1 to 11 characters long'],
    [{ senderName: 'My Shop', brand: 'MEGAFON' }, 'senderName must not contain + or space for MEGAFON'],
    [{ countryId: 2_147_483_647 }, 'countryId must be a known country'],
    [{ dateFrom: '2024-07-01T03:00:00' }, 'dateFrom must be an ISO 8601 timestamp with an offset or Z'],
  ])('refuses %j: %s', async (change, problem) => {
    const reply = await create(change);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ error: { code: 4000, msg: `Bad Request: ${problem}` } });
  });

  test('refuses a document that the company does not have', async () => {
    const reply = await create({ documentIds: ['0c1d2e3f-0000-4000-8000-000000000001'] });
    expect([reply.status, reply.body]).toMatchObject([400, { error: { code: 4000 } }]);
  });

  test('refuses the same name of one channel and brand while it is in force, also concurrently', async () => {
    const replies = await Promise.all([create(), create(), create()]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400]);
    expect((await create({ brand: 'TELE2' })).status).toBe(201);
    expect((await create({ channelType: 'VIBER' })).status).toBe(201);
    await changeSendersOf(api, companyId, { status: 'CLOSED' });
    expect((await create()).status).toBe(201);
  });

  test('refuses a disabled company', async () => {
    await changeCompany(api, companyId, { status: 'DISABLED' });
    const reply = await create();
    expect([reply.status, reply.body]).toEqual([
      400,
      { error: { code: 4000, msg: 'Company is disabled', details: expect.any(Array) } },
    ]);
  });

  test("answers 404 for another partner's company", async () => {
    const stranger = await api.givenPartner();
    const reply = await api.call('POST', '/senders', { token: stranger.token, body: { companyId, ...draft } });
    expect(reply.status).toBe(404);
  });
});

describe('GET /senders', () => {
  test('lists by id, and a filter matches any of its values', async () => {
    const mts = await givenSender();
    const tele2 = await givenSender({ brand: 'TELE2', commonType: 'PROMO' });
    const viber = await givenSender({ brand: 'BEELINE', channelType: 'VIBER' });
    const list = async (query: string) => {
      const { body } = await api.call('GET', `/senders?companyId=${companyId}${query}`, { token });
      return Array.isArray(body) ? body.map((sender) => numberAt(sender, 'id')) : body;
    };
    expect(await list('')).toEqual([mts, tele2, viber]);
    expect(await list('&brand=MTS&brand=BEELINE')).toEqual([mts, viber]);
    expect(await list('&brand=MTS,TELE2&commonType=PROMO')).toEqual([tele2]);
    expect(await list('&channelType=VIBER')).toEqual([viber]);
    expect(await list('&status=APPROVED')).toEqual([]);
    expect(await list('&countryCode=RU')).toEqual([mts, tele2, viber]);
    expect(await list('&countryCode=KZ')).toEqual([]);
  });

  test.each([
    ['', 400],
    ['?companyId=x', 400],
    ['?companyId=2147483647', 404],
    ['?companyId=1&brand=YOTA', 400],
    ['?companyId=1&status=draft', 400],
    ['?companyId=1&countryCode=rus', 400],
  ])('with %s answers %i', async (query, status) => {
    expect((await api.call('GET', `/senders${query}`, { token })).status).toBe(status);
  });
});

test('GET /senders/{id} answers the sender to its own partner and company only', async () => {
  const id = await givenSender();
  const stranger = await api.givenPartner();
  const get = async (query: string, by = token) =>
    (await api.call('GET', `/senders/${id}${query}`, { token: by })).status;
  expect(await get('')).toBe(200);
  expect(await get(`?companyId=${companyId}`)).toBe(200);
  expect(await get(`?companyId=${companyId + 1}`)).toBe(404);
  expect(await get('?companyId=x')).toBe(400);
  expect(await get('', stranger.token)).toBe(404);
});

describe('suspension', () => {
  test('stores a reason, replaces it, removes it, and never changes the status', async () => {
    const id = await givenSender();
    const post = async (action: string, body?: unknown) => {
      const reply = await api.call('POST', `/senders/${id}/${action}`, { token, ...(body !== undefined && { body }) });
      expect(reply.status).toBe(200);
      return reply.body;
    };
    expect(await post('suspend', { reason: 'complaints' })).toMatchObject({
      id,
      status: 'DRAFT',
      suspended: true,
      suspendReason: 'complaints',
    });
    expect(await post('suspend', { reason: 'more' })).toMatchObject({ suspended: true, suspendReason: 'more' });
    expect(await post('suspend')).not.toHaveProperty('suspendReason');
    for (let twice = 0; twice < 2; twice += 1) {
      const sender = await post('unsuspend');
      expect(sender).toMatchObject({ suspended: false, status: 'DRAFT' });
      expect(sender).not.toHaveProperty('suspendReason');
    }
  });

  test('wakes the senders of messages', async () => {
    const id = await givenSender();
    const rings = new Promise<void>((resolve) => api.platform.bus.onWake('control.marks', resolve));
    await api.call('POST', `/senders/${id}/suspend`, { token });
    await rings;
  });

  test.each(['suspend', 'unsuspend'])('of a foreign sender answers 404 to %s', async (action) => {
    const id = await givenSender();
    const stranger = await api.givenPartner();
    expect((await api.call('POST', `/senders/${id}/${action}`, { token: stranger.token })).status).toBe(404);
  });

  test('accepts a reason of at most 500 characters', async () => {
    const id = await givenSender();
    const body = { reason: 'x'.repeat(501) };
    expect((await api.call('POST', `/senders/${id}/suspend`, { token, body })).status).toBe(400);
  });
});

describe('senders for other features', () => {
  test('are found in the given order, without those of another company', async () => {
    const [first, second] = [await givenSender(), await givenSender({ brand: 'TELE2' })];
    const other = await givenCompany(api, token);
    const found = await inTransaction(api.platform.db, (tx) =>
      findSenders(tx, companyId, [second, 2_147_483_647, first]),
    );
    expect(found.map(({ id }) => id)).toEqual([second, first]);
    expect(await inTransaction(api.platform.db, (tx) => findSenders(tx, other, [first]))).toEqual([]);
  });

  test('are approved at their first use if they are under review', async () => {
    const [draftId, rejectedId] = [await givenSender(), await givenSender({ brand: 'TELE2' })];
    await changeSender(api, rejectedId, { status: 'REJECTED' });
    const statuses = await inTransaction(api.platform.db, async (tx) => {
      await markFirstUse(tx, [rejectedId, draftId]);
      return (await findSenders(tx, companyId, [draftId, rejectedId])).map(({ status }) => status);
    });
    expect(statuses).toEqual(['APPROVED', 'REJECTED']);
  });
});
