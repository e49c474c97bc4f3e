import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import type { PriceStep, PricingModel, Tariff } from './tariff.ts';
import { chooseTariff, highestPartPrice, openedPackages, PRICING_MODELS, priceOfMessage, stepAt } from './tariff.ts';

const step = (from: number, price: number, batch: number | null = null): PriceStep => ({
  from,
  priceMicros: BigInt(price),
  priceMauBatchMicros: batch === null ? null : BigInt(batch),
});
const tariff = (pricingModel: PricingModel, prices: readonly PriceStep[], given: Partial<Tariff> = {}): Tariff => ({
  id: 1,
  senderType: 'PRO',
  pricingModel,
  currency: 'RUB',
  prices,
  ...given,
});

const fixed = tariff('FIXED', [step(0, 3_200_000)]);
const scaled = tariff('SCALED', [step(0, 300), step(100, 200), step(1000, 100)]);
const mau = tariff('MAU', [step(0, 10, 5000), step(100, 5, 4000), step(1000, 0, null)]);

describe('choice of the tariff', () => {
  const rows = [
    tariff('FIXED', [], { id: 1 }),
    tariff('FIXED', [], { id: 2, brand: 'MTS' }),
    tariff('FIXED', [], { id: 3, brand: 'MTS', trafficType: 'SERVICE' }),
    tariff('FIXED', [], { id: 4, trafficType: 'AUTHORIZE' }),
    tariff('FIXED', [], { id: 5, senderType: 'START', brand: 'MTS' }),
  ];

  test.each([
    ['brand and traffic type', { senderType: 'PRO', brand: 'MTS', trafficType: 'SERVICE' }, 3],
    ['brand before traffic type', { senderType: 'PRO', brand: 'MTS', trafficType: 'AUTHORIZE' }, 2],
    ['traffic type without brand', { senderType: 'PRO', brand: 'TELE2', trafficType: 'AUTHORIZE' }, 4],
    ['plan alone', { senderType: 'PRO', brand: 'TELE2', trafficType: 'PROMO' }, 1],
    ['unknown brand', { senderType: 'PRO', trafficType: 'PROMO' }, 1],
    ['another plan', { senderType: 'START', brand: 'MTS', trafficType: 'PROMO' }, 5],
    ['nothing fits', { senderType: 'START', brand: 'TELE2', trafficType: 'PROMO' }, undefined],
  ] as const)('%s', (_, key, id) => {
    expect(chooseTariff(rows, key)?.id).toBe(id);
  });

  const abroad = [
    tariff('FIXED', [], { id: 1, senderType: 'COMMON' }),
    tariff('FIXED', [], { id: 2, senderType: 'COMMON', countryCode: 'KZ' }),
    tariff('FIXED', [], { id: 3, senderType: 'COMMON', countryCode: 'KZ', trafficType: 'AUTHORIZE' }),
    tariff('FIXED', [], { id: 4, senderType: 'COMMON', countryCode: '*' }),
  ];

  test.each([
    ['the home country', { trafficType: 'PROMO', country: 'RU' }, 1],
    ['no country', { trafficType: 'PROMO' }, 1],
    ['a country with a price', { trafficType: 'PROMO', country: 'KZ' }, 2],
    ['a country with a price of the traffic type', { trafficType: 'AUTHORIZE', country: 'KZ' }, 3],
    ['a country without a price', { trafficType: 'AUTHORIZE', country: 'GB' }, 4],
  ] as const)('%s', (_, key, id) => {
    expect(chooseTariff(abroad, { senderType: 'COMMON', ...key })?.id).toBe(id);
  });

  test('the price of a country does not apply to other countries', () => {
    const withoutStar = abroad.filter(({ countryCode }) => countryCode !== '*');
    expect(chooseTariff(withoutStar, { senderType: 'COMMON', country: 'GB' })).toBeUndefined();
    const withoutHome = abroad.filter(({ countryCode }) => countryCode !== undefined);
    expect(chooseTariff(withoutHome, { senderType: 'COMMON', country: 'RU' })).toBeUndefined();
  });
});

describe('steps', () => {
  test.each([
    [0, 300n],
    [99, 300n],
    [100, 200n],
    [101, 200n],
    [999, 200n],
    [1000, 100n],
    [1_000_000, 100n],
  ])('after %d messages a part costs %d', (n, price) => {
    expect(stepAt(scaled, n).priceMicros).toBe(price);
    expect(priceOfMessage(scaled, n, 3)).toBe(price * 3n);
  });

  test('below the first row the first row applies, for every order of rows', () => {
    expect(stepAt(tariff('SCALED', [step(100, 2), step(1, 3)]), 0).priceMicros).toBe(3n);
  });

  covers('pricing.FIXED.independent-of-volume');
  test('a fixed price ignores the volume', () => {
    expect(priceOfMessage(fixed, 1_000_000, 2)).toBe(6_400_000n);
  });

  test('a tariff without prices throws', () => {
    expect(() => stepAt(tariff('FIXED', []), 0)).toThrow('no prices');
  });
});

describe('packages', () => {
  test.each([
    [0, 0, 0n],
    [0, 1, 5000n],
    [1, 99, 0n],
    [99, 100, 4000n],
    [0, 100, 9000n],
    [100, 101, 0n],
    [100, 2000, 0n],
  ])('from %d to %d distinct recipients cost %d', (before, after, sum) => {
    expect(openedPackages(mau, before, after)).toBe(sum);
  });

  test('exist for MAU only', () => {
    expect(openedPackages(tariff('SCALED', [step(0, 1, 5000)]), 0, 10)).toBe(0n);
  });
});

describe('the highest price per part', () => {
  const rising = tariff('SCALED', [step(0, 1), step(10, 5), step(20, 9)]);

  test.each([
    ['a fixed price', fixed, 5_000, 3_200_000n],
    ['a falling price before a step', scaled, 99, 300n],
    ['a falling price at a step', scaled, 100, 200n],
    ['a rising price', rising, 5, 9n],
    ['a rising price on its last step', rising, 25, 9n],
  ])('of %s holds for the rest of the month', (_, given, countSoFar, expected) => {
    expect(highestPartPrice(given, countSoFar)).toBe(expected);
  });
});

/** Sum of the prices at hand-over, for messages sent in the given order. */
function finalPrice(given: Tariff, messages: readonly { to: number; parts: number }[], month: Month): bigint {
  let total = 0n;
  for (const { to, parts } of messages) {
    const n = given.pricingModel === 'MAU' ? month.recipients.size : month.messages;
    total += priceOfMessage(given, n, parts);
    const before = month.recipients.size;
    month.recipients.add(to);
    month.messages += 1;
    total += openedPackages(given, before, month.recipients.size);
  }
  return total;
}

type Month = { messages: number; recipients: Set<number> };

describe('the final price', () => {
  const row = fc.record({
    from: fc.integer({ min: 0, max: 30 }),
    priceMicros: fc.bigInt({ min: 0n, max: 1000n }),
    priceMauBatchMicros: fc.option(fc.bigInt({ min: 0n, max: 9000n })),
  });
  const rows = fc.uniqueArray(row, { minLength: 1, maxLength: 5, size: 'max', selector: ({ from }) => from });
  const anyTariff = fc
    .tuple(fc.constantFrom(...PRICING_MODELS), rows)
    .map(([model, prices]) => tariff(model, model === 'FIXED' ? prices.slice(0, 1) : prices));
  const message = fc.record({ to: fc.integer({ min: 0, max: 25 }), parts: fc.integer({ min: 1, max: 10 }) });
  const messages = fc.array(message, { maxLength: 30, size: 'max' });
  const total = (list: readonly { parts: number }[]) => list.reduce((sum, { parts }) => sum + parts, 0);

  test('is never above the reserve, for every model and order and with other sends in between', () => {
    fc.assert(
      fc.property(anyTariff, messages, messages, fc.infiniteStream(fc.boolean()), (given, others, own, turns) => {
        const month: Month = { messages: 0, recipients: new Set() };
        const recipients = new Set([...own, ...others].map(({ to }) => to)).size;
        const reserve = highestPartPrice(given, 0) * BigInt(total(own)) + openedPackages(given, 0, recipients);
        const queues = { own: [...own], others: [...others] };
        let paid = 0n;
        while (queues.own.length > 0) {
          const mine = queues.others.length === 0 || turns.next().value;
          const next = mine ? queues.own.shift() : queues.others.shift();
          const price = next ? finalPrice(given, [next], month) : 0n;
          if (mine) paid += price;
        }
        expect(paid).toBeLessThanOrEqual(reserve);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  test('of equal messages does not depend on their order', () => {
    fc.assert(
      fc.property(anyTariff, fc.array(fc.integer({ min: 0, max: 25 })), (given, numbers) => {
        const price = (order: readonly number[]) =>
          finalPrice(
            given,
            order.map((to) => ({ to, parts: 1 })),
            { messages: 0, recipients: new Set() },
          );
        if (given.pricingModel !== 'MAU') expect(price(numbers.toReversed())).toBe(price(numbers));
        const distinct = [...new Set(numbers)];
        expect(price(distinct.toReversed())).toBe(price(distinct));
      }),
    );
  });
});
