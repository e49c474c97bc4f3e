// A country that is closed after its messages were accepted, and the alarm on daily spending per country.
import { BRAND_IDS } from '@volley/domain/numbers/brand.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import { describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { raiseSpendAlarms } from '../../../src/features/settlement/spend-alarms.ts';
import { useCell } from '../../given/cell.ts';
import { openCountriesFor, priceCountries } from '../../given/destinations.ts';
import { givenSeller } from '../../given/people/seller.ts';
import { givenShop, recipients } from '../../given/people/shop.ts';
import { type GivenStaff, givenStaff } from '../../given/people/staff.ts';
import { countryCountsOf } from '../../given/rows/messages.ts';

const cell = useCell({ settings: { countrySpendAlarm: 100 } });
const PRICE = 30;
const COUNT = 5;
const kazakh = recipients(COUNT, 77_012_345_670);

const alarmsOf = async (admin: GivenStaff, companyId: number) =>
  (await admin.ask('GET', `/spend-alarms?companyId=${companyId}`)).body;

describe('a country closed after acceptance', () => {
  test('gets no messages of a dispatch: they fail with 455 and cost nothing', async () => {
    await cell().link('mts', { brands: [BRAND_IDS.MTS, BRAND_IDS.unknown] });
    await priceCountries(cell(), PRICE, { countries: ['KZ'] });
    const shop = await givenShop(cell(), { budget: 1_000 });
    await openCountriesFor(cell(), shop.partnerId, ['RU', 'KZ']);
    const id = await shop.create(0, { messages: [...kazakh, ...recipients(3)] });
    const admin = await givenStaff(cell(), 'admin');
    const closed = await admin.ask('PUT', `/companies/${shop.companyId}`, { allowedCountries: ['RU'] });
    expect([closed.status, closed.body]).toMatchObject([200, { allowedCountries: ['RU'] }]);
    await shop.start(id);
    const done = await shop.untilStatus(id, 'COMPLETED');
    expect(done.messages).toEqual({ total: COUNT + 3, delivered: 3, failed: COUNT, pending: 0 });
    const failed = (await shop.messages(id)).filter(({ status }) => status === 'FAILED');
    expect(failed).toHaveLength(COUNT);
    for (const message of failed)
      expect(message).toMatchObject({ errorCode: ERROR.destinationRestricted, price: 0, sentAt: null });
    expect((await shop.money()).reserved).toBe(0);

    expect(await countryCountsOf(cell(), id)).toEqual({ KZ: COUNT, RU: 3 });
  });

  test('that stays open gets its messages at its price', async () => {
    await cell().link('mts', { brands: [BRAND_IDS.MTS, BRAND_IDS.unknown] });
    const seller = await givenSeller(cell());
    await openCountriesFor(cell(), seller.partnerId, ['*']);
    const before = await seller.balance();
    const uuid = await seller.sendOne({ destination: '77012345678' });
    const shown = await seller.untilStatus(uuid, 'delivered');
    expect(shown).toMatchObject({ country: 'Kazakhstan', price: { totalPrice: PRICE } });
    expect(await seller.balance()).toBe(before - PRICE);
  });
});

describe('an alarm', () => {
  test("is raised once per day for a company's spending on one country", async () => {
    await cell().link('mts', { brands: [BRAND_IDS.MTS, BRAND_IDS.unknown] });
    const shop = await givenShop(cell());
    await openCountriesFor(cell(), shop.partnerId, ['*']);
    const admin = await givenStaff(cell(), 'admin');
    await shop.run(0, { messages: kazakh.slice(0, 3) });
    await raiseSpendAlarms(cell().platform);
    expect(await alarmsOf(admin, shop.companyId)).toEqual({ items: [] });

    const told = async () => {
      const metric = await cell().platform.metrics.registry.getSingleMetricAsString('volley_spend_alarms_total');
      return Number(/\} (\d+)$/m.exec(metric)?.[1] ?? 0);
    };
    const before = await told();
    await shop.run(0, { messages: kazakh.slice(0, 2) });
    for (const _ of [1, 2]) await raiseSpendAlarms(cell().platform);
    expect(await alarmsOf(admin, shop.companyId)).toMatchObject({
      items: [{ companyId: shop.companyId, countryCode: 'KZ', spent: { value: 150 }, threshold: { value: 100 } }],
    });
    expect(await told()).toBe(before + 1);
  });

  test('does not count messages to the home country', async () => {
    await cell().link('mts', { brands: [BRAND_IDS.MTS, BRAND_IDS.unknown] });
    const shop = await givenShop(cell());
    const admin = await givenStaff(cell(), 'admin');
    const id = await shop.run(100);
    await shop.untilStatus(id, 'COMPLETED');
    await raiseSpendAlarms(cell().platform);
    expect(await alarmsOf(admin, shop.companyId)).toEqual({ items: [] });
  });
});

test('staff can open only existing countries, for a company and for a partner', async () => {
  const shop = await givenShop(cell());
  const admin = await givenStaff(cell(), 'admin');
  const change = (allowedCountries: unknown) => admin.ask('PUT', `/companies/${shop.companyId}`, { allowedCountries });
  expect((await change(['RU', 'ZZ'])).status).toBe(400);
  expect((await change(['kz'])).status).toBe(400);
  expect((await change(['RU', 'KZ'])).body).toMatchObject({ allowedCountries: ['RU', 'KZ'] });
  expect((await change(null)).body).toMatchObject({ allowedCountries: null });
  const path = `/partners/${shop.partnerId}/countries`;
  expect((await admin.ask('PUT', path, { allowedCountries: ['ZZ'] })).status).toBe(400);
  expect((await admin.ask('PUT', path, { allowedCountries: ['*'] })).body).toMatchObject({ allowedCountries: ['*'] });
});

covers('tariff.countryCode');
test('a price of a foreign country is fixed and has no operator', async () => {
  const admin = await givenStaff(cell(), 'admin');
  const draft = {
    priceListId: 1,
    senderType: 'COMMON',
    countryCode: 'GE',
    pricingModel: 'FIXED',
    currency: 'RUB',
    prices: [{ from: 0, price: 5 }],
  };
  const wrong = [
    { countryCode: 'ZZ' },
    { countryCode: 'RU' },
    { senderType: 'START' },
    { brand: 'MTS' },
    { pricingModel: 'SCALED' },
  ];
  for (const change of wrong)
    expect([change, (await admin.ask('POST', '/tariffs', { ...draft, ...change })).status]).toEqual([change, 400]);
  const published = await admin.ask('POST', '/tariffs', draft);
  expect(published.body).toMatchObject({ published: true, tariff: { countryCode: 'GE', version: 1 }, replaces: null });
  const again = await admin.ask('POST', '/tariffs', draft);
  expect(again.body).toMatchObject({ tariff: { version: 2 }, replaces: { version: 1, countryCode: 'GE' } });

  const shop = await givenShop(cell());
  const tariffs = async (query: string) =>
    ((await cell().call('GET', `/price/tariffs?${query}`, { token: shop.token })).body as { tariffs: object[] })
      .tariffs;
  expect(await tariffs('countryCode=GE')).toMatchObject([{ senderType: 'COMMON', countryCode: 'GE' }]);
  const home = await tariffs('countryCode=RU');
  expect(home.length).toBeGreaterThan(0);
  expect(home.filter((tariff) => 'countryCode' in tariff)).toEqual([]);
});
