// The only layer that retries outages: a worker wakes by signal and by timer, runs a round, and after a failed round
// waits and tries again. A round takes no arguments; it reads its work from the database.
import type { Logger } from './log.ts';
import { createOutageLog } from './logging/outage-log.ts';
import type { Metrics } from './metrics/metrics.ts';

export type WorkerLoop = {
  wake(): void;
  /** Wakes the loop; resolves when a round that began after this call has succeeded or the loop has stopped. */
  nextRound(): Promise<void>;
  stop(): Promise<void>;
};

export type LoopOptions = {
  readonly name: string;
  /** Pause after a round without work. */
  readonly idleMs: number;
  /** True: more work may be due at once. */
  readonly round: () => Promise<boolean>;
};

export type WorkerLoops = {
  start(options: LoopOptions): WorkerLoop;
  wakeAll(): void;
  /**
   * Resolves when every loop has completed a round that began after this call, so that due work has been claimed.
   * Excludes housekeeping loops (idle for a minute or longer).
   */
  barrier(): Promise<void>;
};

type RoundReports = { succeeded(): void; failed(error: unknown): void };

const FAILURE_WAIT_MS_MAX = 5_000;
const HOUSEKEEPING_IDLE_MS = 60_000;

export function createWorkerLoops(log: Logger, metrics: Metrics): WorkerLoops {
  const loops = new Map<WorkerLoop, LoopOptions>();
  return {
    start: (options) => {
      const outages = createOutageLog(log, 'loop');
      const loop = startLoop(options, {
        succeeded: () => outages.worked(options.name),
        failed: (error) => {
          metrics.count('volley_loop_errors_total', { loop: options.name });
          outages.failed(options.name, error);
        },
      });
      loops.set(loop, options);
      return {
        ...loop,
        stop: async () => {
          await loop.stop();
          outages.close();
          loops.delete(loop);
        },
      };
    },
    wakeAll: () => {
      for (const loop of loops.keys()) loop.wake();
    },
    barrier: async () => {
      const due = [...loops].filter(([, { idleMs }]) => idleMs < HOUSEKEEPING_IDLE_MS);
      await Promise.all(due.map(([loop]) => loop.nextRound()));
    },
  };
}

function startLoop({ idleMs, round }: LoopOptions, reports: RoundReports): WorkerLoop {
  let stopped = false;
  let awake = false;
  let begun = 0;
  let ring: (() => void) | undefined;
  const waiting = new Set<{ readonly round: number; readonly resolve: () => void }>();
  const sleep = (ms: number, wakeable: boolean) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      if (wakeable)
        ring = () => {
          clearTimeout(timer);
          resolve();
        };
    });
  const wake = () => {
    awake = true;
    ring?.();
  };
  const resolveUpTo = (finished: number) => {
    for (const waiter of waiting) {
      if (waiter.round > finished) continue;
      waiting.delete(waiter);
      waiter.resolve();
    }
  };

  const run = async () => {
    let failures = 0;
    while (!stopped) {
      awake = false;
      begun += 1;
      try {
        const more = await round();
        failures = 0;
        reports.succeeded();
        resolveUpTo(begun);
        if (!more && !awake && !stopped) await sleep(idleMs, true);
        ring = undefined;
      } catch (error) {
        failures += 1;
        reports.failed(error);
        await sleep(Math.min(100 * 2 ** Math.min(failures, 6), FAILURE_WAIT_MS_MAX), false);
      }
    }
    resolveUpTo(Number.POSITIVE_INFINITY);
  };
  const running = run();
  return {
    wake,
    nextRound: () =>
      new Promise((resolve) => {
        if (stopped) return resolve();
        waiting.add({ round: begun + 1, resolve });
        wake();
      }),
    stop: async () => {
      stopped = true;
      ring?.();
      await running;
    },
  };
}
