// Log lines about a loop whose rounds fail: one at the first failure, one per minute with the number of failures, one when
// a round succeeds again. A loop that fails and succeeds in turn writes one pair of lines per minute.
import type { Logger } from '../log.ts';

export type RoundLog = {
  failed(error: unknown): void;
  /** Cheap while nothing fails: call it after every success. */
  succeeded(): void;
};

const REPEAT_MS = 60_000;

export function createRoundLog(log: Pick<Logger, 'warn'>, loop: string): RoundLog {
  let sinceMs: number | undefined;
  /** Since the last success that has a line. */
  let failures = 0;
  /** The present failure has a line, so its end gets one too. */
  let isReported = false;
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  const seconds = () => (sinceMs === undefined ? 0 : Math.round((performance.now() - sinceMs) / 100) / 10);
  return {
    failed: (err) => {
      const nowMs = performance.now();
      sinceMs ??= nowMs;
      failures += 1;
      if (nowMs - reportedAtMs < REPEAT_MS) return;
      reportedAtMs = nowMs;
      isReported = true;
      log.warn({ err, loop, failures, seconds: seconds() }, 'round failed, trying again');
    },
    succeeded: () => {
      if (sinceMs === undefined) return;
      if (isReported) {
        log.warn({ loop, failures, seconds: seconds() }, 'round succeeded again');
        failures = 0;
      }
      isReported = false;
      sinceMs = undefined;
    },
  };
}
