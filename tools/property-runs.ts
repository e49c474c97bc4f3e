// How often property tests run, in one setting. PROPERTY_RUNS is the number of runs of a property that names none, 100
// unless set. A property that names its own number scales with it: PROPERTY_RUNS=1000 means ten times as many
// everywhere. Vitest loads this file before the tests of every project that has properties.
import fc from 'fast-check';

const RUNS_DEFAULT = 100;

const wanted = Number(process.env['PROPERTY_RUNS'] ?? RUNS_DEFAULT);
if (!Number.isInteger(wanted) || wanted < 1) {
  throw new Error(`PROPERTY_RUNS must be a whole number from 1: ${process.env['PROPERTY_RUNS']}`);
}
fc.configureGlobal({ numRuns: wanted });

/** The number of runs for a property that makes `count` at the default setting. */
export function propertyRuns(count: number): number {
  return Math.max(1, Math.round((count * wanted) / RUNS_DEFAULT));
}
