import { ApiFailure } from '@volley/sdk/errors/api-failure.ts';
import { AnswerUnknown } from '@volley/sdk/errors/connection-failure.ts';
import { InvalidArgument } from '@volley/sdk/errors/invalid-argument.ts';
import { PartialFailure } from '@volley/sdk/errors/partial-failure.ts';

/** Stable: scripts rely on these. */
export const EXIT = { ok: 0, error: 1, usage: 2, auth: 3, notFound: 4, limit: 5 } as const;

export function exitCodeOf(error: unknown): number {
  if (error instanceof InvalidArgument) return EXIT.usage;
  // The last refusal decides, also where an earlier attempt or part may be done.
  if (error instanceof PartialFailure || error instanceof AnswerUnknown) return exitCodeOf(error.cause);
  if (!(error instanceof ApiFailure)) return EXIT.error;
  const { status } = error;
  if (status === 401 || status === 403) return EXIT.auth;
  if (status === 404) return EXIT.notFound;
  return status === 429 ? EXIT.limit : EXIT.error;
}
