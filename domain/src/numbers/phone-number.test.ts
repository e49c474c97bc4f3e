import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import { countedText } from '../testing/counted-text.ts';
import { normalizeDestination, sandboxNumber } from './phone-number.ts';

describe('destinations', () => {
  test.each([
    ['79161230001', '79161230001'],
    ['+7 (916) 123-00-01', '79161230001'],
    ['89161230001', '79161230001'],
    ['8 916 123 00 01', '79161230001'],
    ['8916123000', '8916123000'],
    ['891612300012', '891612300012'],
    ['4915112345678', '4915112345678'],
    ['1234567890', '1234567890'],
    ['123456789012345', '123456789012345'],
    ['1234567890123456', undefined],
    ['123456789', undefined],
    ['7916', undefined],
    ['09161230001', undefined],
    ['', undefined],
    ['+', undefined],
    ['7916123000a', undefined],
    ['7916.123.00.01', undefined],
    ['٧٩١٦١٢٣٠٠٠١', undefined],
    ['79161230001\n', undefined],
    ['7916\u00a01230001', undefined],
  ])('%j becomes %j', (input, expected) => {
    expect(normalizeDestination(input)).toBe(expected);
  });

  test('a normalized destination is a well-formed number, and normalizing it again changes nothing', () => {
    const input = fc.string({
      unit: fc.constantFrom(...'0123456789+ ()-x'.split('')),
      minLength: 8,
      maxLength: 24,
      size: 'max',
    });
    fc.assert(
      fc.property(input, (text) => {
        const digits = normalizeDestination(text);
        const plain = text.replace(/[+ ()-]/g, '').replace(/^8(?=\d{10}$)/, '7');
        expect(digits).toBe(/^[1-9]\d{9,14}$/.test(plain) ? plain : undefined);
        if (digits !== undefined) expect(normalizeDestination(digits)).toBe(digits);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  test.each(['7916123000', '79161230001', '491511234567890'])(
    'the plain number %s is read once and returned without a copy',
    (number) => {
      const { text, reads } = countedText(number);
      expect(normalizeDestination(text)).toBe(text);
      // A single pass over the digits, plus two rules about the first digit.
      expect(reads()).toBeLessThanOrEqual(number.length + 2);
    },
  );
});

describe('sandbox numbers', () => {
  test.each([
    ['70000000000', { brand: undefined, outcome: 0 }],
    ['70001000003', { brand: 'MTS', outcome: 3 }],
    ['70002000009', { brand: 'BEELINE', outcome: 9 }],
    ['70003000011', { brand: 'MEGAFON', outcome: 11 }],
    ['70004000099', { brand: 'TELE2', outcome: 99 }],
    ['70005000000', undefined],
    ['70001000103', undefined],
    ['7000100003', undefined],
    ['700010000030', undefined],
    ['79161230001', undefined],
  ])('%s decodes to %j', (digits, expected) => {
    expect(sandboxNumber(digits)).toEqual(expected);
  });
});
