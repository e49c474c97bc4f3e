import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { converterAt, type ExchangeRate } from '../money/exchange-rate.ts';
import { compareCosts, type PricedLink } from './link-cost.ts';

const rate = (currency: string, base: string, value: number): ExchangeRate => ({
  currency,
  base,
  rateNanos: BigInt(value * 1_000_000_000),
  validFromMs: 0,
});
const RATES = [rate('USD', 'RUB', 80), rate('EUR', 'USD', 1.25)];
const CONVERT = converterAt(RATES, 1);
const WITHOUT = converterAt([], 1);

/** `3.5 RUB`; empty: no price. */
const linksOf = (...prices: readonly string[]): PricedLink[] =>
  prices.map((price, at) => {
    const [amount = '', currency = ''] = price.split(' ');
    const micros = BigInt(Math.round(Number(amount) * 1_000_000));
    return { linkId: at, price: price === '' ? null : { micros, currency } };
  });
const orderOf = (links: readonly PricedLink[], convert = CONVERT, preferred?: string) => {
  const { compare, isPartial } = compareCosts(links, preferred, convert);
  return { order: links.toSorted(compare).map(({ linkId }) => linkId), isPartial };
};

describe('prices of links', () => {
  test.each([
    ['in one currency', ['3 RUB', '2 RUB'], [1, 0], false],
    ['in two currencies with a rate', ['0.04 USD', '3 RUB'], [1, 0], false],
    ['in two currencies with a rate, the dearer number being cheaper', ['90 RUB', '1 EUR', '1 USD'], [2, 0, 1], false],
    ['with a third currency between', ['99 RUB', '1 EUR'], [0, 1], false],
    ['without a rate come after all that are known', ['1 KZT', '900 RUB', '9 USD'], [2, 1, 0], true],
    ['without a rate come before links without a price', ['', '1 KZT', '901 RUB', '900 RUB'], [3, 2, 1, 0], true],
    ['that are missing change nothing', ['', ''], [0, 1], false],
    ['in a currency without rates are compared when most have it', ['9 KZT', '7 KZT', '1 RUB'], [1, 0, 2], true],
  ])('%s', (_what, prices, order, isPartial) => {
    expect(orderOf(linksOf(...prices))).toEqual({ order, isPartial });
  });

  test.each([
    ['USD', [1, 0]],
    ['KZT', [0, 1]],
    [undefined, [0, 1]],
  ])('without rates are compared in the preferred currency %s if it is one of them', (preferred, order) => {
    expect(orderOf(linksOf('9 RUB', '0.1 USD'), WITHOUT, preferred)).toEqual({ order, isPartial: true });
  });
});

const currency = fc.constantFrom('RUB', 'USD', 'EUR', 'KZT');
const links = fc.array(fc.option(fc.record({ micros: fc.bigInt({ min: 0n, max: 10n ** 9n }), currency })), {
  maxLength: 6,
});
const built = (prices: readonly (PricedLink['price'] | null)[]): PricedLink[] =>
  prices.map((price, linkId) => ({ linkId, price }));

describe('properties', () => {
  test('the order does not depend on the order of the links, and has no circles', () => {
    fc.assert(
      fc.property(links, fc.option(currency, { nil: undefined }), (prices, preferred) => {
        const given = built(prices);
        const { compare } = compareCosts(given, preferred, CONVERT);
        const backward = compareCosts(given.toReversed(), preferred, CONVERT).compare;
        for (const one of given)
          for (const other of given) {
            expect(Math.sign(compare(one, other))).toBe(Math.sign(backward(one, other)));
            expect(Math.sign(compare(one, other)) + Math.sign(compare(other, one))).toBe(0);
            for (const third of given)
              if (compare(one, other) <= 0 && compare(other, third) <= 0)
                expect(compare(one, third)).toBeLessThanOrEqual(0);
          }
      }),
    );
  });

  test('with rates of every currency the order is that of the amounts in rubles, up to rounding', () => {
    const worth = { RUB: 1, USD: 80, EUR: 100, KZT: 0.16 } as const;
    const all = converterAt([...RATES, rate('EUR', 'RUB', 100), rate('KZT', 'RUB', 0.16)], 1);
    const rubles = ({ price }: PricedLink) =>
      price === null ? Number.POSITIVE_INFINITY : Number(price.micros) * worth[price.currency as keyof typeof worth];
    fc.assert(
      fc.property(links, (prices) => {
        const given = built(prices);
        const { order, isPartial } = orderOf(given, all);
        expect(isPartial).toBe(false);
        const amounts = order.map((id) => rubles(given[id] ?? { linkId: id, price: null }));
        for (const [at, amount] of amounts.entries()) {
          const next = amounts[at + 1] ?? Number.POSITIVE_INFINITY;
          // Each price is rounded by at most half a millionth of a euro.
          expect(amount <= next + 100).toBe(true);
        }
      }),
    );
  });
});
