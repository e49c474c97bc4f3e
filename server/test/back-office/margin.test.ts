import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, givenApi } from '../given/api.ts';
import { actionsOf, type GivenStaff, givenStaff } from '../given/people/staff.ts';

let api: Api;
let accountant: GivenStaff;
beforeAll(async () => {
  api = await givenApi();
  accountant = await givenStaff(api, 'accountant');
});
afterAll(() => api.close());

const put = (rate: object) => accountant.ask('PUT', '/exchange-rates', rate);
const listed = async () => (await accountant.ask('GET', '/exchange-rates')).body;

test('rates are listed, newest first, one with the same time is replaced, and each change is logged', async () => {
  const rate = { currency: 'USD', base: 'RUB', rate: 92.123456789, validFrom: '2026-11-01T00:00:00Z' };
  expect((await put(rate)).status).toBe(200);
  expect((await put({ ...rate, rate: 93, reason: 'typing mistake' })).status).toBe(200);
  expect((await put({ currency: 'KZT', base: 'RUB', rate: 0.000000001 })).status).toBe(200);
  expect(await listed()).toMatchObject({
    items: [
      { currency: 'KZT', base: 'RUB', rate: 0.000000001 },
      { currency: 'USD', base: 'RUB', rate: 93 },
    ],
  });
  const log = (await actionsOf(api.platform, accountant.staffId)).filter(
    ({ action }) => action === 'exchange-rate.put',
  );
  expect(log).toHaveLength(3);
  expect(log).toContainEqual(
    expect.objectContaining({
      subjectId: 'USD/RUB',
      details: expect.objectContaining({ rateNanos: '93000000000', reason: 'typing mistake' }),
    }),
  );
});

test.each([
  ['one currency', { currency: 'RUB', base: 'RUB', rate: 1 }],
  ['ten decimals', { currency: 'EUR', base: 'RUB', rate: 0.0000000001 }],
  ['zero', { currency: 'EUR', base: 'RUB', rate: 0 }],
  ['a currency of two letters', { currency: 'EU', base: 'RUB', rate: 1 }],
])('a rate with %s is refused', async (_, rate) => {
  expect((await put(rate)).status).toBe(400);
});

test.each([
  ['93 days', 'from=2026-01-01&to=2026-04-03'],
  ['an end before its beginning', 'from=2026-01-02&to=2026-01-01'],
  ['a day that does not exist', 'from=2026-02-30&to=2026-03-01'],
  ['an unknown grouping', 'from=2026-01-01&to=2026-01-01&by=hour'],
])('a report over %s is refused', async (_, query) => {
  expect((await accountant.ask('GET', `/margin?${query}`)).status).toBe(400);
});

test('a report without messages is empty, with a total of zero', async () => {
  const { status, body } = await accountant.ask('GET', '/margin?from=2026-01-01&to=2026-04-02&by=company');
  expect([status, body]).toMatchObject([200, { currency: 'RUB', items: [], rowsTotal: 0, total: { messages: 0 } }]);
});
