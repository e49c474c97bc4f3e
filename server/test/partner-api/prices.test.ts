// Prices that a partner sees: versions by their dates, its own list before the default one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createPriceList,
  type PriceList,
  publishSenderFee,
  publishTariff,
  type TariffDraft,
} from '../../src/features/tariffs/publish-prices.ts';
import { advanceSandboxClock } from '../../src/platform/clock/sandbox-clock.ts';
import { inTransaction, type Tx } from '../../src/platform/database/database.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { numberAt } from '../given/http-client.ts';
import { changePartner } from '../given/rows/access.ts';

let api: Api;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.close());

type Shown = {
  senderType: string;
  brand?: string;
  trafficType?: string;
  pricingModel: string;
  prices: { from: number; price: number; priceMauBatch: number }[];
};
const tariffs = async (token: string, query = '') =>
  // The client has checked the reply against the contract.
  ((await api.call('GET', `/price/tariffs${query}`, { token })).body as { tariffs: Shown[] }).tariffs;
const now = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(api.platform.db, work);
const price = (micros: bigint) => [{ from: 0, priceMicros: micros, priceMauBatchMicros: null }];
const common = { priceListId: 1, senderType: 'COMMON', pricingModel: 'FIXED', currency: 'RUB' } as const;
const publish = (draft: TariffDraft) => now((tx) => publishTariff(tx, draft));

async function ownList(partnerId: number): Promise<PriceList> {
  const list = await now((tx) => createPriceList(tx, `of ${partnerId}`));
  await changePartner(api, partnerId, { priceListId: list.id });
  return list;
}

describe('tariffs', () => {
  test('are ordered by plan, operator and traffic type, one per key', async () => {
    const { token } = await api.givenPartner();
    const shown = await tariffs(token);
    const rank = ({ senderType, brand, trafficType }: Shown) =>
      [
        ['COMMON', 'START', 'PRO'].indexOf(senderType),
        ['MTS', 'BEELINE', 'MEGAFON', 'TELE2'].indexOf(brand ?? ''),
        ['PROMO', 'SERVICE', 'TRANSACT', 'AUTHORIZE'].indexOf(trafficType ?? ''),
      ].map((at) => at + 1);
    const ranks = shown.map((tariff) => rank(tariff).join(''));
    expect(ranks).toEqual(ranks.toSorted());
    expect(new Set(ranks).size).toBe(ranks.length);
    expect(new Set(shown.map(({ pricingModel }) => pricingModel))).toEqual(new Set(['FIXED', 'SCALED', 'MAU']));
  });

  test('are filtered exactly and together; a tariff without the member is left out', async () => {
    const { token } = await api.givenPartner();
    const all = await tariffs(token);
    expect(await tariffs(token, '?brand=MTS')).toEqual(all.filter(({ brand }) => brand === 'MTS'));
    expect(await tariffs(token, '?senderType=START&pricingModel=MAU')).toEqual(
      all.filter(({ senderType, brand }) => senderType === 'START' && brand === 'MEGAFON'),
    );
    expect(await tariffs(token, '?trafficType=PROMO&senderType=START')).toEqual([]);
    expect(await tariffs(token, '?brand=mts')).toEqual([]);
    for (const query of ['senderType=GOLD', 'trafficType=promo', 'pricingModel=FREE'])
      expect((await api.call('GET', `/price/tariffs?${query}`, { token })).status).toBe(400);
  });

  test('apply from the instant of their version on, in the list and for messages', async () => {
    const { token } = await api.givenPartner();
    const companyId = await givenCompany(api, token);
    const name = {
      companyId,
      senderName: 'Shop',
      channelType: 'SMS',
      commonType: 'COMMON',
      brand: 'MTS',
      dateFrom: '2024-07-01T00:00:00Z',
    };
    const senderId = numberAt((await api.call('POST', '/senders', { token, body: name })).body, 'id');
    const estimate = async () => {
      const draft = {
        companyId,
        name: 'July',
        senderIds: [senderId],
        channelType: 'SMS',
        text: 'Hi',
        messages: [{ destination: '79031230000' }],
      };
      const { body } = await api.call('POST', '/dispatches', { token, body: draft });
      return (body as { priceEstimate: { total: number } }).priceEstimate.total;
    };
    const before = await estimate();
    const effectiveFrom = new Date((await now(async (tx) => tx.now)).getTime() + 3_600_000);
    const { version } = await publish({ ...common, prices: price(9_870_000n), effectiveFrom });
    expect(version).toBe(2);
    expect(await estimate()).toBe(before);
    await advanceSandboxClock(api.platform.db, 3_600);
    expect((await tariffs(token, '?senderType=COMMON'))[0]?.prices).toEqual([
      { from: 0, price: 9.87, priceMauBatch: 0 },
    ]);
    expect(await estimate()).toBe(9.87);
    await publish({ ...common, prices: price(5_000_000n) });
    expect(await estimate()).toBe(5);
  });

  test("of a partner's own list override the default ones, key by key", async () => {
    const { token, partnerId } = await api.givenPartner();
    const stranger = await api.givenPartner();
    const others = await tariffs(stranger.token);
    const list = await ownList(partnerId);
    await publish({ ...common, priceListId: list.id, senderType: 'START', brand: 'MTS', prices: price(1_110_000n) });
    const shown = await tariffs(token);
    expect(shown).toHaveLength(others.length);
    const start = shown.find(
      ({ senderType, brand, trafficType }) => `${senderType} ${brand} ${trafficType}` === 'START MTS undefined',
    );
    expect(start?.prices[0]?.price).toBe(1.11);
    expect(await tariffs(stranger.token)).toEqual(others);
  });

  test.each([
    ['that begin above 0', { prices: [{ from: 1, priceMicros: 1n, priceMauBatchMicros: null }] }],
    ['without any step', { prices: [] }],
    ['with a step twice', { pricingModel: 'SCALED', prices: [...price(1n), ...price(2n)] }],
    [
      'with steps under a fixed price',
      { prices: [...price(1n), { from: 5, priceMicros: 1n, priceMauBatchMicros: null }] },
    ],
    ['with packages outside MAU', { prices: [{ from: 0, priceMicros: 1n, priceMauBatchMicros: 1n }] }],
    ['in the past', { effectiveFrom: new Date(0) }],
    ['of an unknown list', { priceListId: 999 }],
  ] as const)('prices %s are refused', async (_, change) => {
    await expect(publish({ ...common, prices: price(1n), ...change })).rejects.toThrow(/Bad Request|not found/);
  });
});

test('sender fees are those in force, of the own list first', async () => {
  const { token, partnerId } = await api.givenPartner();
  const fees = async () =>
    ((await api.call('GET', '/price/senders', { token })).body as { senderFees: { brand: string; value: number }[] })
      .senderFees;
  const before = await fees();
  expect(before.map(({ brand }) => brand).toSorted()).toEqual(['BEELINE', 'MEGAFON', 'MTS', 'TELE2']);
  const list = await ownList(partnerId);
  const fee = { priceListId: list.id, brand: 'MTS', valueMicros: 1_000_000n, currency: 'RUB' } as const;
  expect(await now((tx) => publishSenderFee(tx, fee))).toEqual({ version: 1 });
  expect((await fees()).find(({ brand }) => brand === 'MTS')?.value).toBe(1);
  expect((await fees()).filter(({ brand }) => brand !== 'MTS')).toEqual(before.filter(({ brand }) => brand !== 'MTS'));
});
