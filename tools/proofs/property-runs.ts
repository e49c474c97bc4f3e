// Number of runs of property tests. PROPERTY_RUNS is the number for a property without its own, default 100. A property
// with its own number scales with it: PROPERTY_RUNS=1000 means ten times as many everywhere. Vitest loads this file
// before the tests of every project with properties.
import fc from 'fast-check';

const RUNS_DEFAULT = 100;

const wanted = Number(process.env['PROPERTY_RUNS'] ?? RUNS_DEFAULT);
if (!Number.isInteger(wanted) || wanted < 1) {
  throw new Error(`PROPERTY_RUNS must be a positive integer, not ${process.env['PROPERTY_RUNS']}`);
}
fc.configureGlobal({ numRuns: wanted });

/** Runs of a property that has `count` runs at the default setting. */
export function propertyRuns(count: number): number {
  return Math.max(1, Math.round((count * wanted) / RUNS_DEFAULT));
}
