/** Seeded randomness: the same seed gives the same faults in the same order. */
export type Chance = { number(): number; between(low: number, high: number): number; pick<T>(list: readonly T[]): T };

export function seededChance(seed: number): Chance {
  let state = seed >>> 0;
  const number = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  return {
    number,
    between: (low, high) => low + number() * (high - low),
    pick: (list) => {
      const found = list[Math.floor(number() * list.length)];
      if (found === undefined) throw new RangeError('cannot pick from an empty list');
      return found;
    },
  };
}
