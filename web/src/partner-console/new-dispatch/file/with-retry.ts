import { ApiError } from '../../../api/api-error.ts';

const TRIES_MAX = 30;

/** Retries after `too-many-requests`; all other errors are final. */
export async function withRetry<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      const isBusy = error instanceof ApiError && error.reason === 'too-many-requests';
      if (!isBusy || tries >= TRIES_MAX) throw error;
      const seconds = Number(error.facts['retryAfterSeconds'] ?? 1);
      await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(seconds, 0.2), 30) * 1_000));
    }
  }
}
