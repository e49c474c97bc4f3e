// Whatever goes wrong leaves as `{error: {code, msg}}`. Expected refusals show their reason; the
// unexpected is logged once, here, and shows nothing but the request's id. A database that is away is
// no error of the caller, so it says when to come back.
import { SURFACE_PREFIX, type Surface } from '@volley/contract/endpoint.ts';
import { type ErrorBody, type ErrorFace, faceOf, INTERNAL_ERROR } from '@volley/contract/errors.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseOutage } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
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
  if (face.status === 401) void reply.header('www-authenticate', 'Basic realm="api", Bearer');
  const retryAfterSeconds = refusal?.details?.['retryAfterSeconds'];
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
  const complaints = error instanceof InvalidInput ? error.complaints : complaintOf(refusal, surface);
  return reply.code(face.status).type('application/json; charset=utf-8').send(errorText(face, complaints));
}

/** In the messaging API a field that was refused by a rule is named as one that was refused by its form. */
function complaintOf(refusal: Refusal | undefined, surface: Surface): Complaint[] {
  if (surface !== 'messaging' || refusal?.reason !== 'bad-request') return [];
  const { field, problem } = refusal.details ?? {};
  return field === undefined || problem === undefined ? [] : [{ field: String(field), reason: String(problem) }];
}

export function errorText(face: ErrorFace, complaints: readonly Complaint[] = []): string {
  const { code, msg } = face;
  const body: ErrorBody = { error: { code, msg, ...(complaints.length > 0 && { details: [...complaints] }) } };
  return JSON.stringify(body);
}

function surfaceOf(url: string): Surface {
  if (url.startsWith(`${SURFACE_PREFIX['back-office']}/`)) return 'back-office';
  if (url.startsWith(`${SURFACE_PREFIX.widget}/`)) return 'widget';
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
