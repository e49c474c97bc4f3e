import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openedPackages, type PricingModel, priceOfMessage, type Tariff } from './tariff.ts';
import { positionOnTariff } from './tariff-position.ts';

const tariff = (pricingModel: PricingModel, ...steps: readonly [from: number, price: number, batch?: number][]) =>
  ({
    id: 1,
    senderType: 'PRO',
    pricingModel,
    currency: 'RUB',
    prices: steps.map(([from, price, batch]) => ({
      from,
      priceMicros: BigInt(price * 1_000_000),
      priceMauBatchMicros: batch === undefined ? null : BigInt(batch * 1_000_000),
    })),
  }) satisfies Tariff;

describe('a volume price', () => {
  const scaled = tariff('SCALED', [0, 2.1], [10_000, 1.95], [50_000, 1.5]);

  test.each([
    [0, 2_100_000n, 10_001, 10_000],
    [8_760, 2_100_000n, 10_001, 1_240],
    [9_999, 2_100_000n, 10_001, 1],
    [10_000, 1_950_000n, 50_001, 40_000],
  ])('has the right next step after %i messages', (count, priceMicros, at, more) => {
    const position = positionOnTariff(scaled, count);
    expect(position.step.priceMicros).toBe(priceMicros);
    expect(position.next).toMatchObject({ at, more });
  });

  test('has no next step after the last step', () => {
    expect(positionOnTariff(scaled, 50_000).next).toBeUndefined();
  });

  test('skips steps of the same price', () => {
    expect(positionOnTariff(tariff('SCALED', [0, 2], [10, 2], [20, 1]), 5).next?.at).toBe(21);
  });
});

test('a fixed price has no steps at any volume', () => {
  const position = positionOnTariff(tariff('FIXED', [0, 2]), 1_000_000);
  expect(position).toMatchObject({ step: { from: 0 }, next: undefined, nextPackage: undefined });
});

describe('packages', () => {
  const mau = tariff('MAU', [0, 0, 100], [1_000, 0, 200]);

  test.each([
    [0, 1, 0],
    [1, 1_000, 998],
    [999, 1_000, 0],
  ])('have the right next package after %i recipients', (count, at, more) => {
    expect(positionOnTariff(mau, count).nextPackage).toMatchObject({ at, more });
  });

  test('end with the last step', () => {
    expect(positionOnTariff(mau, 1_000).nextPackage).toBeUndefined();
  });
});

test('the position on a tariff agrees with the prices of messages', () => {
  const steps = fc.uniqueArray(fc.tuple(fc.nat(50), fc.nat(3), fc.nat(2)), {
    minLength: 1,
    selector: ([from]) => from,
  });
  fc.assert(
    fc.property(steps, fc.constantFrom('SCALED', 'MAU'), fc.nat(60), (rows, model, count) => {
      const some = tariff(model, [0, 1], ...rows.filter(([from]) => from > 0));
      const { step, next, nextPackage } = positionOnTariff(some, count);
      expect(priceOfMessage(some, count, 1)).toBe(step.priceMicros);
      for (let ahead = 0; ahead < (next?.more ?? 60); ahead += 1)
        expect(priceOfMessage(some, count + ahead, 1)).toBe(step.priceMicros);
      if (next) expect(priceOfMessage(some, count + next.more, 1)).toBe(next.step.priceMicros);
      if (!nextPackage) return;
      expect(openedPackages(some, count, count + nextPackage.more)).toBe(0n);
      expect(openedPackages(some, count, count + nextPackage.more + 1) > 0n).toBe(true);
    }),
  );
});
