import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BRANDS } from '../numbers/brand.ts';
import { chooseSender } from './sender-choice.ts';

const senders = [
  { id: 11, brand: 'BEELINE' },
  { id: 12, brand: 'MTS' },
  { id: 13, brand: 'MTS' },
  { id: 14, brand: 'TELE2' },
] as const;

describe('choice of the sender', () => {
  test.each([
    ['own brand', { brand: 'TELE2' }, 'fallback', true, { senderId: 14, match: 'brand' }],
    ['first of two of a brand', { brand: 'MTS' }, 'strict', true, { senderId: 12, match: 'brand' }],
    ['host network', { hostBrand: 'TELE2' }, 'strict', true, { senderId: 14, match: 'host' }],
    ['brand before host', { brand: 'MTS', hostBrand: 'TELE2' }, 'strict', true, { senderId: 12, match: 'brand' }],
    ['host switched off, strict', { hostBrand: 'TELE2' }, 'strict', false, undefined],
    ['host switched off', { hostBrand: 'TELE2' }, 'fallback', false, { senderId: 11, match: 'fallback' }],
    ['no sender of the brand', { brand: 'MEGAFON' }, 'fallback', true, { senderId: 11, match: 'fallback' }],
    ['no sender of the brand, strict', { brand: 'MEGAFON' }, 'strict', true, undefined],
    ['unknown number', undefined, 'fallback', true, { senderId: 11, match: 'fallback' }],
    ['unknown number, strict', undefined, 'strict', true, undefined],
  ] as const)('%s', (_, facts, routing, hostNetwork, expected) => {
    expect(chooseSender(senders, facts, { routing, hostNetwork })).toEqual(expected);
  });

  test('returns no sender if the dispatch has none', () => {
    expect(chooseSender([], { brand: 'MTS' }, { routing: 'fallback', hostNetwork: true })).toBeUndefined();
  });

  test('fallback routing always finds a sender, and the match is always correct', () => {
    const brand = fc.constantFrom(...BRANDS);
    const list = fc.array(brand, { minLength: 1 }).map((brands) => brands.map((name, id) => ({ id, brand: name })));
    const maybe = fc.option(brand, { nil: undefined });
    fc.assert(
      fc.property(list, maybe, maybe, fc.boolean(), (offered, own, host, hostNetwork) => {
        const facts = { brand: own, hostBrand: host };
        const chosen = chooseSender(offered, facts, { routing: 'fallback', hostNetwork });
        const sender = offered[chosen?.senderId ?? -1];
        expect(sender).toBeDefined();
        if (chosen?.match === 'brand') expect(sender?.brand).toBe(own);
        if (chosen?.match === 'host') expect(sender?.brand).toBe(host);
        const strict = chooseSender(offered, facts, { routing: 'strict', hostNetwork });
        expect(strict).toEqual(chosen?.match === 'fallback' ? undefined : chosen);
      }),
    );
  });
});
