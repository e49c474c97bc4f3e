// The one level at which outages are retried: a worker wakes by signal and by timer, does a round, and
// after a failed round waits and tries again. It takes no argument it could not read again.
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

export type WorkerLoop = { wake(): void; stop(): Promise<void> };

type LoopOptions = {
  readonly name: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Wait this long when a round found nothing to do. */
  readonly idleMs: number;
  /** Returns true when there may be more to do at once. */
  readonly round: () => Promise<boolean>;
};

const FAILURE_WAIT_MS_MAX = 5_000;

export function startLoop({ name, log, metrics, idleMs, round }: LoopOptions): WorkerLoop {
  let stopped = false;
  let awake = false;
  let ring: (() => void) | undefined;
  const sleep = (ms: number, wakeable: boolean) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      if (wakeable)
        ring = () => {
          clearTimeout(timer);
          resolve();
        };
    });

  const run = async () => {
    let failures = 0;
    while (!stopped) {
      awake = false;
      try {
        const more = await round();
        failures = 0;
        if (!more && !awake && !stopped) await sleep(idleMs, true);
        ring = undefined;
      } catch (error) {
        failures += 1;
        metrics.count('volley_loop_errors_total', { loop: name });
        log.warn({ err: error, loop: name, failures }, 'round failed, trying again');
        await sleep(Math.min(100 * 2 ** Math.min(failures, 6), FAILURE_WAIT_MS_MAX), false);
      }
    }
  };
  const running = run();
  return {
    wake: () => {
      awake = true;
      ring?.();
    },
    stop: async () => {
      stopped = true;
      ring?.();
      await running;
    },
  };
}
