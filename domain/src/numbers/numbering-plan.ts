// Finds the operator, region and time zone of a number: a binary search over the ranges of the numbering register;
// ported numbers take precedence. A plan is immutable; an update builds a new plan and swaps it. Lookups return
// shared objects and allocate nothing: a million lookups take a few tenths of a second.

import type { Brand } from './brand.ts';
import { brandIdOf, brandOfId } from './brand.ts';

export type NumberRange = {
  /** First and last number, both included. */
  from: number;
  to: number;
  brand: Brand | undefined;
  /** Host network of a virtual operator. */
  hostBrand: Brand | undefined;
  kind: string;
  inn: string;
  region: string;
  timezone: string;
};

export type NumberFacts = {
  readonly brand: Brand | undefined;
  readonly hostBrand: Brand | undefined;
  readonly kind: string;
  readonly region: string;
  readonly timezone: string;
  readonly ported: boolean;
};

export type NumberingPlan = {
  /** Undefined: the number is in no range, so it is not assigned. */
  find(destination: number): NumberFacts | undefined;
};

/** Ranges must be sorted and must not overlap. A damaged register is rejected as a whole. */
export function buildNumberingPlan(
  ranges: readonly NumberRange[],
  ported: Iterable<readonly [number, Brand]> = [],
): NumberingPlan {
  refuseDisorder(ranges);
  const starts = Float64Array.from(ranges, (range) => range.from);
  const ends = Float64Array.from(ranges, (range) => range.to);
  const facts = ranges.map(factsOfRange);
  const portedIds = packPorted(ported);
  const portedFacts = new Map<number, NumberFacts>();

  function find(destination: number): NumberFacts | undefined {
    const at = lastNotAbove(starts, destination);
    if (at < 0 || destination > (ends[at] ?? 0)) return undefined;
    const brandId = portedIds(destination);
    return brandId === 0 ? facts[at] : factsOfPorted(at, brandId);
  }

  function factsOfPorted(at: number, brandId: number): NumberFacts | undefined {
    const range = facts[at];
    const key = at * 8 + brandId;
    const known = portedFacts.get(key);
    if (known || !range) return known;
    // Porting keeps the region, so region and time zone stay those of the range.
    const moved = { ...range, brand: brandOfId(brandId), hostBrand: undefined, kind: 'MNO', ported: true };
    portedFacts.set(key, moved);
    return moved;
  }

  return { find };
}

const NOT_WORTH_SENDING: readonly string[] = ['M2M', 'satellite', 'unallocated', 'regulator'];

/** Machine-to-machine, satellite and unallocated numbers have no reader. */
export function isWorthSending(kind: string): boolean {
  return !NOT_WORTH_SENDING.includes(kind);
}

function factsOfRange({ brand, hostBrand, kind, region, timezone }: NumberRange): NumberFacts {
  return { brand, hostBrand, kind, region, timezone, ported: false };
}

function refuseDisorder(ranges: readonly NumberRange[]): void {
  let previousTo = 0;
  for (const { from, to } of ranges) {
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from > to || from <= previousTo) {
      throw new RangeError(`numbering range ${from}..${to} is damaged, unsorted or overlaps the one before`);
    }
    previousTo = to;
  }
}

/** Index of the last value ≤ wanted, -1 if none. */
function lastNotAbove(sorted: Float64Array | Uint32Array, wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Ported numbers are Russian mobile numbers; their offset from this base fits 32 bits. */
const PORTED_BASE = 79_000_000_000;
const PORTED_SPAN = 1_000_000_000;

/** Five octets per number, for tens of millions of numbers. Returns the brand id, 0 if not ported. */
function packPorted(ported: Iterable<readonly [number, Brand]>): (destination: number) => number {
  const packed = Float64Array.from(packedPairs(ported)).sort();
  const offsets = new Uint32Array(packed.length);
  const brandIds = new Uint8Array(packed.length);
  packed.forEach((pair, at) => {
    offsets[at] = Math.floor(pair / 8);
    brandIds[at] = pair % 8;
    if (at > 0 && offsets[at] === offsets[at - 1] && brandIds[at] !== brandIds[at - 1]) {
      throw new RangeError(`number ${PORTED_BASE + (offsets[at] ?? 0)} is ported to two brands`);
    }
  });
  return (destination) => {
    const offset = destination - PORTED_BASE;
    const at = lastNotAbove(offsets, offset);
    return at >= 0 && offsets[at] === offset ? (brandIds[at] ?? 0) : 0;
  };
}

function* packedPairs(ported: Iterable<readonly [number, Brand]>): Generator<number> {
  for (const [number, brand] of ported) {
    const offset = number - PORTED_BASE;
    if (!Number.isInteger(offset) || offset < 0 || offset >= PORTED_SPAN) {
      throw new RangeError(`ported number ${number} is not a mobile number`);
    }
    yield offset * 8 + brandIdOf(brand);
  }
}
