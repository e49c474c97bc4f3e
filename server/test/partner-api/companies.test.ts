import { billingMonth } from '@volley/domain/money/budget.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenCompany, sharedApi } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { givenMonths } from '../given/rows/companies.ts';
import { givenFeeCharge } from '../given/rows/senders.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  api = await sharedApi();
  token = (await api.givenPartner()).token;
});
afterAll(() => api.close());

const legal = { name: 'Shop', counteragentType: 'LEGAL', counteragentInn: '7700000001' };
const individual = { name: 'Ivanov', counteragentType: 'INDIVIDUAL', counteragentInn: '770000000012' };

describe('POST /company', () => {
  test.each([
    [{ company: legal }],
    [{ company: { ...legal, counteragentKpp: '770101001', counteragentAddress: 'Moscow' }, budget: 5000 }],
    [{ company: { ...legal, counteragentKpp: '7701AB001' }, budget: 0.01 }],
    [{ company: individual, budget: null }],
  ])('answers %j with 201 and an id', async (body) => {
    const reply = await api.call('POST', '/company', { token, body });
    expect([reply.status, reply.body]).toEqual([201, { companyId: expect.any(Number) }]);
  });

  test.each([
    [{ company: { ...legal, counteragentInn: '770000000012' } }, 'company.counteragentInn must be 10 digits for LEGAL'],
    [
      { company: { ...individual, counteragentInn: '7700000001' } },
      'company.counteragentInn must be 12 digits for INDIVIDUAL',
    ],
    [
      { company: { ...individual, counteragentKpp: '770101001' } },
      'company.counteragentKpp must be absent unless counteragentType is LEGAL',
    ],
    [
      { company: { ...legal, counteragentKpp: '77010100' } },
      'company.counteragentKpp must be 9 characters for LEGAL: 4 digits, 2 digits or capital letters, 3 digits',
    ],
    [{ company: legal, budget: 1.234 }, 'budget must have at most two decimals'],
    [{ company: legal, budget: 1e-9 }, 'budget must have at most two decimals'],
    [{ company: legal, budget: -0.01 }, 'budget must be at least 0'],
    [{ company: legal, budget: '5' }, 'budget must be a number or null'],
    [legal, 'company is required'],
  ])('refuses %j: %s', async (body, problem) => {
    const reply = await api.call('POST', '/company', { token, body });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ error: { code: 4000, msg: `Bad Request: ${problem}` } });
  });
});

describe('GET /company', () => {
  test('lists the own companies by id, page by page', async () => {
    const partner = await api.givenPartner();
    const ids: number[] = [];
    for (let at = 0; at < 3; at += 1)
      ids.push(await givenCompany(api, partner.token, at === 0 ? { budget: 5000.5 } : {}));
    const item = { name: 'Company', counteragentName: 'Company', counteragentInn: '7700000001', status: 'ACTIVE' };
    const items = ids.map((companyId, at) => ({
      companyId,
      ...item,
      budget: at === 0 ? { value: 5000.5, currency: 'RUB' } : null,
    }));
    const list = async (query: string) => (await api.call('GET', `/company${query}`, { token: partner.token })).body;
    expect(await list('')).toEqual({ page: 1, perPage: 10, total: 3, items });
    expect(await list('?page=2&per_page=2')).toEqual({ page: 2, perPage: 2, total: 3, items: items.slice(2) });
    expect(await list('?perPage=1')).toEqual({ page: 1, perPage: 1, total: 3, items: items.slice(0, 1) });
    expect(await list('?page=9')).toEqual({ page: 9, perPage: 10, total: 3, items: [] });
    expect(await list('?page=2147483647&per_page=1000')).toMatchObject({ total: 3, items: [] });
  });

  test.each(['page=0', 'page=x', 'page=1.5', 'page=', 'per_page=1001', 'per_page=0', 'page=1&page=2', 'page=-1'])(
    'refuses ?%s',
    async (query) => {
      const reply = await api.call('GET', `/company?${query}`, { token });
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ error: { code: 4000 } });
    },
  );
});

describe('GET /company/{id}', () => {
  test('answers all members of a company, with its money by month', async () => {
    const body = { company: { ...legal, name: ' Shop ', counteragentKpp: '770101001', counteragentAddress: 'Moscow' } };
    const created = await api.call('POST', '/company', { token, body });
    const companyId = numberAt(created.body, 'companyId');
    await givenMonths(api, companyId, [
      { month: billingMonth(Date.now()), spent: 12_340_000n, reserved: 500_000n },
      { month: '2020-01-01', spent: 99n, reserved: 1n },
    ]);
    const name = { senderName: 'Paid', channelType: 'SMS', commonType: 'COMMON', brand: 'MTS' };
    const sender = { companyId, ...name, dateFrom: '2024-07-01T00:00:00Z' };
    const senderId = numberAt((await api.call('POST', '/senders', { token, body: sender })).body, 'id');
    await givenFeeCharge(api, senderId, '2020-02-01', 2_500_000_000);
    const reply = await api.call('GET', `/company/${companyId}`, { token });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      companyId,
      name: 'Shop',
      counteragentType: 'LEGAL',
      counteragentName: 'Shop',
      counteragentInn: '7700000001',
      counteragentAddress: 'Moscow',
      counteragentKpp: '770101001',
      actualAddress: null,
      status: 'ACTIVE',
      routeWaits: {},
      budget: null,
      spent: { value: 12.34, currency: 'RUB' },
      reserved: { value: 0.500001, currency: 'RUB' },
      months: [
        {
          month: expect.stringMatching(/^2\d{3}-\d\d$/),
          spent: 12.34,
          reserved: 0.5,
          fees: 0,
          late: 0,
          isClosed: false,
        },
        { month: '2020-02', spent: 0, reserved: 0, fees: 2500, late: 0, isClosed: false },
        { month: '2020-01', spent: 0.000099, reserved: 0.000001, fees: 0, late: 0, isClosed: false },
      ],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
  });

  test("answers another partner's company exactly like a missing one", async () => {
    const companyId = await givenCompany(api, token);
    const stranger = await api.givenPartner();
    const reply = await api.call('GET', `/company/${companyId}`, { token: stranger.token });
    const msg = `Company ${companyId} not found`;
    expect([reply.status, reply.body]).toEqual([404, { error: { code: 4040, msg } }]);
    expect((await api.call('GET', '/company/2147483647', { token })).status).toBe(404);
  });
});
