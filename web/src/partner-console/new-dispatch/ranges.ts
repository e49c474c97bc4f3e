/** Consecutive numbers as pairs of first and last: 1 2 3 5 becomes 1–3, 5–5. */
export function rangesOf(values: readonly number[]): (readonly [from: number, to: number])[] {
  const ranges: [number, number][] = [];
  for (const value of values.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === value - 1) last[1] = value;
    else ranges.push([value, value]);
  }
  return ranges;
}
