// Exchange rates that staff set. An amount is converted by a rate of its two currencies, in either direction, or
// through one third currency; without such rates it is not converted.
import type { Micros } from './money.ts';

/** One unit of `currency` is `rateNanos` billionths of a unit of `base`. */
export type ExchangeRate = {
  readonly currency: string;
  readonly base: string;
  readonly rateNanos: bigint;
  readonly validFromMs: number;
};

/** Undefined: no rate is known. */
export type Convert = (amount: Micros, from: string, to: string) => Micros | undefined;

/** A factor as a fraction, so that two rates in a row are rounded once. */
type Factor = { readonly over: bigint; readonly under: bigint };

const NANOS = 1_000_000_000n;
const SAME: Factor = { over: 1n, under: 1n };

/** Converts by the rates that are valid at this time. */
export function converterAt(rates: readonly ExchangeRate[], atMs: number): Convert {
  const latest = new Map<string, ExchangeRate>();
  for (const rate of rates) {
    const key = `${rate.currency}/${rate.base}`;
    const known = latest.get(key);
    if (rate.validFromMs <= atMs && (known === undefined || known.validFromMs < rate.validFromMs))
      latest.set(key, rate);
  }
  const currencies = new Set([...latest.values()].flatMap(({ currency, base }) => [currency, base]));
  const direct = (from: string, to: string): Factor | undefined => {
    const [given, inverse] = [latest.get(`${from}/${to}`), latest.get(`${to}/${from}`)];
    // The later of the two is the better known.
    if (given !== undefined && (inverse === undefined || given.validFromMs >= inverse.validFromMs))
      return { over: given.rateNanos, under: NANOS };
    return inverse === undefined ? undefined : { over: NANOS, under: inverse.rateNanos };
  };
  const through = (from: string, to: string): Factor | undefined => {
    for (const middle of [...currencies].toSorted((one, other) => (one < other ? -1 : 1))) {
      const [first, second] = [direct(from, middle), direct(middle, to)];
      if (first !== undefined && second !== undefined)
        return { over: first.over * second.over, under: first.under * second.under };
    }
    return undefined;
  };
  return (amount, from, to) => {
    const factor = from === to ? SAME : (direct(from, to) ?? through(from, to));
    return factor && roundedQuotient(amount * factor.over, factor.under);
  };
}

/** Rounds half away from zero. */
function roundedQuotient(over: bigint, under: bigint): bigint {
  const half = over < 0n ? -under : under;
  return (2n * over + half) / (2n * under);
}

const RATE_MAX = 999_999_999;

/** The exact rate, or undefined when it is not above 0 with at most nine decimals. */
export function rateNanosFromDecimal(rate: number): bigint | undefined {
  if (!(rate > 0 && rate <= RATE_MAX)) return undefined;
  const [mantissa = '', exponent = '0'] = String(rate).split('e');
  const [whole = '', decimals = ''] = mantissa.split('.');
  const places = 9 + Number(exponent) - decimals.length;
  return places < 0 ? undefined : BigInt(whole + decimals) * 10n ** BigInt(places);
}

export const decimalFromRateNanos = (rateNanos: bigint): number => Number(rateNanos) / Number(NANOS);
