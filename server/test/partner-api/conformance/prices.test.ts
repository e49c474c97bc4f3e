import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Api, givenCompany, sharedApi } from '../../given/api.ts';
import { numberAt } from '../../given/http-client.ts';
import { valueAt } from '../../given/json-path.ts';
import { changeSender } from '../../given/rows/senders.ts';
import { type Form, isCurrency, isInteger, isNumber, isString } from '../../given/value-formats.ts';

type Tariff = {
  readonly senderType: string;
  readonly brand?: string;
  readonly trafficType?: string;
  readonly pricingModel: string;
  readonly currency: string;
  readonly prices: readonly { readonly from: number; readonly price: number; readonly priceMauBatch: number }[];
};

let api: Api;
let token: string;
let all: Tariff[];
beforeAll(async () => {
  api = await sharedApi();
  token = (await api.givenPartner()).token;
  all = await tariffs('');
});
afterAll(() => api.close());

async function tariffs(query: string): Promise<Tariff[]> {
  const { body } = await api.call('GET', `/price/tariffs${query}`, { token });
  return valueAt(body, 'tariffs') as Tariff[]; // checked against the contract by the client
}
const of = (member: 'senderType' | 'trafficType' | 'pricingModel', value: string) =>
  all.filter((tariff) => tariff[member] === value);
const modelsOf = (senderType: string) => new Set(of('senderType', senderType).map(({ pricingModel }) => pricingModel));

describe('GET /price/tariffs', () => {
  covers('price.tariffs.200', 'price.tariffs.filters-optional', 'price.on-behalf-of-partner', 'service.read-tariffs');
  test('answers 200 with tariffs, for a partner without a company and without a filter', async () => {
    const partner = await api.givenPartner();
    const reply = await api.call('GET', '/price/tariffs', { token: partner.token });
    expect([reply.status, reply.body]).toMatchObject([200, { tariffs: expect.any(Array) }]);
    expect(all.length).toBeGreaterThan(3);
  });

  covers(
    'price.tariffs.senderType',
    'tariff.senderType.COMMON',
    'tariff.senderType.START',
    'tariff.senderType.PRO',
    'price.tariffs.brand',
    'price.tariffs.trafficType',
    'tariff.trafficType.PROMO',
    'tariff.trafficType.SERVICE',
    'tariff.trafficType.TRANSACT',
    'tariff.trafficType.AUTHORIZE',
    'price.tariffs.pricingModel',
    'tariff.pricingModel.FIXED',
    'tariff.pricingModel.SCALED',
    'tariff.pricingModel.MAU',
  );
  test.each([
    ['senderType COMMON', 'senderType', 'COMMON'],
    ['senderType START', 'senderType', 'START'],
    ['senderType PRO', 'senderType', 'PRO'],
    ['brand MTS', 'brand', 'MTS'],
    ['brand TELE2', 'brand', 'TELE2'],
    ['trafficType PROMO', 'trafficType', 'PROMO'],
    ['trafficType SERVICE', 'trafficType', 'SERVICE'],
    ['trafficType TRANSACT', 'trafficType', 'TRANSACT'],
    ['trafficType AUTHORIZE', 'trafficType', 'AUTHORIZE'],
    ['pricingModel FIXED', 'pricingModel', 'FIXED'],
    ['pricingModel SCALED', 'pricingModel', 'SCALED'],
    ['pricingModel MAU', 'pricingModel', 'MAU'],
  ] as const)('filters by %s', async (_statement, name, value) => {
    const expected = all.filter((tariff) => tariff[name] === value);
    expect(expected.length).toBeGreaterThan(0);
    expect(await tariffs(`?${name}=${value}`)).toEqual(expected);
  });

  covers('price.tariffs.senderType', 'price.tariffs.trafficType', 'price.tariffs.pricingModel');
  test.each([
    ['senderType', 'senderType=CHEAP'],
    ['trafficType', 'trafficType=promo'],
    ['pricingModel', 'pricingModel=FREE'],
  ])('refuses any other %s', async (_statement, query) => {
    expect((await api.call('GET', `/price/tariffs?${query}`, { token })).status).toBe(400);
  });

  covers('tariff.currency', 'tariff.prices.from', 'tariff.prices.price', 'tariff.prices.priceMauBatch');
  test.each<[string, (tariff: Tariff) => unknown, Form]>([
    ['currency is a string', ({ currency }) => currency, isCurrency],
    ['from is an integer', ({ prices }) => prices[0]?.from, isInteger],
    ['price is a number', ({ prices }) => prices[0]?.price, isNumber],
    ['priceMauBatch is a number', ({ prices }) => prices[0]?.priceMauBatch, isNumber],
  ])('%s', (_statement, read, form) => {
    for (const tariff of all) expect(read(tariff)).toSatisfy(form);
  });

  covers('tariff.brand.operator-specific');
  test('has a brand exactly for tariffs of one operator', () => {
    const withBrand = all.filter((tariff) => 'brand' in tariff);
    expect(withBrand.length).toBeGreaterThan(0);
    expect(withBrand.length).toBeLessThan(all.length);
    for (const { brand } of withBrand) expect(brand).toSatisfy(isString);
  });

  covers('tariff.trafficType.for-some');
  test('has a trafficType for some tariffs', () => {
    const withType = all.filter((tariff) => 'trafficType' in tariff);
    expect(withType.length).toBeGreaterThan(0);
    expect(withType.length).toBeLessThan(all.length);
  });
});

describe('sender types', () => {
  covers('sender-type.COMMON.fixed');
  test('COMMON has fixed prices only', () => {
    expect(modelsOf('COMMON')).toEqual(new Set(['FIXED']));
  });

  covers('sender-type.START.fixed-or-mau');
  test('START has fixed prices, and MAU for one operator', () => {
    expect(modelsOf('START')).toEqual(new Set(['FIXED', 'MAU']));
    const mau = of('senderType', 'START').filter(({ pricingModel }) => pricingModel === 'MAU');
    expect(new Set(mau.map(({ brand }) => brand)).size).toBe(1);
    expect(mau[0]?.brand).toSatisfy(isString);
  });

  covers('sender-type.PRO.volume-or-mau');
  test('PRO is priced by volume or by MAU', () => {
    expect(modelsOf('PRO')).toEqual(new Set(['SCALED', 'MAU']));
  });

  covers('pricing.FIXED.one-element');
  test('a FIXED tariff has one price', () => {
    for (const { prices } of of('pricingModel', 'FIXED')) expect(prices).toHaveLength(1);
  });

  test('several prices have rising thresholds', () => {
    for (const { prices } of [...of('pricingModel', 'SCALED'), ...of('pricingModel', 'MAU')]) {
      const thresholds = prices.map(({ from }) => from);
      expect(thresholds).toEqual([...new Set(thresholds)].toSorted((a, b) => a - b));
      expect(prices.length).toBeGreaterThan(1);
    }
  });
});

describe('the estimate of a dispatch', () => {
  const priceOf = (senderType: string, brand: string | undefined) => {
    const own = of('senderType', senderType).filter((tariff) => tariff.brand === brand);
    const tariff = own.find(({ trafficType }) => trafficType === 'PROMO') ?? own.find((one) => !('trafficType' in one));
    return tariff?.prices[0]?.price ?? Number.NaN;
  };

  const estimateOf = async (destinations: string[], fee: number | null = null) => {
    const companyId = await givenCompany(api, token);
    const name = { senderName: 'Shop', channelType: 'SMS', commonType: 'COMMON', brand: 'MTS' };
    const sender = { companyId, ...name, dateFrom: '2024-07-01T00:00:00Z' };
    const senderId = numberAt((await api.call('POST', '/senders', { token, body: sender })).body, 'id');
    await changeSender(api, senderId, { feeMicros: fee });
    const messages = destinations.map((destination) => ({ destination }));
    const dispatch = { companyId, name: 'July', senderIds: [senderId], channelType: 'SMS', text: 'Hi', messages };
    return valueAt((await api.call('POST', '/dispatches', { token, body: dispatch })).body, 'priceEstimate.total');
  };

  covers('sender-type.START.registered', 'sender-type.PRO.paid', 'sender-type.COMMON.without-registration');
  test.each<[string, string, number | null, string, string | undefined]>([
    ['START for a registered name', '79161230001', null, 'START', 'MTS'],
    ['PRO for a name under a fee', '79161230001', 3_200_000_000, 'PRO', 'MTS'],
    ['COMMON where no name is registered with the operator', '79261230001', null, 'COMMON', undefined],
  ])('uses the price of %s', async (_statement, destination, fee, senderType, brand) => {
    expect(await estimateOf([destination], fee)).toBeCloseTo(priceOf(senderType, brand), 6);
  });

  covers('pricing.price.per-message');
  test('multiplies the price by the messages', async () => {
    const three = ['79161230001', '79161230002', '79161230003'];
    expect(await estimateOf(three)).toBeCloseTo(3 * priceOf('START', 'MTS'), 6);
  });
});

describe('GET /price/senders', () => {
  covers('price.senders.200', 'service.read-sender-fees');
  test('answers 200 with the fees', async () => {
    const reply = await api.call('GET', '/price/senders', { token });
    expect([reply.status, reply.body]).toMatchObject([200, { senderFees: expect.any(Array) }]);
    expect(valueAt(reply.body, 'senderFees.length')).toBeGreaterThan(0);
  });

  covers('sender-fee.brand', 'sender-fee.value', 'sender-fee.currency');
  test.each<[string, string, Form]>([
    ['brand is a string', 'brand', isString],
    ['value is the fee, a number', 'value', isNumber],
    ['currency is a string', 'currency', isCurrency],
  ])('%s', async (_statement, member, form) => {
    const { body } = await api.call('GET', '/price/senders', { token });
    expect(valueAt(body, `senderFees.0.${member}`)).toSatisfy(form);
  });
});
