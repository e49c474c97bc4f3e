import type { Costs } from '../../src/platform/production-costs.ts';

/** A test runs for seconds on a database of its own. */
export const TEST_COSTS: Costs = {
  password: { memory: 64, passes: 1, parallelism: 1 },
  partitionDaysAhead: 1,
  demandsDurability: false,
  proofBitsMax: 8,
};
