// Open-loop load: calls at a fixed rate, independent of earlier answers, each timed from the moment it was due. A slow
// answer therefore cannot hide the calls that would have waited behind it (coordinated omission).
import { pause } from './harness/wait.ts';

export type Paced = {
  /** From the due time of a call to its end. */
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
