// Whatever goes wrong leaves as `{error: {code, msg}}`, with `details` where the caller can mend it. Expected refusals
// show their reason; the unexpected is logged once, here, and shows nothing but the request's id. A database that is
// away is no error of the caller, so it says when to come back.
import { SURFACE_PREFIX, type Surface } from '@volley/contract/endpoint.ts';
import { type ErrorBody, type ErrorFace, faceOf, INTERNAL_ERROR } from '@volley/contract/errors.ts';
import { asFaults, type Faults } from '@volley/domain/fault.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseOutage } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import { noteError } from './request-notes.ts';

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
  const face = refusal === undefined ? INTERNAL_ERROR : faceOf(refusal, surface);
  noteError(request, face.code);
  // In the console a browser would ask for a password in a window of its own.
  if (face.status === 401 && surface !== 'console') void reply.header('www-authenticate', 'Basic realm="api", Bearer');
  const retryAfterSeconds = refusal?.details?.['retryAfterSeconds'];
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
  const found = refusal === undefined ? NOTHING : toldOf(refusal, face);
  const text = surface === 'console' ? consoleText(face, refusal, found) : errorText(face, found);
  return reply.code(face.status).type('application/json; charset=utf-8').send(text);
}

const NOTHING = asFaults([]);
/** Refusals that the caller can mend by sending another request; an id of the wrong form is one, too. */
const MENDABLE = new Set([4000, 4040, 4130, 4150]);

const toldOf = ({ found }: Refusal, { code }: ErrorFace) => (MENDABLE.has(code) ? found : NOTHING);

/** The console tells people what happened in their language, so it gets the reason and its facts, not a sentence. */
function consoleText(face: ErrorFace, refusal: Refusal | undefined, { faults, total }: Faults): string {
  const { code, msg } = face;
  const { reason = 'internal', details = {} } = refusal ?? {};
  const more = total > faults.length && { detailsTotal: total };
  return JSON.stringify({ error: { code, msg, reason, facts: details, details: faults, ...more } });
}

export function errorText(face: ErrorFace, { faults, total }: Faults = NOTHING): string {
  const { code, msg } = face;
  const details = faults.length > 0 && { details: [...faults], ...(total > faults.length && { detailsTotal: total }) };
  const body: ErrorBody = { error: { code, msg, ...details } };
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

/** What the HTTP framework itself found wrong with a request. */
function transportRefusal(error: unknown, { routeOptions }: FastifyRequest): Refusal | undefined {
  // The client went away in the middle of its body; nobody will read the answer.
  if (error instanceof Error && error.message === 'aborted' && 'statusCode' in error) {
    return malformed('body', 'was cut off');
  }
  if (!(error instanceof Error) || !('code' in error) || !String(error.code).startsWith('FST_')) return undefined;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('payload-too-large', { problem: `must be at most ${routeOptions.bodyLimit} bytes` });
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('unsupported-media-type');
  // No identifier is that long, so the path names nothing.
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return new Refusal('not-found');
  if (error.code === 'FST_ERR_BAD_URL') return malformed('path', 'has a % that two hexadecimal digits do not follow');
  const isClientFault = 'statusCode' in error && Number(error.statusCode) < 500;
  return isClientFault ? malformed('request', 'is malformed') : undefined;
}

const malformed = (field: string, problem: string) =>
  new Refusal('bad-request', { field, problem, code: 'malformed-request' });
