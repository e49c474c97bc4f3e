import { vi } from 'vitest';

/**
 * Stops monotonic time during `work`, so that limits that refill with time depend on counts only, on a slow machine
 * too.
 */
export async function whileTimeStands<T>(work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}
