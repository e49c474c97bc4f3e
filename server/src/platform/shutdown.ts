// Shuts a process down in the reverse order of its start: listeners and loops first, connections last. A part that
// exceeds its time-out is left to expire with its lease.
import type { Logger } from './log.ts';

export type Shutdown = {
  /** `timeoutMs`: for a part that needs longer than the default. */
  add(name: string, close: () => unknown, timeoutMs?: number): void;
  /** Runs once; later calls await the same run. */
  run(): Promise<void>;
  /** True from the first call of `run`. */
  hasBegun(): boolean;
};

const PART_TIMEOUT_MS = 12_000;

export function createShutdown(log: Logger): Shutdown {
  const parts: { name: string; close: () => unknown; timeoutMs: number }[] = [];
  let running: Promise<void> | undefined;
  const closeAll = async () => {
    for (const part of parts.toReversed()) {
      const timeout = Promise.withResolvers<never>();
      const timer = setTimeout(
        () => timeout.reject(new Error(`${part.name} did not close within ${part.timeoutMs} ms`)),
        part.timeoutMs,
      );
      try {
        await Promise.race([part.close(), timeout.promise]);
      } catch (error) {
        log.error({ err: error, part: part.name }, 'part did not close');
      } finally {
        clearTimeout(timer);
      }
    }
  };
  return {
    add: (name, close, timeoutMs = PART_TIMEOUT_MS) => parts.push({ name, close, timeoutMs }),
    run: () => (running ??= closeAll()),
    hasBegun: () => running !== undefined,
  };
}
