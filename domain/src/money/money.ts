// Money is a whole number of millionths of the currency, so sums are exact. Below a billion units every such
// amount is the shortest decimal of exactly one JSON number, so amounts cross the wire both ways without loss.

export type Micros = bigint;

export const MICROS_MAX: Micros = 999_999_999_999_999n;

/** The exact amount, or undefined when it is not a finite 0..999999999.999999 with at most six decimals. */
export function microsFromDecimal(value: number): Micros | undefined {
  if (!(value >= 0 && value <= 999_999_999.999999)) return undefined;
  const shortest = String(value);
  // Only values below one millionth are printed with an exponent in this range.
  if (shortest.includes('e')) return undefined;
  const point = shortest.indexOf('.');
  if (point < 0) return BigInt(shortest) * 1_000_000n;
  const decimals = shortest.slice(point + 1);
  if (decimals.length > 6) return undefined;
  return BigInt(shortest.slice(0, point) + decimals.padEnd(6, '0'));
}

/** A single division, correctly rounded: the nearest double, and its shortest form is the exact decimal. */
export function decimalFromMicros(amount: Micros): number {
  return Number(amount) / 1_000_000;
}

/** Rounds to two decimals, half away from zero, for screens and the balance. */
export function roundToKopecks(amount: Micros): number {
  const half = amount < 0n ? -5_000n : 5_000n;
  return Number((amount + half) / 10_000n) / 100;
}
