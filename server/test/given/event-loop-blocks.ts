// The longest block of the event loop, in CPU time of its thread, which does not depend on the load of the machine.
// Pauses of the garbage collector are subtracted: in a process that has run other test files they grow with the heap of
// those files.
import { PerformanceObserver } from 'node:perf_hooks';

const TICK_MS = 2;
/** Node reports a pause of the collector some turns after the pause. */
const TOLD_MS = 50;

const cpuNowMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

type Block = { readonly fromMs: number; readonly toMs: number; readonly cpuMs: number };

/** The longest time between two turns of the loop while `work` ran. */
export async function longestBlockMs(work: () => Promise<void>): Promise<number> {
  const blocks: Block[] = [];
  const pauses: { readonly startTime: number; readonly duration: number }[] = [];
  const observer = new PerformanceObserver((list) => pauses.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  let isOver = false;
  let last = { atMs: performance.now(), cpuMs: cpuNowMs() };
  const look = () => {
    const now = { atMs: performance.now(), cpuMs: cpuNowMs() };
    blocks.push({ fromMs: last.atMs, toMs: now.atMs, cpuMs: now.cpuMs - last.cpuMs });
    last = now;
    if (!isOver) setTimeout(look, TICK_MS);
  };
  look();
  try {
    await work();
  } finally {
    isOver = true;
    look();
    await new Promise((resolve) => setTimeout(resolve, TOLD_MS));
    observer.disconnect();
  }
  const pausedMs = ({ fromMs, toMs }: Block) =>
    pauses
      .filter(({ startTime }) => startTime >= fromMs && startTime < toMs)
      .reduce((sum, { duration }) => sum + duration, 0);
  return Math.max(...blocks.filter(({ cpuMs }) => cpuMs > TICK_MS).map((block) => block.cpuMs - pausedMs(block)), 0);
}
