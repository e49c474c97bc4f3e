// Strangers who ask for something over and over, as many at a time as connections of one address, while a test does
// what must work nevertheless.

/** Runs `lanes` endless callers beside `work` and waits for them to end. Resolves with the work's result and their statuses. */
export async function during<T>(
  attack: (at: number) => Promise<number>,
  { lanes = 36, isUnderWay = (statuses) => statuses.size > 0 }: AttackOptions,
  work: () => Promise<T>,
): Promise<{ result: T; statuses: Map<number, number> }> {
  const statuses = new Map<number, number>();
  let isOver = false;
  let calls = 0;
  const { promise: underWay, resolve } = Promise.withResolvers<void>();
  const caller = async () => {
    while (!isOver) {
      const status = await attack((calls += 1));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (isUnderWay(statuses)) resolve();
    }
  };
  const callers = Promise.all(Array.from({ length: lanes }, caller));
  try {
    await Promise.race([underWay, callers]);
    return { result: await work(), statuses };
  } finally {
    isOver = true;
    await callers;
  }
}

type AttackOptions = {
  readonly lanes?: number;
  /** When the victims begin: not before the attack has shown its effect. */
  readonly isUnderWay?: (statuses: ReadonlyMap<number, number>) => boolean;
};
