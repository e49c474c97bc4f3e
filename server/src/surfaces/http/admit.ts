// Authentication, authorization and rate limits of a call, before a byte of the body is read.
import type { EndpointShape } from '@volley/contract/endpoint.ts';
import type { Actor, KeyActor, PartnerConsoleActor, SignedIn, StaffActor } from '@volley/domain/people/actor.ts';
import { hasRight } from '@volley/domain/people/partner-role.ts';
import { hasCapability } from '@volley/domain/people/staff-role.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticateKey, checkKeyType } from '../../features/access/authenticate-key.ts';
import { authenticatePartner } from '../../features/access/authenticate-partner.ts';
import { authenticateStaff } from '../../features/back-office/staff/authenticate-staff.ts';
import { authenticateSession } from '../../features/sessions/authenticate-session.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from './http-server.ts';
import type { RateVerdict } from './limits/rate-limit.ts';
import { recordCaller } from './request-notes.ts';

export type Caller = Actor | PartnerConsoleActor | KeyActor | StaffActor | SignedIn;

export async function admit(
  app: ApiServer,
  shape: EndpointShape,
  platform: Pick<Platform, 'db'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Caller> {
  if (isBehindSession(app, shape)) return admitSession(app, shape, platform, { request, reply });
  if (shape.auth === 'staff') {
    const staff = await authenticateStaff(platform, request.headers.authorization, request.id);
    applyLimit(reply, app.limiters?.partner.take(`staff ${staff.staffId}`));
    if (!mayCall(shape, staff)) throw new Refusal('access-denied');
    return staff;
  }
  if (shape.auth === 'key') {
    const { authorization } = request.headers;
    const onFound = (found: KeyActor) => recordCaller(request, found);
    const holder = await authenticateKey(platform, { authorization, address: request.ip, onFound });
    applyLimit(reply, app.limiters?.key.take(holder.keyId));
    checkKeyType(holder, shape.keyTypes);
    return holder;
  }
  const actor = await authenticatePartner(platform, request.headers.authorization);
  recordCaller(request, actor);
  applyLimit(reply, app.limiters?.partner.take(actor.partnerId));
  return actor;
}

/** A caller with a console session: staff at staff endpoints, users of a partner at all others. */
async function admitSession(
  app: ApiServer,
  shape: EndpointShape,
  platform: Pick<Platform, 'db'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<SignedIn> {
  const { method, headers, id } = request;
  const actor = await authenticateSession(platform, { method, headers, requestId: id });
  applyLimit(reply, app.limiters?.partner.take(personKey(actor)));
  const may = actor.kind === 'staff' ? shape.auth === 'staff' && mayCall(shape, actor) : mayUse(shape, actor);
  if (shape.auth !== 'signed-in' && !may) throw new Refusal('access-denied');
  return actor;
}

/** Not the login: two partners may have users with the same login. */
export function personKey(actor: PartnerConsoleActor | StaffActor): string {
  return actor.kind === 'staff' ? `staff ${actor.staffId}` : `user ${actor.partnerId} ${actor.userId ?? 'owner'}`;
}

function isBehindSession(app: ApiServer, { auth }: EndpointShape): boolean {
  return app.auth === 'session' || auth === 'session' || auth === 'signed-in';
}

/**
 * Prevents a foreign site from making a browser act here (CSRF). Browsers declare the origin of a change; other clients
 * send no such headers.
 */
export function refuseForeignPage({ method, headers, host }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD') return;
  const { origin } = headers;
  const isForeign = origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
  if (isForeign || headers['sec-fetch-site'] === 'cross-site')
    throw new Refusal('access-denied', { needs: 'own page' });
}

function mayUse({ auth, right }: EndpointShape, { role }: PartnerConsoleActor): boolean {
  if (auth === 'staff' || right === undefined) return false;
  return right === 'any-role' || hasRight(role, right);
}

/** Deny by default: a staff endpoint without a declared capability is closed. */
function mayCall({ capability }: EndpointShape, staff: StaffActor): boolean {
  return capability !== undefined && capability !== 'sign-in' && hasCapability(staff.roles, capability);
}

export function checkCapability({ id, surface, auth, capability, right }: EndpointShape): void {
  if (
    auth === 'signed-in' ? surface !== 'console' : auth === 'session' && (surface !== 'console' || right === undefined)
  )
    throw new Error(`endpoint ${id} must declare its right: a session endpoint belongs to the console`);
  const isGuarded = auth === 'staff' ? capability !== 'sign-in' : auth === 'none' && capability === 'sign-in';
  const isStaffs = surface === 'back-office' || auth === 'staff' || capability !== undefined;
  if (isStaffs && (capability === undefined || !isGuarded))
    throw new Error(`endpoint ${id} must declare a capability that matches auth ${auth}`);
}

export function applyLimit(reply: FastifyReply, verdict: RateVerdict | undefined): void {
  if (verdict === undefined) return;
  void reply
    .header('x-ratelimit-limit', verdict.limit)
    .header('x-ratelimit-remaining', verdict.remaining)
    .header('x-ratelimit-reset', verdict.resetSeconds);
  if (verdict.retryAfterSeconds !== undefined) {
    throw new Refusal('too-many-requests', { retryAfterSeconds: verdict.retryAfterSeconds });
  }
}
