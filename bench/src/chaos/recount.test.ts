import { expect, test } from 'vitest';
import { costOf, readTariffs } from './recount.ts';

const tariffs = readTariffs({
  tariffs: [
    {
      senderType: 'START',
      brand: 'MTS',
      pricingModel: 'FIXED',
      currency: 'RUB',
      prices: [{ from: 0, price: 3.2, priceMauBatch: 0 }],
    },
    {
      senderType: 'START',
      brand: 'MEGAFON',
      pricingModel: 'MAU',
      currency: 'RUB',
      prices: [
        { from: 0, price: 1.9, priceMauBatch: 50 },
        { from: 3, price: 1.7, priceMauBatch: 450 },
      ],
    },
  ],
});

test('the recount charges every message its step and every package once', () => {
  expect(costOf(tariffs, new Map([['MTS', 3]]))).toBe(9_600_000n);
  expect(costOf(tariffs, new Map([['MEGAFON', 2]]))).toBe(53_800_000n);
  expect(costOf(tariffs, new Map([['MEGAFON', 4]]))).toBe(507_400_000n);
});

test('the recount throws for a brand without a tariff', () => {
  expect(() => costOf(tariffs, new Map([['TELE2', 1]]))).toThrow('no tariff');
});
