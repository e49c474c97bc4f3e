import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const RETRIES_MAX = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      // A refusal is final; only a missing response is retried.
      retry: (failures, error) =>
        failures < RETRIES_MAX && error instanceof ApiError && (error.status === 0 || error.status === 503),
    },
  },
});
