// Every failure is answered as `{error: {code, msg}}`, with `details` where the caller can fix the request. Expected
// refusals show their reason; unexpected errors are logged once, here, and show only the request id. An outage of the
// database is answered with Retry-After.
import { SURFACE_PREFIX, type Surface } from '@volley/contract/endpoint.ts';
import { type ApiError, apiErrorOf, type ErrorBody, INTERNAL_ERROR } from '@volley/contract/errors.ts';
import { asFaults, type Faults } from '@volley/domain/refusals/fault.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseOutage } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/log.ts';
import { recordErrorCode } from './request-notes.ts';

const OUTAGE_RETRY_SECONDS = 5;

export function replyWithError(
  log: Logger,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = asRefusal(error, request);
  if (refusal === undefined || refusal.reason === 'unavailable') {
    log.error(
      { err: error, requestId: request.id, route: request.routeOptions.url, method: request.method },
      'request failed',
    );
  }
  const surface = surfaceOf(request.url);
  const apiError = refusal === undefined ? INTERNAL_ERROR : apiErrorOf(refusal, surface);
  recordErrorCode(request, apiError.code);
  // With the header a browser would open its own password dialog on the console.
  if (apiError.status === 401 && surface !== 'console')
    void reply.header('www-authenticate', 'Basic realm="api", Bearer');
  const retryAfterSeconds = refusal?.details?.['retryAfterSeconds'];
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
  const found = refusal === undefined ? NOTHING : reportedFaults(refusal, apiError);
  const text = surface === 'console' ? consoleText(apiError, refusal, found) : errorText(apiError, found, surface);
  return reply.code(apiError.status).type('application/json; charset=utf-8').send(text);
}

const NOTHING = asFaults([]);
/** Codes of refusals that the caller can fix by sending another request; a malformed id in the path is one. */
const FIXABLE = new Set([4000, 4040, 4130, 4150]);

const reportedFaults = ({ found }: Refusal, { code }: ApiError) => (FIXABLE.has(code) ? found : NOTHING);

/** The console translates errors itself, so it gets the reason and its facts. */
function consoleText(apiError: ApiError, refusal: Refusal | undefined, { faults, total }: Faults): string {
  const { code, msg } = apiError;
  const { reason = 'internal', details = {} } = refusal ?? {};
  const more = total > faults.length && { detailsTotal: total };
  return JSON.stringify({ error: { code, msg, reason, facts: details, details: faults, ...more } });
}

export function errorText(apiError: ApiError, { faults, total }: Faults = NOTHING, surface?: Surface): string {
  const { code, msg } = apiError;
  const [first] = faults;
  // The widget marks one field, in the language of the visitor.
  const marked = surface === 'widget' && first !== undefined && { field: first.field, reason: first.code };
  const details = faults.length > 0 && { details: [...faults], ...(total > faults.length && { detailsTotal: total }) };
  const body: ErrorBody = { error: { code, msg, ...marked, ...details } };
  return JSON.stringify(body);
}

function surfaceOf(url: string): Surface {
  if (url.startsWith(`${SURFACE_PREFIX['back-office']}/`)) return 'back-office';
  if (url.startsWith(`${SURFACE_PREFIX.widget}/`)) return 'widget';
  if (url.startsWith(`${SURFACE_PREFIX.console}/`)) return 'console';
  return url.startsWith(`${SURFACE_PREFIX.messaging}/`) ? 'messaging' : 'partner';
}

function asRefusal(error: unknown, request: FastifyRequest): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const transport = transportRefusal(error, request);
  if (transport !== undefined) return transport;
  return isDatabaseOutage(error)
    ? new Refusal('unavailable', { retryAfterSeconds: OUTAGE_RETRY_SECONDS }, { cause: error })
    : undefined;
}

/** Refusals raised by the HTTP framework. */
function transportRefusal(error: unknown, { routeOptions }: FastifyRequest): Refusal | undefined {
  // The client closed the connection in the middle of its body and does not read the answer.
  if (error instanceof Error && error.message === 'aborted' && 'statusCode' in error) {
    return malformed('body', 'was incomplete');
  }
  if (!(error instanceof Error) || !('code' in error) || !String(error.code).startsWith('FST_')) return undefined;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('payload-too-large', { problem: `must be at most ${routeOptions.bodyLimit} bytes` });
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('unsupported-media-type');
  // No id is that long, so the path does not exist.
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return new Refusal('not-found');
  if (error.code === 'FST_ERR_BAD_URL') return malformed('path', 'must not have a % without two hexadecimal digits');
  const isClientFault = 'statusCode' in error && Number(error.statusCode) < 500;
  return isClientFault ? malformed('request', 'must be well-formed HTTP') : undefined;
}

const malformed = (field: string, problem: string) =>
  new Refusal('bad-request', { field, problem, code: 'malformed-request' });
