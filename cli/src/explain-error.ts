// An error as a message to the user.
import { ApiFailure } from '@volley/sdk/errors/api-failure.ts';
import { InvalidArgument } from '@volley/sdk/errors/invalid-argument.ts';
import { PartialFailure } from '@volley/sdk/errors/partial-failure.ts';
import { VolleyError } from '@volley/sdk/errors/volley-error.ts';

/** `takesKey`: the command has the option `--idempotency-key`. */
export function explainError(error: unknown, takesKey = false): string {
  if (!(error instanceof VolleyError)) return error instanceof Error ? error.message : String(error);
  const { message, requestId } = error;
  const docs = error instanceof ApiFailure ? `See ${error.docs}.` : undefined;
  const request = requestId === undefined ? undefined : `Request ${requestId}.`;
  const last = [docs, request].filter((one) => one !== undefined).join(' ');
  return [message, ...detailLines(error), hintOf(error, takesKey), ...(last === '' ? [] : [last])].join('\n');
}

function detailLines(error: VolleyError): string[] {
  const hasDetails = error instanceof ApiFailure || error instanceof InvalidArgument || error instanceof PartialFailure;
  if (!hasDetails) return [];
  const { details } = error;
  const more = 'detailsTotal' in error ? error.detailsTotal - details.length : 0;
  return [...details.map(({ field, reason }) => `  ${field}: ${reason}`), ...(more > 0 ? [`  and ${more} more`] : [])];
}

/** The hint of the client is for programs: a command is repeated with an option. */
function hintOf(error: VolleyError, takesKey: boolean): string {
  const { mayBeDone, idempotencyKey: key, hint } = error;
  const isRefusedPart = error instanceof PartialFailure && error.details.length > 0;
  if (!takesKey || !mayBeDone || key === undefined || isRefusedPart) return hint;
  const option = `--idempotency-key '${key}'`;
  return `Repeat the command with the same input and ${option} within 24 hours: nothing is done twice.`;
}
