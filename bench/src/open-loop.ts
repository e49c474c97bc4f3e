// Calls at a fixed pace, whether or not the earlier ones were answered, each timed from the moment it was due: a slow
// answer delays nobody's clock, so it cannot hide the calls that would have waited behind it.
import { pause } from './stand/wait.ts';

export type Paced = {
  /** From the moment a call was due to its end. */
  readonly waitsMs: number[];
  readonly failures: number;
};

export async function callAtPace(
  { perSecond, calls }: { perSecond: number; calls: number },
  call: (at: number) => Promise<void>,
): Promise<Paced> {
  const startMs = performance.now();
  const waitsMs: number[] = [];
  const open: Promise<void>[] = [];
  let failures = 0;
  const run = async (at: number, dueMs: number): Promise<void> => {
    try {
      await call(at);
      waitsMs.push(performance.now() - dueMs);
    } catch {
      failures += 1;
    }
  };
  for (let at = 0; at < calls; at += 1) {
    const dueMs = startMs + (at * 1_000) / perSecond;
    const aheadMs = dueMs - performance.now();
    if (aheadMs > 0) await pause(aheadMs);
    open.push(run(at, dueMs));
  }
  await Promise.all(open);
  return { waitsMs, failures };
}
