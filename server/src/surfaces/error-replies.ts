// Whatever goes wrong leaves as `{error: {code, msg}}`. Expected refusals show their reason; the
// unexpected is logged once, here, and shows nothing but the request's id. A database that is away is
// no error of the caller, so it says when to come back.
import { SURFACE_PREFIX, type Surface } from '@volley/contract/endpoint.ts';
import { type ErrorBody, type ErrorFace, faceOf, INTERNAL_ERROR } from '@volley/contract/errors.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseOutage } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import { noteError } from './request-notes.ts';
import { type Complaint, InvalidInput } from './validation.ts';

const OUTAGE_RETRY_SECONDS = 5;

export function replyWithError(
  log: Logger,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = asRefusal(error);
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
  const complaints = error instanceof InvalidInput ? error.complaints : complaintOf(refusal, surface);
  const text = surface === 'console' ? consoleText(face, refusal, complaints) : errorText(face, complaints);
  return reply.code(face.status).type('application/json; charset=utf-8').send(text);
}

/** In the messaging API and the console a field that was refused by a rule is named as one that was refused by its form. */
function complaintOf(refusal: Refusal | undefined, surface: Surface): Complaint[] {
  if ((surface !== 'messaging' && surface !== 'console') || refusal?.reason !== 'bad-request') return [];
  const { field, problem } = refusal.details ?? {};
  return field === undefined || problem === undefined ? [] : [{ field: String(field), reason: String(problem) }];
}

/** The console tells people what happened in their language, so it gets the reason and its facts, not a sentence. */
function consoleText(face: ErrorFace, refusal: Refusal | undefined, complaints: readonly Complaint[]): string {
  const { code, msg } = face;
  const { reason = 'internal', details = {} } = refusal ?? {};
  return JSON.stringify({ error: { code, msg, reason, facts: details, details: complaints } });
}

export function errorText(face: ErrorFace, complaints: readonly Complaint[] = []): string {
  const { code, msg } = face;
  const body: ErrorBody = { error: { code, msg, ...(complaints.length > 0 && { details: [...complaints] }) } };
  return JSON.stringify(body);
}

function surfaceOf(url: string): Surface {
  if (url.startsWith(`${SURFACE_PREFIX['back-office']}/`)) return 'back-office';
  if (url.startsWith(`${SURFACE_PREFIX.widget}/`)) return 'widget';
  if (url.startsWith(`${SURFACE_PREFIX.console}/`)) return 'console';
  return url.startsWith(`${SURFACE_PREFIX.messaging}/`) ? 'messaging' : 'partner';
}

function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof InvalidInput) return error.refusal;
  const transport = transportRefusal(error);
  if (transport !== undefined) return transport;
  return isDatabaseOutage(error)
    ? new Refusal('unavailable', { retryAfterSeconds: OUTAGE_RETRY_SECONDS }, { cause: error })
    : undefined;
}

/** What the HTTP framework itself found wrong with a request. */
function transportRefusal(error: unknown): Refusal | undefined {
  // The client went away in the middle of its body; nobody will read the answer.
  if (error instanceof Error && error.message === 'aborted' && 'statusCode' in error) {
    return new Refusal('bad-request', { field: 'body', problem: 'was cut off' });
  }
  if (!(error instanceof Error) || !('code' in error) || !String(error.code).startsWith('FST_')) return undefined;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('payload-too-large');
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('unsupported-media-type');
  // No identifier is that long, so the path names nothing.
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return new Refusal('not-found');
  const isClientFault = 'statusCode' in error && Number(error.statusCode) < 500;
  return isClientFault ? new Refusal('bad-request', { field: 'request', problem: 'is malformed' }) : undefined;
}
