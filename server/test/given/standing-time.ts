import { vi } from 'vitest';

/** Monotonic time stands still meanwhile: limits that refill with time are judged by counts, however slow the machine. */
export async function whileTimeStands<T>(work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}
