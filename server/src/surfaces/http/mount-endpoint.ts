// Mounts an endpoint on the server: authenticates, checks path and input, calls the handler once and answers with the
// documented status. Callers are authenticated before their body is read, so that strangers cannot send 40 MB.
import type { Readable } from 'node:stream';
import {
  type BodyOf,
  type EndpointShape,
  type FormWithFiles,
  isRepeatable,
  type Multipart,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  successStatus,
} from '@volley/contract/endpoint.ts';
import type { Actor, KeyActor, PartnerConsoleActor, SignedIn, StaffActor } from '@volley/domain/people/actor.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AnsweredBefore, findReply, type StoredReply, storeReply } from '../../features/idempotency/keep-reply.ts';
import { onBehalfOf, type TransactionGuard } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { combineGuards, type Note, traceOf } from '../presentation/record-change.ts';
import { admit, applyLimit, type Caller, checkCapability, refuseForeignPage } from './admit.ts';
import { type ReceivedFile, receiveFile } from './body/received-file.ts';
import { type FormFile, isForm, receiveForm } from './body/received-form.ts';
import { parseBody } from './body/request-body.ts';
import { type ApiServer, BODY_BYTES_MAX } from './http-server.ts';
import { bodyDigest, readKey } from './idempotency.ts';
import { useConnection } from './limits/connection-cap.ts';
import type { RateVerdict } from './limits/rate-limit.ts';
import { inputReader, rawParams } from './request-input.ts';
import { decodePathIds } from './request-parameters.ts';
import { pathAt, remember } from './route-path.ts';
import { recordRefusedSignIn } from './sign-in/refused-sign-in.ts';

type Actors = {
  readonly partner: Actor;
  readonly key: KeyActor;
  readonly staff: StaffActor;
  readonly session: PartnerConsoleActor;
  readonly 'signed-in': SignedIn;
  readonly none: undefined;
};
type ActorOf<Auth extends keyof Actors> = Actors[Auth];

export type Input<Shape extends EndpointShape> = {
  readonly actor: ActorOf<Shape['auth']>;
  readonly params: ParamsOf<Shape>;
  readonly query: QueryOf<Shape>;
  readonly body: BodyOf<Shape>;
  readonly file: Shape['multipart'] extends Multipart ? ReceivedFile : undefined;
  /** Undefined where the body is plain JSON. */
  readonly files: Shape['form'] extends FormWithFiles ? AsyncIterable<FormFile> : undefined;
  /** Client address. */
  readonly address: string;
  /** Applies a limit of the endpoint itself; throws when it is exhausted. */
  readonly limit: (verdict: RateVerdict | undefined) => void;
  /** The browser, for endpoints that sign in. */
  readonly browser: Browser;
  /** Adds details of a console change to the partner's activity log. */
  readonly note: Note;
};

export type Browser = {
  readonly device: string;
  /** Origin of the calling page; undefined outside of browsers and for plain GET requests. */
  readonly origin: string | undefined;
  readonly secure: boolean;
  readonly requestId: string;
  setCookie(cookie: string): void;
};

type Handled<Shape extends EndpointShape, Result> = (input: Input<Shape>) => Result | Promise<Result>;

/** For every endpoint but the repeatable POSTs of partners and API keys, see `mountChange`. */
export function mount<Shape extends EndpointShape>(
  app: ApiServer,
  shape: Shape,
  platform: Pick<Platform, 'db'>,
  handler: Handled<Shape, ReplyOf<Shape>>,
): void {
  if (isRepeatable(shape)) throw new Error(`${shape.id} is a repeatable POST and must be mounted with mountChange`);
  const respond = async (input: Input<Shape>, { actionGuard }: Exchange) => {
    const result = await inScope(input.actor, actionGuard, () => handler(input));
    return written(result);
  };
  route(app, shape, platform, respond);
}

function written(reply: unknown): string {
  return typeof reply === 'string' ? reply : JSON.stringify(reply);
}

export type Download = { readonly filename: string; readonly mediaType: string; readonly bytes: Readable };

/** The bytes are untrusted: always an attachment, no type sniffing, and sandboxed if a browser renders them. */
export function mountDownload<Shape extends EndpointShape>(
  app: ApiServer,
  shape: Shape,
  platform: Pick<Platform, 'db'>,
  open: Handled<Shape, Download>,
): void {
  const respond = async (input: Input<Shape>, { reply }: Exchange) => {
    const { filename, mediaType, bytes } = await inScope(input.actor, undefined, () => open(input));
    void reply
      .type(mediaType)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'no-store');
    return bytes;
  };
  route(app, shape, platform, respond);
}

/**
 * `act` returns the result of its only transaction and `show` turns it into the reply, so that the reply is stored
 * before that transaction commits.
 */
type Change<Shape extends EndpointShape, Result> = {
  readonly act: Handled<Shape, Result>;
  readonly show: (result: Result) => ReplyOf<Shape>;
};

/** A change that the caller may repeat under an Idempotency-Key. */
export function mountChange<Shape extends EndpointShape & { method: 'POST'; auth: 'partner' | 'key' }, Result>(
  app: ApiServer,
  shape: Shape,
  platform: Pick<Platform, 'db'>,
  { act, show }: Change<Shape, Result>,
): void {
  const status = successStatus(shape);
  const change = async (input: Input<Shape>, { request, reply, actionGuard }: Exchange) => {
    const actor = input.actor as Actor | KeyActor; // by `auth` of these shapes
    const key = readKey(request);
    const keyed = key && {
      partnerId: actor.partnerId,
      key,
      // API keys do not share idempotency keys.
      route: actor.kind === 'key' ? `${actor.keyId} ${routeOf(request)}` : routeOf(request),
      // The digest of an uploaded file is known only after the upload.
      get bodyDigest() {
        return bodyDigest(request);
      },
    };
    // Without an Idempotency-Key, a call may share its transaction with other calls of its account.
    if (!keyed && actor.kind === 'key') return written(show(await inScope(actor, undefined, () => act(input))));
    let committed: { result: unknown; text?: string } | undefined;
    const guard = keyed
      ? storeReply(keyed, (result) => {
          // The guard wraps the only transaction, whose result `act` returns; checked below.
          const text = written(show(result as Result));
          committed = { result, text };
          return { status, text };
        })
      : noteResult((result) => {
          committed = { result };
        });
    const before =
      keyed &&
      !shape.multipart &&
      !shape.form &&
      (await inScope(input.actor, undefined, () => findReply(platform, keyed)));
    if (before) return replayed(reply, before);
    const result = await inScope(input.actor, combineGuards(guard, actionGuard), () => act(input));
    if (committed?.result !== result) throw new Error(`${shape.id} must return the result of its transaction`);
    return committed.text ?? written(show(result));
  };
  route(app, shape, platform, (input, exchange) =>
    change(input, exchange).catch((error: unknown) => {
      if (error instanceof AnsweredBefore) return replayed(exchange.reply, error.reply);
      throw error;
    }),
  );
}

const REPLAYED = 'idempotent-replayed';

function replayed(reply: FastifyReply, { status, text }: StoredReply): string {
  void reply.code(status).header(REPLAYED, 'true');
  return text;
}

function noteResult(note: (result: unknown) => void): TransactionGuard {
  return { before: async () => undefined, after: async (_tx, result) => note(result) };
}

/** Requests of partners and API keys run as that partner (row-level security), all others as the system. */
function inScope<T>(actor: unknown, guard: TransactionGuard | undefined, work: () => T): T {
  const caller = actor as Caller | undefined; // what `admit` put there
  return caller === undefined || caller.kind === 'staff' ? work() : onBehalfOf(caller.partnerId, guard, work);
}

function routeOf({ method, url }: FastifyRequest): string {
  return `${method} ${url.split('?', 1)[0]?.replace(/\/+$/, '')}`;
}

type Exchange = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Recorded with the change, in its transaction. */
  readonly actionGuard: TransactionGuard | undefined;
};

type Respond<Shape extends EndpointShape> = (input: Input<Shape>, exchange: Exchange) => Promise<string | Readable>;

function route<Shape extends EndpointShape>(
  app: ApiServer,
  shape: Shape,
  platform: Pick<Platform, 'db'>,
  respond: Respond<Shape>,
): void {
  checkCapability(shape);
  if (app.auth === 'session' && !isForSessions(shape)) return;
  const actors = new WeakMap<FastifyRequest, Caller>();
  const read = inputReader(shape);
  const status = successStatus(shape);
  const type = `${shape.replyType ?? 'application/json'}; charset=utf-8`;
  const path = pathAt(app, shape);
  remember(app, path, shape.method);
  routesFor(app, shape, (http) =>
    http.route({
      method: shape.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: BODY_BYTES_MAX[shape.bodyLimit ?? 'plain'],
      ...(shape.bodyList && { config: { bodyList: true } }),
      onRequest: async (request, reply) => {
        if (app.auth === 'session' || shape.surface === 'console') refuseForeignPage(request);
        if (shape.auth !== 'none') {
          actors.set(request, await admit(app, shape, platform, { request, reply }));
          useConnection(request.raw.socket);
        }
        if (shape.params !== undefined) decodePathIds(shape.params, rawParams(request));
      },
      handler: async (request, reply) => {
        const form = shape.form && isForm(request) ? await receiveForm(shape.form, request) : undefined;
        let file: ReceivedFile | undefined;
        try {
          const parts = await read({ request, reply }, form && parseBody(form.json));
          file = shape.multipart && (await receiveFile(shape.multipart, request));
          const files = form?.files ?? (shape.form && noFiles());
          // The parts were checked against the schemas that these types derive from.
          const actor = actors.get(request);
          const { params, query } = parts;
          const trace = traceOf(platform, shape, { actor, address: request.ip, params, query });
          const limit = (verdict: RateVerdict | undefined) => applyLimit(reply, verdict);
          const about = { actor, address: request.ip, limit, browser: browserOf(request, reply), note: trace.note };
          const input = { ...about, file, files, ...parts } as Input<Shape>;
          void reply.code(status);
          if (status !== 204) void reply.type(type);
          const answer = await respond(input, { request, reply, actionGuard: trace.actionGuard }).catch(
            async (error: unknown) => {
              await recordRefusedSignIn(platform, shape, { error, address: request.ip, body: parts.body });
              throw error;
            },
          );
          // A replayed answer made no new change.
          if (reply.getHeader(REPLAYED) === undefined)
            await trace.finish().catch((error: unknown) => {
              if (typeof answer !== 'string') answer.destroy();
              throw error;
            });
          return reply.send(status === 204 ? undefined : answer);
        } finally {
          file?.discard();
          form?.discard();
        }
      },
    }),
  );
}

function browserOf({ headers, protocol, id }: FastifyRequest, reply: FastifyReply): Browser {
  return {
    device: headers['user-agent'] ?? '',
    origin: headers.origin,
    secure: protocol === 'https',
    requestId: id,
    setCookie: (cookie) => void reply.header('set-cookie', cookie),
  };
}

/** Partner endpoints that declare a right, and all staff endpoints but sign-in. */
function isForSessions({ auth, right }: EndpointShape): boolean {
  return auth === 'partner' ? right !== undefined : auth === 'staff';
}

/** A form is passed to its endpoint as a stream; every other body is parsed as JSON. */
function routesFor(app: ApiServer, shape: EndpointShape, define: (http: FastifyInstance) => void): void {
  if (shape.multipart === undefined && shape.form === undefined) return define(app.http);
  void app.http.register(async (http) => {
    if (shape.multipart !== undefined) http.removeAllContentTypeParsers();
    http.addContentTypeParser(shape.multipart ? '*' : 'multipart/form-data', (_request, payload, done) =>
      done(null, payload),
    );
    define(http);
  });
}

async function* noFiles(): AsyncGenerator<FormFile> {}
