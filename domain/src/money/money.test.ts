import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import { decimalFromMicros, MICROS_MAX, microsFromDecimal, roundToKopecks } from './money.ts';

describe('amounts from the wire', () => {
  test.each([
    [0, 0n],
    [-0, 0n],
    [1, 1_000_000n],
    [2.35, 2_350_000n],
    [0.1, 100_000n],
    [0.000001, 1n],
    [1e-6, 1n],
    [5000, 5_000_000_000n],
    [999_999_999.999999, MICROS_MAX],
  ])('%d is exactly %d micros', (value, micros) => {
    expect(microsFromDecimal(value)).toBe(micros);
  });

  test.each([-1, -0.000001, Number.NaN, Infinity, -Infinity, 1e-7, 0.0000015, 1.2345678, 1e9, 1e21])(
    '%d is refused',
    (value) => {
      expect(microsFromDecimal(value)).toBeUndefined();
    },
  );

  test('every amount below a billion is printed as the exact decimal and parsed back to the same amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MICROS_MAX }), (amount) => {
        const printed = JSON.stringify(decimalFromMicros(amount));
        // JSON.parse of a number literal is a number.
        expect(microsFromDecimal(JSON.parse(printed) as number)).toBe(amount);
        const digits = amount.toString().padStart(7, '0');
        const exact = `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '');
        expect(
          Number(printed)
            .toFixed(6)
            .replace(/\.?0+$/, ''),
        ).toBe(exact);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });
});

describe('amounts on screens', () => {
  test.each([
    [0n, 0],
    [4_999n, 0],
    [5_000n, 0.01],
    [6_400_000n, 6.4],
    [2_345_000n, 2.35],
    [-2_345_000n, -2.35],
    [-4_999n, 0],
  ])('%d micros are shown as %d', (amount, shown) => {
    expect(roundToKopecks(amount)).toBe(shown);
  });
});
