import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openedPackages, type PriceStep, type PricingModel, priceOfMessage, type Tariff } from './tariff.ts';
import { costOfVolume, type MonthVolume, recalculateMonth } from './tariff-recalculation.ts';

const step = (from: number, price: number, batch: number | null = null): PriceStep => ({
  from,
  priceMicros: BigInt(price),
  priceMauBatchMicros: batch === null ? null : BigInt(batch),
});
const tariff = (pricingModel: PricingModel, ...prices: PriceStep[]): Tariff => ({
  id: 1,
  senderType: 'COMMON',
  pricingModel,
  currency: 'RUB',
  prices,
});

test.each([
  ['a fixed price applies to every part', tariff('FIXED', step(0, 10)), { before: 0, after: 100, parts: 150 }, 1_500n],
  [
    'messages within one step cost the price of the step',
    tariff('SCALED', step(0, 10), step(1_000, 5)),
    { before: 0, after: 100, parts: 150 },
    1_500n,
  ],
  [
    'messages across two steps cost both prices',
    tariff('SCALED', step(0, 10), step(60, 5)),
    { before: 0, after: 100, parts: 200 },
    1_600n,
  ],
  [
    'messages on the second step cost its price',
    tariff('SCALED', step(0, 10), step(60, 5)),
    { before: 60, after: 70, parts: 10 },
    50n,
  ],
  ['packages', tariff('MAU', step(0, 1, 100), step(50, 1, 70)), { before: 0, after: 50, parts: 80 }, 250n],
  ['nobody new', tariff('MAU', step(0, 3, 100), step(50, 1, 70)), { before: 50, after: 50, parts: 10 }, 10n],
])('%s', (_name, of, volume, cost) => {
  expect(costOfVolume(of, volume)).toBe(cost);
});

describe('a volume with one part per message', () => {
  const steps = fc
    .uniqueArray(fc.record({ from: fc.integer({ min: 1, max: 60 }), price: fc.integer({ min: 0, max: 50 }) }), {
      selector: ({ from }) => from,
      maxLength: 4,
    })
    .map((rows) => [step(0, 20, 7), ...rows.map(({ from, price }) => step(from, price, price))]);

  test('costs the sum of the prices of its messages', () => {
    fc.assert(
      fc.property(
        steps,
        fc.constantFrom<PricingModel>('FIXED', 'SCALED', 'MAU'),
        fc.nat(40),
        fc.nat(60),
        (prices, model, before, messages) => {
          const of = tariff(model, ...prices);
          let sum = openedPackages(of, before, before + messages);
          for (let at = 0; at < messages; at += 1) sum += priceOfMessage(of, before + at, 1);
          expect(costOfVolume(of, { before, after: before + messages, parts: messages })).toBe(sum);
        },
      ),
    );
  });
});

const volume = (change: Partial<MonthVolume> = {}): MonthVolume => ({
  companyId: 1,
  senderType: 'COMMON',
  brand: 'MTS',
  trafficType: 'PROMO',
  messages: 60,
  parts: 60,
  ...change,
});

test('groups of one company and operator share the counter, companies do not', () => {
  const scaled = [tariff('SCALED', step(0, 10), step(60, 5))];
  const volumes = [volume(), volume({ trafficType: 'SERVICE' }), volume({ companyId: 2 })];
  const costs = recalculateMonth(
    volumes,
    () => scaled,
    () => undefined,
  );
  expect([costs.get(1)?.micros, costs.get(2)?.micros]).toEqual([900n, 600n]);
});

test('uncounted recipients count as one per message, and the result is marked as an upper bound', () => {
  const mau = [tariff('MAU', step(0, 0, 100), step(30, 0, 50))];
  const told = recalculateMonth(
    [volume()],
    () => mau,
    () => 20,
  );
  const untold = recalculateMonth(
    [volume()],
    () => mau,
    () => undefined,
  );
  expect([told.get(1), untold.get(1)]).toEqual([
    { micros: 100n, isUpperBound: false },
    { micros: 150n, isUpperBound: true },
  ]);
});

test('a volume without a tariff costs nothing', () => {
  expect(
    recalculateMonth(
      [volume()],
      () => [],
      () => undefined,
    ).size,
  ).toBe(0);
});
