import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainPrice } from '../../src/features/ledger/explain-price.ts';
import { type Api, sharedApi } from '../given/api.ts';
import { Books, givenPartner, givenTariff } from './books.ts';

let api: Api;
let partnerId: number;
beforeAll(async () => {
  api = await sharedApi();
  partnerId = await givenPartner(api.platform);
});
afterAll(() => api.close());

const to = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ destination: 79_000_000_000 + at, parts: 2 }));
const explain = (messageUuid: string | undefined, partner = partnerId) =>
  explainPrice(api.platform, { kind: 'partner', partnerId: partner, currency: 'RUB' }, messageUuid ?? '');

describe('the trail of a price', () => {
  test('of a fixed price names the version, the part and the reserved, settled and released amounts', async () => {
    const books = await Books.open(api.platform, partnerId, null);
    const id = await givenTariff(api.platform, 'FIXED', [[0, 300]]);
    const { messages = [] } = (await books.start({ id, model: 'FIXED', partMicros: 300 }, to(2))) ?? {};
    await books.deliverAtOnce(messages.slice(0, 1));
    await books.fail(messages.slice(1));
    const fixed = { parts: 2, operator: 'MTS', tariff: { id, pricingModel: 'FIXED', version: expect.any(Number) } };
    const step = { from: 0, priceMicros: 300n };
    expect(await explain(messages[0])).toMatchObject({
      ...fixed,
      status: 'DELIVERED',
      step,
      volumeBefore: null,
      reservedMicros: 600n,
      settledMicros: 600n,
      releasedMicros: 0n,
      spentMicros: 600n,
    });
    expect(await explain(messages[1])).toMatchObject({
      ...fixed,
      settledMicros: 0n,
      releasedMicros: 600n,
      spentMicros: 0n,
    });
  });

  test('of MAU names the step, the counter before it and the package it opened', async () => {
    const books = await Books.open(api.platform, partnerId, null);
    const id = await givenTariff(api.platform, 'MAU', [
      [0, 10, 5_000],
      [2, 4, 7_000],
    ]);
    const { messages = [] } = (await books.start({ id, model: 'MAU', partMicros: 10 }, to(3))) ?? {};
    expect(await explain(messages[0])).toMatchObject({
      step: null,
      volumeBefore: null,
      reservedMicros: 20n,
      settledMicros: null,
    });
    await books.deliverAtOnce(messages);
    const trails = await Promise.all(messages.map((message) => explain(message)));
    expect(trails).toMatchObject([
      {
        operator: 'MEGAFON',
        volumeBefore: 0,
        step: { from: 0, priceMicros: 10n },
        packages: [{ from: 0, priceMicros: 5_000n }],
        spentMicros: 5_020n,
      },
      { volumeBefore: 1, step: { from: 0 }, packages: [{ from: 2, priceMicros: 7_000n }], spentMicros: 7_020n },
      {
        volumeBefore: 2,
        step: { from: 2, priceMicros: 4n },
        packages: [],
        reservedMicros: 20n,
        settledMicros: 8n,
        releasedMicros: 12n,
        spentMicros: 8n,
      },
    ]);
    const { spent } = await books.month();
    expect(trails.reduce((sum, trail) => sum + trail.spentMicros, 0n)).toBe(spent);
  });

  test('is shown to the owner only', async () => {
    const books = await Books.open(api.platform, partnerId, null);
    const id = await givenTariff(api.platform, 'FIXED', [[0, 1]]);
    const { messages = [] } = (await books.start({ id, model: 'FIXED', partMicros: 1 }, to(1))) ?? {};
    await expect(explain(messages[0], await givenPartner(api.platform))).rejects.toThrow('not found');
  });
});
