// Work that protects production and only delays a test. Every process of `main.ts` runs with PRODUCTION_COSTS: they are
// an argument of the program and no setting, so that no installation can run with less by mistake.
export type PasswordCost = { readonly memory: number; readonly passes: number; readonly parallelism: number };

export type Costs = {
  /** Argon2id: kilobytes of memory, passes, threads. */
  readonly password: PasswordCost;
  /** Days after the current one for which partitions exist. */
  readonly partitionDaysAhead: number;
  /** Refuses a database that may lose acknowledged commits. */
  readonly demandsDurability: boolean;
  /** Zero bits of a proof of work that are checked; of a harder one, this many. */
  readonly proofBitsMax: number;
};

export const PRODUCTION_COSTS: Costs = {
  password: { memory: 19_456, passes: 2, parallelism: 1 },
  partitionDaysAhead: 3,
  demandsDurability: true,
  proofBitsMax: 32,
};
