// An error as a message to the user.
import { ApiFailure } from '@volley/sdk/api-failure.ts';

export function explainError(error: unknown): string {
  if (!(error instanceof ApiFailure)) return error instanceof Error ? error.message : String(error);
  const { message, details, detailsTotal, docs, requestId } = error;
  const more = detailsTotal - details.length;
  return [
    message,
    ...details.map(({ field, reason }) => `  ${field}: ${reason}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    `See ${docs}.${requestId === undefined ? '' : ` Request ${requestId}.`}`,
  ].join('\n');
}
