import { expect, test } from 'vitest';
import {
  countryKey,
  diffSteps,
  inForce,
  keyText,
  readKey,
  stepsProblem,
  type Version,
  versionsOf,
} from './versions.ts';

const version = (number: number, effectiveFrom: string | null): Version => ({
  id: number,
  priceListId: 1,
  version: number,
  effectiveFrom,
  senderType: 'START',
  brand: 'MTS',
  pricingModel: 'FIXED',
  currency: 'RUB',
  prices: [{ from: 0, price: number, priceMauBatch: 0 }],
});
const versions = [version(1, null), version(2, '2026-06-01T00:00:00Z'), version(3, '2027-01-01T00:00:00Z')];
const step = (from: number, price: number) => ({ from, price, priceMauBatch: 0 });

test('the version in force is the latest in effect', () => {
  expect(inForce(versions, 'START.MTS.*', Date.parse('2026-11-15T00:00:00Z'))?.version).toBe(2);
  expect(inForce(versions, 'START.MTS.*', 1)?.version).toBe(1);
  expect(inForce(versions, 'PRO.*.*', 1)).toBeUndefined();
  expect(versionsOf(versions, 'START.MTS.*').map((one) => one.version)).toEqual([3, 2, 1]);
});

test('a key names plan, operator, traffic and country of a tariff', () => {
  expect(keyText({ senderType: 'COMMON', brand: undefined, trafficType: 'PROMO' })).toBe('COMMON.*.PROMO');
  expect(countryKey('KZ')).toBe('COMMON.*.*.KZ');
  expect(readKey('COMMON.*.PROMO.KZ')).toEqual({ senderType: 'COMMON', trafficType: 'PROMO', countryCode: 'KZ' });
  expect(readKey('OTHER.*.*')).toBeUndefined();
});

test('a draft can change prices, add thresholds and remove thresholds', () => {
  expect(diffSteps([step(0, 2), step(100, 1)], [step(0, 3), step(500, 1)])).toEqual([
    { from: 0, before: step(0, 2), after: step(0, 3) },
    { from: 100, before: step(100, 1), after: undefined },
    { from: 500, before: undefined, after: step(500, 1) },
  ]);
});

test.each([
  ['FIXED', [step(0, 1)], undefined],
  ['FIXED', [step(0, 1), step(5, 1)], 'one'],
  ['SCALED', [step(5, 1)], 'zero'],
  ['SCALED', [step(0, 1), step(0, 2)], 'twice'],
] as const)('the model %s with the steps %j has the problem %s', (model, steps, problem) => {
  expect(stepsProblem(model, steps)).toBe(problem);
});
