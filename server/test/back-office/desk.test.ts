// Data of the staff pages beyond the review of names.
import { billingMonth } from '@volley/domain/money/budget.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { giveMoney } from '../given/people/account.ts';
import { actionsOf, type GivenStaff, givenStaff } from '../given/people/staff.ts';
import { givenMonths } from '../given/rows/companies.ts';
import { givenPastTraffic, latestTariff } from '../given/rows/tariffs.ts';

let api: Api;
let admin: GivenStaff;
let partnerId: number;
let companyId: number;
beforeAll(async () => {
  api = await givenApi();
  admin = await givenStaff(api, 'admin');
  const partner = await api.givenPartner();
  ({ partnerId } = partner);
  companyId = await givenCompany(api, partner.token);
});
afterAll(() => api.close());

describe('companies', () => {
  test('are listed with the money of the month and the traffic under way', async () => {
    const month = billingMonth(api.platform.clock.now().getTime());
    await giveMoney(api, companyId, 250);
    await givenMonths(api, companyId, [{ month, reserved: 3_000_000n, spent: 7_500_000n }]);
    const { body } = await admin.ask('GET', `/company-accounts?partnerId=${partnerId}`);
    expect(body).toMatchObject({
      total: 1,
      items: [
        {
          companyId,
          status: 'ACTIVE',
          spent: { value: 7.5, currency: 'RUB' },
          reserved: { value: 3, currency: 'RUB' },
          wallet: { value: 250, currency: 'RUB' },
          running: 0,
          sendersApproved: 0,
        },
      ],
    });
    const moderator = await givenStaff(api, 'moderator');
    const seen = await moderator.ask('GET', `/company-accounts?partnerId=${partnerId}`);
    expect(seen.body).toMatchObject({ items: [{ companyId, wallet: null }] });
    expect((await admin.ask('GET', `/company-accounts/${companyId}`)).body).toMatchObject({
      running: [],
      months: [{ month: month.slice(0, 7), spent: { value: 7.5 } }],
    });
    expect((await admin.ask('GET', '/company-accounts/999999')).status).toBe(404);
  });

  test.each(['PUT /companies/:id {"budget":100}', 'PUT /switches {"name":"short-links","isOn":false}'])(
    'the reason of %s is in the log',
    async (call) => {
      const [method = '', path = '', body = ''] = call.split(' ');
      const before = (await actionsOf(api.platform, admin.staffId)).length;
      const sent = { ...JSON.parse(body), reason: 'the contract says so' };
      expect((await admin.ask(method, path.replace(':id', String(companyId)), sent)).status).toBe(200);
      expect((await actionsOf(api.platform, admin.staffId)).slice(before)).toMatchObject([
        { details: { reason: 'the contract says so' } },
      ]);
    },
  );

  test('a reason alone changes nothing and is not logged', async () => {
    const before = (await actionsOf(api.platform, admin.staffId)).length;
    expect((await admin.ask('PUT', `/companies/${companyId}`, { reason: 'none' })).status).toBe(400);
    expect((await actionsOf(api.platform, admin.staffId)).length).toBe(before);
  });
});

test('entries of all wallets are listed newest first, page by page', async () => {
  await admin.ask('POST', `/companies/${companyId}/wallets/top-up`, { currency: 'RUB', amount: 5, reason: 'paid' });
  const page = await admin.ask('GET', '/wallet-entries?limit=1');
  expect(page.body).toMatchObject({ items: [{ companyId, kind: 'top-up', balance: 5, person: admin.login }] });
  const [newest] = (page.body as { items: { id: number }[] }).items; // checked above
  const rest = await admin.ask('GET', `/wallet-entries?beforeId=${newest?.id}&kind=top-up&companyId=${companyId}`);
  expect(rest.body).toMatchObject({ items: [{ balance: 250 }] });
});

test('the staff log is filtered by period and exported as a file', async () => {
  const later = new Date(api.platform.clock.now().getTime() + 60_000).toISOString();
  expect((await admin.ask('GET', `/actions?from=${later}`)).body).toEqual({ items: [] });
  expect((await admin.ask('GET', `/actions?to=${later}&limit=1`)).body).toMatchObject({ items: [{}] });
  const file = await admin.ask('GET', `/actions/export?lang=ru&staffId=${admin.staffId}`);
  expect(file.headers.get('content-disposition')).toContain('staff-actions.csv');
  expect(file.text).toContain('at;login;action');
  expect(file.text).toContain('company.change');
});

describe('the estimate of last month under a draft price list', () => {
  const tariff = (price: number, change: object = {}) => ({
    priceListId: 1,
    senderType: 'START',
    brand: 'MTS',
    trafficType: 'SERVICE',
    pricingModel: 'FIXED',
    currency: 'RUB',
    prices: [{ from: 0, price }],
    ...change,
  });
  const recalculate = (draft: object) => admin.ask('POST', '/tariffs/recalculation', draft);

  test('is given by company, and nothing is published', async () => {
    await admin.ask('POST', '/tariffs', tariff(2));
    const tariffId = await latestTariff(api, { trafficType: 'SERVICE', senderType: 'START', brand: 'MTS' });
    const versions = (await admin.ask('GET', '/tariffs')).text;
    const now = api.platform.clock.now();
    const month = billingMonth(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15));
    const traffic = { tariffId, month, messages: 100, parts: 150, createdAt: now };
    await givenPastTraffic(api, { companyId, partnerId, ...traffic });
    const { body } = await recalculate(tariff(3));
    expect(body).toEqual({
      month: month.slice(0, 7),
      affected: 1,
      isWhole: true,
      items: [
        {
          companyId,
          name: expect.any(String),
          messages: 100,
          parts: 150,
          now: { value: 300, currency: 'RUB' },
          draft: { value: 450, currency: 'RUB' },
          isUpperBound: false,
        },
      ],
    });
    const steps = {
      pricingModel: 'SCALED',
      prices: [
        { from: 0, price: 2 },
        { from: 50, price: 1 },
      ],
    };
    expect((await recalculate(tariff(0, steps))).body).toMatchObject({ items: [{ draft: { value: 225 } }] });
    expect((await admin.ask('GET', '/tariffs')).text).toBe(versions);
  });

  test('is empty when the draft prices no company', async () => {
    const list = numberAt((await admin.ask('POST', '/price-lists', { name: 'Nobody has it' })).body, 'id');
    expect((await recalculate(tariff(9, { priceListId: list }))).body).toMatchObject({ affected: 0, items: [] });
    expect((await recalculate(tariff(9, { brand: 'TELE2' }))).body).toMatchObject({ affected: 0 });
    expect((await recalculate(tariff(9, { priceListId: 999_999 }))).status).toBe(404);
  });
});
