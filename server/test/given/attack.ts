// Endless callers that repeat a request, as many at a time as one address has connections, while a test makes the calls
// that must still work.
import { pause } from './until.ts';

/**
 * Between two calls of a lane. Without it most CPU time of the test goes into refusals, whose number proves nothing.
 */
const BREATH_MS = 25;

/**
 * Runs `lanes` endless callers beside `work` and waits for them to end. Resolves with the work's result and their
 * statuses.
 */
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
      await pause(BREATH_MS);
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
  /** Resolves when the attack has shown its effect: the victims begin only then. */
  readonly isUnderWay?: (statuses: ReadonlyMap<number, number>) => boolean;
};
