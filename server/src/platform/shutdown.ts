// Ends a process in the reverse order of its start: listeners and loops first, connections last. A part
// that does not end within its time is left to the lease that covers it.
import type { Logger } from './log.ts';

export type Shutdown = {
  add(name: string, close: () => unknown): void;
  /** Runs once; later calls wait for the same end. */
  run(): Promise<void>;
};

const PART_TIMEOUT_MS = 12_000;

export function createShutdown(log: Logger): Shutdown {
  const parts: { name: string; close: () => unknown }[] = [];
  let running: Promise<void> | undefined;
  const closeAll = async () => {
    for (const part of parts.toReversed()) {
      const timeout = Promise.withResolvers<never>();
      const timer = setTimeout(() => timeout.reject(new Error('did not end in time')), PART_TIMEOUT_MS);
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
    add: (name, close) => parts.push({ name, close }),
    run: () => (running ??= closeAll()),
  };
}
