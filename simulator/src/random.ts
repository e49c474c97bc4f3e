// Seeded random numbers: the same seed and the same order of submits give the same faults.

export type Random = () => number;

/** Numbers from 0 up to 1 by the mulberry32 generator. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

export function happens(random: Random, percent: number): boolean {
  return percent > 0 && random() * 100 < percent;
}
