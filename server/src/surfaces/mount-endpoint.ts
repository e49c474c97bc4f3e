// Puts an endpoint value on the server: who is it, is the path an identifier, is the input valid,
// then one call, then the documented status. Callers are known before a single byte of their body is
// read, so a stranger cannot make us parse 40 MB.
import {
  type BodyOf,
  type EndpointShape,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  SURFACE_PREFIX,
  successStatus,
} from '@volley/contract/endpoint.ts';
import type { Actor, StaffActor } from '@volley/domain/actor.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { hasCapability } from '@volley/domain/staff-role.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticatePartner } from '../features/access/authenticate-partner.ts';
import { authenticateStaff } from '../features/back-office/authenticate-staff.ts';
import type { Platform } from '../platform/platform.ts';
import { type ApiServer, BODY_BYTES_MAX } from './http-server.ts';
import type { RateVerdict } from './rate-limit.ts';
import { decodePathIds, decodeQuery, type RawQuery } from './request-parameters.ts';
import { compileCheck } from './validation.ts';

type ActorOf<Auth> = Auth extends 'partner' ? Actor : Auth extends 'staff' ? StaffActor : undefined;

export type Input<Shape extends EndpointShape> = {
  readonly actor: ActorOf<Shape['auth']>;
  readonly params: ParamsOf<Shape>;
  readonly query: QueryOf<Shape>;
  readonly body: BodyOf<Shape>;
  /** Where the call came from. */
  readonly address: string;
};

export function mount<Shape extends EndpointShape>(
  app: ApiServer,
  shape: Shape,
  platform: Pick<Platform, 'db'>,
  handler: (input: Input<Shape>) => ReplyOf<Shape> | Promise<ReplyOf<Shape>>,
  /** A limit of this endpoint's own, where the caller is not known before the input is read. */
  takeLimit?: (input: Input<Shape>) => RateVerdict | undefined,
): void {
  checkCapability(shape);
  const actors = new WeakMap<FastifyRequest, Actor | StaffActor>();
  const read = inputReader(shape);
  const status = successStatus(shape);
  const type = `${shape.replyType ?? 'application/json'}; charset=utf-8`;
  const path = `${SURFACE_PREFIX[shape.surface]}${shape.path}`;
  remember(app, path, shape.method);
  app.http.route({
    method: shape.method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: BODY_BYTES_MAX[shape.bodyLimit ?? 'plain'],
    onRequest: async (request, reply) => {
      if (shape.auth !== 'none') actors.set(request, await admit(app, shape, platform, { request, reply }));
      if (shape.params !== undefined) decodePathIds(shape.params, rawParams(request));
    },
    handler: async (request, reply) => {
      // The parts were checked against the very schemas these types are read from.
      const input = { actor: actors.get(request), address: request.ip, ...read(request) } as Input<Shape>;
      applyLimit(reply, takeLimit?.(input));
      const result = await handler(input);
      const text = typeof result === 'string' ? result : JSON.stringify(result);
      return reply.code(status).type(type).send(text);
    },
  });
}

async function admit(
  app: ApiServer,
  shape: EndpointShape,
  platform: Pick<Platform, 'db'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Actor | StaffActor> {
  if (shape.auth === 'staff') {
    const staff = await authenticateStaff(platform, request.headers.authorization, request.id);
    applyLimit(reply, app.limiters?.partner.take(`staff ${staff.staffId}`));
    if (!mayCall(shape, staff)) throw new Refusal('access-denied');
    return staff;
  }
  const actor = await authenticatePartner(platform, request.headers.authorization);
  applyLimit(reply, app.limiters?.partner.take(actor.partnerId));
  return actor;
}

/** Deny by default: what an endpoint of staff does not ask for by name, nobody has. */
function mayCall({ capability }: EndpointShape, staff: StaffActor): boolean {
  return capability !== undefined && capability !== 'sign-in' && hasCapability(staff.roles, capability);
}

function checkCapability({ id, surface, auth, capability }: EndpointShape): void {
  const isGuarded = auth === 'staff' ? capability !== 'sign-in' : auth === 'none' && capability === 'sign-in';
  const isStaffs = surface === 'back-office' || auth === 'staff' || capability !== undefined;
  if (isStaffs && (capability === undefined || !isGuarded))
    throw new Error(`endpoint ${id} does not say who may call it`);
}

function applyLimit(reply: FastifyReply, verdict: RateVerdict | undefined): void {
  if (verdict === undefined) return;
  void reply
    .header('x-ratelimit-limit', verdict.limit)
    .header('x-ratelimit-remaining', verdict.remaining)
    .header('x-ratelimit-reset', verdict.resetSeconds);
  if (verdict.retryAfterSeconds !== undefined) {
    throw new Refusal('too-many-requests', { retryAfterSeconds: verdict.retryAfterSeconds });
  }
}

type Parts = { params: unknown; query: unknown; body: unknown };

function inputReader(shape: EndpointShape): (request: FastifyRequest) => Parts {
  const checkQuery = shape.query && compileCheck(shape.query);
  const checkBody = shape.body && compileCheck(shape.body);
  return (request) => {
    const params = shape.params && decodePathIds(shape.params, rawParams(request));
    // The query parser yields a string, or an array of them for a repeated name.
    const query = shape.query && decodeQuery(shape.query, request.query as RawQuery);
    checkQuery?.(query);
    const body = shape.body && (request.body ?? (shape.bodyOptional ? {} : undefined));
    if (checkBody !== undefined && body === undefined) {
      throw new Refusal('bad-request', { field: 'body', problem: 'is required' });
    }
    checkBody?.(body);
    return { params, query, body };
  };
}

function rawParams(request: FastifyRequest): Readonly<Record<string, string | undefined>> {
  return request.params as Record<string, string | undefined>; // the router only ever captures text
}

function remember(app: ApiServer, path: string, method: string): void {
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`);
  const known = app.paths.get(path) ?? { pattern, methods: new Set<string>() };
  app.paths.set(path, known);
  known.methods.add(method);
  if (method === 'GET') known.methods.add('HEAD');
}
