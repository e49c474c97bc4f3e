// Statistics of a bench. Medians, because on a shared machine some of the runs are disturbed.

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Nearest rank: the smallest value that at least `percent` of all values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  if (values.length === 0) throw new RangeError(`percentile ${percent} of an empty list`);
  if (percent < 0 || percent > 100) throw new RangeError(`percent ${percent} is outside 0 to 100`);
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

export function ratePerSecond(count: number, elapsedMs: number): number {
  if (elapsedMs <= 0) throw new RangeError(`elapsed time ${elapsedMs} ms is not positive`);
  return (count * 1_000) / elapsedMs;
}

/**
 * Median over the rounds of value / reference, measured in turn, so that other load slows both. Null without a
 * reference.
 */
export function medianRatio(values: readonly number[], references: readonly number[]): number | null {
  if (values.length === 0 || values.length !== references.length) return null;
  if (references.some((reference) => reference <= 0)) return null;
  return median(values.map((value, at) => value / (references[at] ?? Number.NaN)));
}

export function rounded(value: number, places = 2): number {
  const factor = 10 ** places;
  return Math.round(value * factor) / factor;
}

export type ProgressSample = { atMs: number; done: number };

/** When `share` of `total` was done, by linear interpolation between samples. */
export function timeOfShare(samples: readonly ProgressSample[], total: number, share: number): number {
  const wanted = total * share;
  const at = samples.findIndex((sample) => sample.done >= wanted);
  const after = samples[at];
  if (after === undefined) throw new RangeError(`never reached ${share} of ${total}`);
  const before = samples[at - 1];
  if (before === undefined || after.done === before.done) return after.atMs;
  const part = (wanted - before.done) / (after.done - before.done);
  return before.atMs + part * (after.atMs - before.atMs);
}

/** Rate in the last tenth of the work relative to the first tenth. */
export function lastOverFirstTenth(samples: readonly ProgressSample[], total: number): number {
  const spanMs = (from: number, to: number) => timeOfShare(samples, total, to) - timeOfShare(samples, total, from);
  return spanMs(0, 0.1) / spanMs(0.9, 1);
}
