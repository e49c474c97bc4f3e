import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { type Form, isCurrency, isInteger, isNumber, isString } from '../given/forms.ts';
import { numberAt } from '../given/http-client.ts';
import { valueAt } from '../given/json-path.ts';

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
  api = await givenApi();
  token = (await api.givenPartner()).token;
  all = await tariffs('');
});
afterAll(() => api.close());

async function tariffs(query: string): Promise<Tariff[]> {
  const { body } = await api.call('GET', `/price/tariffs${query}`, { token });
  return valueAt(body, 'tariffs') as Tariff[]; // the reply was held against the contract when it came
}
const of = (member: 'senderType' | 'trafficType' | 'pricingModel', value: string) =>
  all.filter((tariff) => tariff[member] === value);
const modelsOf = (senderType: string) => new Set(of('senderType', senderType).map(({ pricingModel }) => pricingModel));

describe('GET /price/tariffs', () => {
  test('answers 200 with tariffs, for a partner without a company and without a filter [price.tariffs.200 price.tariffs.filters-optional price.on-behalf-of-partner service.read-tariffs]', async () => {
    const partner = await api.givenPartner();
    const reply = await api.call('GET', '/price/tariffs', { token: partner.token });
    expect([reply.status, reply.body]).toMatchObject([200, { tariffs: expect.any(Array) }]);
    expect(all.length).toBeGreaterThan(3);
  });

  test.each([
    ['senderType COMMON [price.tariffs.senderType tariff.senderType.COMMON]', 'senderType', 'COMMON'],
    ['senderType START [price.tariffs.senderType tariff.senderType.START]', 'senderType', 'START'],
    ['senderType PRO [price.tariffs.senderType tariff.senderType.PRO]', 'senderType', 'PRO'],
    ['brand MTS [price.tariffs.brand]', 'brand', 'MTS'],
    ['brand TELE2 [price.tariffs.brand]', 'brand', 'TELE2'],
    ['trafficType PROMO [price.tariffs.trafficType tariff.trafficType.PROMO]', 'trafficType', 'PROMO'],
    ['trafficType SERVICE [price.tariffs.trafficType tariff.trafficType.SERVICE]', 'trafficType', 'SERVICE'],
    ['trafficType TRANSACT [price.tariffs.trafficType tariff.trafficType.TRANSACT]', 'trafficType', 'TRANSACT'],
    ['trafficType AUTHORIZE [price.tariffs.trafficType tariff.trafficType.AUTHORIZE]', 'trafficType', 'AUTHORIZE'],
    ['pricingModel FIXED [price.tariffs.pricingModel tariff.pricingModel.FIXED]', 'pricingModel', 'FIXED'],
    ['pricingModel SCALED [price.tariffs.pricingModel tariff.pricingModel.SCALED]', 'pricingModel', 'SCALED'],
    ['pricingModel MAU [price.tariffs.pricingModel tariff.pricingModel.MAU]', 'pricingModel', 'MAU'],
  ] as const)('filters by %s', async (_statement, name, value) => {
    const expected = all.filter((tariff) => tariff[name] === value);
    expect(expected.length).toBeGreaterThan(0);
    expect(await tariffs(`?${name}=${value}`)).toEqual(expected);
  });

  test.each([
    ['senderType [price.tariffs.senderType]', 'senderType=CHEAP'],
    ['trafficType [price.tariffs.trafficType]', 'trafficType=promo'],
    ['pricingModel [price.tariffs.pricingModel]', 'pricingModel=FREE'],
  ])('knows no other %s', async (_statement, query) => {
    expect((await api.call('GET', `/price/tariffs?${query}`, { token })).status).toBe(400);
  });

  test.each<[string, (tariff: Tariff) => unknown, Form]>([
    ['currency is a string [tariff.currency]', ({ currency }) => currency, isCurrency],
    ['from is an integer [tariff.prices.from]', ({ prices }) => prices[0]?.from, isInteger],
    ['price is a number [tariff.prices.price]', ({ prices }) => prices[0]?.price, isNumber],
    ['priceMauBatch is a number [tariff.prices.priceMauBatch]', ({ prices }) => prices[0]?.priceMauBatch, isNumber],
  ])('%s', (_statement, read, form) => {
    for (const tariff of all) expect(read(tariff)).toSatisfy(form);
  });

  test('brand is there for tariffs of one operator, and only for those [tariff.brand.operator-specific]', () => {
    const withBrand = all.filter((tariff) => 'brand' in tariff);
    expect(withBrand.length).toBeGreaterThan(0);
    expect(withBrand.length).toBeLessThan(all.length);
    for (const { brand } of withBrand) expect(brand).toSatisfy(isString);
  });

  test('trafficType is there for some tariffs [tariff.trafficType.for-some]', () => {
    const withType = all.filter((tariff) => 'trafficType' in tariff);
    expect(withType.length).toBeGreaterThan(0);
    expect(withType.length).toBeLessThan(all.length);
  });
});

describe('sender types', () => {
  test('COMMON has fixed prices only [sender-type.COMMON.fixed]', () => {
    expect(modelsOf('COMMON')).toEqual(new Set(['FIXED']));
  });

  test('START has fixed prices, and MAU for one operator [sender-type.START.fixed-or-mau]', () => {
    expect(modelsOf('START')).toEqual(new Set(['FIXED', 'MAU']));
    const mau = of('senderType', 'START').filter(({ pricingModel }) => pricingModel === 'MAU');
    expect(new Set(mau.map(({ brand }) => brand)).size).toBe(1);
    expect(mau[0]?.brand).toSatisfy(isString);
  });

  test('PRO is priced by volume or by MAU [sender-type.PRO.volume-or-mau]', () => {
    expect(modelsOf('PRO')).toEqual(new Set(['SCALED', 'MAU']));
  });

  test('a FIXED tariff has one price [pricing.FIXED.one-element]', () => {
    for (const { prices } of of('pricingModel', 'FIXED')) expect(prices).toHaveLength(1);
  });

  test('thresholds rise where there are several prices', () => {
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
    await api.platform.db.pool.query('update senders set fee_micros = $2 where id = $1', [senderId, fee]);
    const messages = destinations.map((destination) => ({ destination }));
    const dispatch = { companyId, name: 'July', senderIds: [senderId], channelType: 'SMS', text: 'Hi', messages };
    return valueAt((await api.call('POST', '/dispatches', { token, body: dispatch })).body, 'priceEstimate.total');
  };

  test.each<[string, string, number | null, string, string | undefined]>([
    ['START for a registered name [sender-type.START.registered]', '79161230001', null, 'START', 'MTS'],
    ['PRO for a name under a fee [sender-type.PRO.paid]', '79161230001', 3_200_000_000, 'PRO', 'MTS'],
    [
      'COMMON where no name is registered with the operator [sender-type.COMMON.without-registration]',
      '79261230001',
      null,
      'COMMON',
      undefined,
    ],
  ])('takes the price of %s', async (_statement, destination, fee, senderType, brand) => {
    expect(await estimateOf([destination], fee)).toBeCloseTo(priceOf(senderType, brand), 6);
  });

  test('counts the price for each message [pricing.price.per-message]', async () => {
    const three = ['79161230001', '79161230002', '79161230003'];
    expect(await estimateOf(three)).toBeCloseTo(3 * priceOf('START', 'MTS'), 6);
  });
});

describe('GET /price/senders', () => {
  test('answers 200 with the fees [price.senders.200 service.read-sender-fees]', async () => {
    const reply = await api.call('GET', '/price/senders', { token });
    expect([reply.status, reply.body]).toMatchObject([200, { senderFees: expect.any(Array) }]);
    expect(valueAt(reply.body, 'senderFees.length')).toBeGreaterThan(0);
  });

  test.each<[string, string, Form]>([
    ['brand is a string [sender-fee.brand]', 'brand', isString],
    ['value is the fee, a number [sender-fee.value]', 'value', isNumber],
    ['currency is a string [sender-fee.currency]', 'currency', isCurrency],
  ])('%s', async (_statement, member, form) => {
    const { body } = await api.call('GET', '/price/senders', { token });
    expect(valueAt(body, `senderFees.0.${member}`)).toSatisfy(form);
  });
});
