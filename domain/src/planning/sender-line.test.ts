import { describe, expect, test } from 'vitest';
import type { Tariff } from '../money/tariff.ts';
import { must } from '../must.ts';
import { closedCountry, MACHINE } from './refused.ts';
import { openLine } from './sender-line.ts';

const price = (priceMicros: bigint) => [{ from: 0, priceMicros, priceMauBatchMicros: null }];
const tariff = (id: number, change: Partial<Tariff>): Tariff => ({
  id,
  senderType: 'COMMON',
  pricingModel: 'FIXED',
  currency: 'RUB',
  prices: price(BigInt(id) * 1_000_000n),
  ...change,
});
const TARIFFS = [
  tariff(1, {}),
  tariff(2, { senderType: 'START' }),
  tariff(3, { senderType: 'PRO' }),
  tariff(4, { trafficType: 'AUTHORIZE' }),
  tariff(5, { countryCode: 'DE' }),
];
const givenLine = (routing: 'fallback' | 'strict' = 'fallback') =>
  openLine({
    senders: [
      { id: 10, brand: 'MTS', feeMicros: null },
      { id: 20, brand: 'BEELINE', feeMicros: 1n },
    ],
    routing,
    hostNetwork: true,
    tariffs: TARIFFS,
    isDispatch: true,
    volumeOf: () => 0,
  });
const MTS = { brand: 'MTS', hostBrand: undefined } as const;
const BEELINE = { brand: 'BEELINE', hostBrand: undefined } as const;
const MVNO = { brand: undefined, hostBrand: 'MTS' } as const;
const GERMAN = { brand: undefined, hostBrand: undefined, country: 'DE' } as const;

describe('openLine', () => {
  const line = givenLine();
  const offerTo = (facts: Parameters<typeof line.choose>[0], trafficType: 'PROMO' | 'AUTHORIZE' = 'PROMO') =>
    line.offer(must(line.choose(facts), 'sender'), facts, '', trafficType);

  test.each([
    ['of the operator of a name at the registered price', MTS, 10, 2_000_000n],
    ['of the operator of a name with a fee at the PRO price', BEELINE, 20, 3_000_000n],
    ['of a virtual operator under the name of its host network', MVNO, 10, 2_000_000n],
    ['of an unknown operator under the first name at the common price', undefined, 10, 1_000_000n],
    ['abroad under the first name at the price of its country', GERMAN, 10, 5_000_000n],
  ])('a number %s gets its offer', (_name, facts, senderId, partMicros) => {
    expect(offerTo(facts)).toMatchObject({ senderId, partMicros, metered: false });
  });

  test('equal facts share one offer and one strand key', () => {
    expect(offerTo({ ...MTS })).toBe(offerTo({ ...MTS }));
    expect(offerTo(undefined).strand).not.toBe(offerTo(MTS).strand);
    expect(offerTo(undefined, 'AUTHORIZE')).toMatchObject({ partMicros: 4_000_000n, strand: { lane: 0 } });
  });

  test('a number in a closed country gets a free offer, another refused number the offer of an unknown operator', () => {
    const chosen = must(line.choose(undefined), 'sender');
    expect(line.offer(chosen, closedCountry('FR'), '', 'PROMO')).toMatchObject({
      partMicros: 0n,
      isFree: true,
      strand: { country: null },
    });
    expect(line.offer(chosen, MACHINE, '', 'PROMO')).toBe(offerTo(undefined));
  });

  test('under strict routing an operator without a name has no sender', () => {
    const strict = givenLine('strict');
    expect([strict.choose(undefined), strict.choose({ brand: 'TELE2', hostBrand: undefined })]).toEqual([
      undefined,
      undefined,
    ]);
    expect(strict.choose(MVNO)).toMatchObject({ sender: { id: 10 }, match: 'host' });
  });
});
