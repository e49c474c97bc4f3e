import { billingMonth } from '@volley/domain/money/budget.ts';
import { describe, expect, test } from 'vitest';
import { useSharedCell } from '../given/cell.ts';
import { numberAt } from '../given/http-client.ts';
import { givenShop } from '../given/people/shop.ts';
import { actionsOf, givenStaff } from '../given/people/staff.ts';

const cell = useSharedCell();
const FUTURE = '2030-01-01T00:00:00Z';
const tariff = (priceListId: number, price: number, change: object = {}) => ({
  priceListId,
  senderType: 'START',
  brand: 'MTS',
  pricingModel: 'FIXED',
  currency: 'RUB',
  prices: [{ from: 0, price }],
  ...change,
});

describe('prices', () => {
  test("a partner's own price list prices its messages from then on", async () => {
    await cell().link('mts');
    const accountant = await givenStaff(cell(), 'accountant');
    const shop = await givenShop(cell());
    const usual = (await shop.dispatch(await shop.create(1))).priceEstimate;
    const list = await accountant.ask('POST', '/price-lists', { name: 'Dear friends' });
    const priceListId = numberAt(list.body, 'id');
    for (const senderType of ['COMMON', 'START']) {
      const published = await accountant.ask('POST', '/tariffs', tariff(priceListId, 0.123456, { senderType }));
      expect(published.body).toMatchObject({ published: true, replaces: null, tariff: { version: 1, priceListId } });
    }
    const path = `/partners/${shop.partnerId}/price-list`;
    expect((await accountant.ask('PUT', path, { priceListId })).body).toEqual({
      partnerId: shop.partnerId,
      priceListId,
    });
    const prices = await cell().call('GET', '/price/tariffs?brand=MTS&senderType=START', { token: shop.token });
    expect(prices.text).toContain('0.123456');
    expect(usual).not.toBe(0.123456);
    expect((await accountant.ask('PUT', path, { priceListId: 999_999 })).status).toBe(404);
    expect((await accountant.ask('PUT', '/partners/999999/price-list', { priceListId })).status).toBe(404);
  });

  test('a dry run shows the new version and the replaced one, and publishes nothing', async () => {
    const accountant = await givenStaff(cell(), 'accountant');
    const list = numberAt((await accountant.ask('POST', '/price-lists', { name: 'Rehearsed' })).body, 'id');
    await accountant.ask('POST', '/tariffs', tariff(list, 1));
    const versions = () => accountant.ask('GET', `/tariffs?priceListId=${list}`);
    const before = (await versions()).body;
    const draft = tariff(list, 2, { effectiveFrom: FUTURE });
    const rehearsed = await accountant.ask('POST', '/tariffs', { ...draft, dryRun: true });
    const shown = { tariff: { version: 2, prices: [{ price: 2 }], effectiveFrom: FUTURE }, replaces: { version: 1 } };
    expect(rehearsed.body).toMatchObject({ published: false, ...shown });
    expect((await versions()).body).toEqual(before);
    expect((await accountant.ask('POST', '/tariffs', draft)).body).toMatchObject({ published: true, ...shown });
    expect((await versions()).body).toMatchObject({ items: [{ version: 1 }, { version: 2 }] });
    for (const wrong of [draft, { ...draft, prices: [{ from: 5, price: 1 }] }, { ...draft, priceListId: 999_999 }]) {
      for (const dryRun of [true, false]) {
        expect([400, 404]).toContain((await accountant.ask('POST', '/tariffs', { ...wrong, dryRun })).status);
      }
    }
    const log = await actionsOf(cell().platform, accountant.staffId);
    expect(log.map(({ action }) => action)).toEqual(['price-list.create', 'tariff.publish', 'tariff.publish']);
  });

  test('fees of sender names have versions', async () => {
    const accountant = await givenStaff(cell(), 'accountant');
    const list = numberAt((await accountant.ask('POST', '/price-lists', { name: 'Fees' })).body, 'id');
    const fee = { priceListId: list, brand: 'MTS', value: 2000.5, currency: 'RUB' };
    expect((await accountant.ask('POST', '/sender-fees', { ...fee, dryRun: true })).body).toEqual({
      published: false,
      version: 1,
    });
    expect((await accountant.ask('POST', '/sender-fees', fee)).body).toEqual({ published: true, version: 1 });
    expect((await accountant.ask('GET', `/sender-fees?priceListId=${list}`)).body).toMatchObject({
      items: [{ brand: 'MTS', version: 1, value: 2000.5, currency: 'RUB' }],
    });
  });
});

describe('wallets', () => {
  test('are topped up and corrected with a reason and a name, and never fall below zero', async () => {
    const accountant = await givenStaff(cell(), 'accountant');
    const { companyId } = await givenShop(cell());
    const ask = (what: string, body: object) =>
      accountant.ask('POST', `/companies/${companyId}/wallets/${what}`, {
        currency: 'RUB',
        reason: 'invoice 7',
        ...body,
      });
    expect((await ask('top-up', { amount: 100.25 })).body).toEqual({ currency: 'RUB', balance: 100.25, reserved: 0 });
    expect((await ask('correct', { amount: -0.25 })).body).toMatchObject({ balance: 100 });
    for (const [what, body] of [
      ['correct', { amount: -100.01 }],
      ['correct', { amount: 0 }],
      ['top-up', { amount: -1 }],
      ['top-up', { amount: 0.0000001 }],
      ['top-up', { amount: 1, currency: 'EUR' }],
      ['top-up', { amount: 1, reason: ' ' }],
    ] as const) {
      expect([body, (await ask(what, body)).status]).toEqual([body, 400]);
    }
    expect((await accountant.ask('GET', `/companies/${companyId}/wallets`)).body).toEqual({
      items: [{ currency: 'RUB', balance: 100, reserved: 0 }],
    });
    expect((await accountant.ask('GET', `/companies/${companyId}/wallets/entries`)).body).toMatchObject({
      items: [
        { kind: 'correct', balance: -0.25, person: accountant.login },
        { kind: 'top-up', balance: 100.25, reason: 'invoice 7', person: accountant.login },
      ],
    });
    const log = await actionsOf(cell().platform, accountant.staffId);
    expect(log.map(({ action }) => action)).toEqual(['wallet.top-up', 'wallet.correct']);
  });

  test.each(['', '/entries'])('of an unknown company answer 404 at %j', async (path) => {
    const accountant = await givenStaff(cell(), 'accountant');
    expect((await accountant.ask('GET', `/companies/999999/wallets${path}`)).status).toBe(404);
    const change = { currency: 'RUB', amount: 1, reason: 'x' };
    expect((await accountant.ask('POST', '/companies/999999/wallets/top-up', change)).status).toBe(404);
  });
});

test('the spending of a company in a month is corrected by its own row', async () => {
  const accountant = await givenStaff(cell(), 'accountant');
  const shop = await givenShop(cell());
  // The correction is of the present month, which cannot close during the test.
  const month = billingMonth(cell().now().getTime()).slice(0, 7);
  const correct = (amount: number) =>
    accountant.ask('POST', `/companies/${shop.companyId}/corrections`, { month, amount, reason: 'refund' });
  expect((await correct(10.5)).body).toEqual({ month, spent: 10.5, enteredIn: month });
  expect((await correct(-0.5)).body).toEqual({ month, spent: 10, enteredIn: month });
  expect((await correct(-10.01)).status).toBe(400);
  expect((await accountant.ask('GET', `/companies/${shop.companyId}/corrections`)).body).toMatchObject({
    items: [
      { month, enteredIn: month, amount: -0.5, reason: 'refund', person: accountant.login },
      { month, enteredIn: month, amount: 10.5, reason: 'refund', person: accountant.login },
    ],
  });
});

test('staff see how the price of a message of any company was computed', async () => {
  await cell().link('mts');
  const support = await givenStaff(cell(), 'support');
  const shop = await givenShop(cell());
  const id = await shop.run(1);
  await shop.untilStatus(id, 'COMPLETED');
  const [message] = await shop.messages(id);
  expect((await support.ask('GET', `/messages/${message?.messageUuid}/price`)).body).toMatchObject({
    messageUuid: message?.messageUuid,
    dispatchId: id,
    companyId: shop.companyId,
    status: 'DELIVERED',
    operator: 'MTS',
    parts: 1,
    tariff: { pricingModel: 'FIXED', currency: 'RUB' },
    settled: message?.price,
    spent: message?.price,
  });
  const nobody = '00000000-0000-7000-8000-000000000000';
  expect((await support.ask('GET', `/messages/${nobody}/price`)).status).toBe(404);
});
