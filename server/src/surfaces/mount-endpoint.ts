// Puts an endpoint value on the server: who is it, is the path an identifier, is the input valid,
// then one call, then the documented status. Callers are known before a single byte of their body is
// read, so a stranger cannot make us parse 40 MB.
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
import type { Actor, CabinetActor, KeyActor, SignedIn, StaffActor } from '@volley/domain/actor.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AnsweredBefore, findReply, type KeptReply, keepReply } from '../features/idempotency/keep-reply.ts';
import { onBehalfOf, type TransactionGuard } from '../platform/database.ts';
import type { Platform } from '../platform/platform.ts';
import { admit, applyLimit, type Caller, checkCapability, refuseForeignPage } from './admit.ts';
import { useConnection } from './connection-cap.ts';
import { type ApiServer, BODY_BYTES_MAX } from './http-server.ts';
import { bodyDigest, readKey } from './idempotency.ts';
import type { RateVerdict } from './rate-limit.ts';
import { type ReceivedFile, receiveFile } from './received-file.ts';
import { type FormFile, isForm, receiveForm } from './received-form.ts';
import { bothRide, type Note, traceOf } from './record-change.ts';
import { noteRefusedSignIn } from './refused-sign-in.ts';
import { parseBody } from './request-body.ts';
import { inputReader, rawParams } from './request-input.ts';
import { decodePathIds } from './request-parameters.ts';
import { pathAt, remember } from './route-path.ts';

type Actors = {
  readonly partner: Actor;
  readonly key: KeyActor;
  readonly staff: StaffActor;
  readonly session: CabinetActor;
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
  /** None where the body came as plain JSON. */
  readonly files: Shape['form'] extends FormWithFiles ? AsyncIterable<FormFile> : undefined;
  /** Where the call came from. */
  readonly address: string;
  /** Puts a limit of the endpoint's own on the answer; throws when it is spent. */
  readonly limit: (verdict: RateVerdict | undefined) => void;
  /** The browser, for those who sign in. */
  readonly browser: Browser;
  /** Says more of a change made in the cabinet than its path does, for the partner to read back later. */
  readonly note: Note;
};

export type Browser = {
  readonly device: string;
  readonly secure: boolean;
  readonly requestId: string;
  setCookie(cookie: string): void;
};

type Handled<Shape extends EndpointShape, Result> = (input: Input<Shape>) => Result | Promise<Result>;
type OwnLimit<Shape extends EndpointShape> = (input: Input<Shape>) => RateVerdict | undefined;

/** For everything but what partners and holders of keys may POST again, which is `mountChange`. */
export function mount<Shape extends EndpointShape>(
  app: ApiServer,
  shape: Shape,
  platform: Pick<Platform, 'db'>,
  handler: Handled<Shape, ReplyOf<Shape>>,
  /** A limit of this endpoint's own, where the caller is not known before the input is read. */
  takeLimit?: OwnLimit<Shape>,
): void {
  if (isRepeatable(shape)) throw new Error(`${shape.id} is a change and must be mounted as one`);
  const respond = async (input: Input<Shape>, { rider }: Exchange) => {
    const result = await inScope(input.actor, rider, () => handler(input));
    return written(result);
  };
  route(app, shape, platform, { respond, takeLimit });
}

/** A reply that is a text is sent as it is. */
function written(reply: unknown): string {
  return typeof reply === 'string' ? reply : JSON.stringify(reply);
}

export type Download = { readonly filename: string; readonly mediaType: string; readonly bytes: Readable };

/** The bytes are a stranger's: always an attachment, never guessed at, and without rights if a browser shows them. */
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
  route(app, shape, platform, { respond });
}

/**
 * A change that its caller may send again under an Idempotency-Key. `act` returns what its one transaction
 * returned and `show` makes the reply of it, so that the reply can be kept before that transaction commits.
 */
export function mountChange<Shape extends EndpointShape & { method: 'POST'; auth: 'partner' | 'key' }, Result>(
  app: ApiServer,
  shape: Shape,
  platform: Pick<Platform, 'db'>,
  act: Handled<Shape, Result>,
  show: (result: Result) => ReplyOf<Shape>,
): void {
  const status = successStatus(shape);
  const change = async (input: Input<Shape>, { request, reply, rider }: Exchange) => {
    const actor = input.actor as Actor | KeyActor; // by `auth` of these shapes
    const key = readKey(request);
    const keyed = key && {
      partnerId: actor.partnerId,
      key,
      // Two API keys never answer for each other.
      route: actor.kind === 'key' ? `${actor.keyId} ${routeOf(request)}` : routeOf(request),
      // Of an uploaded file it is known only when the file has come.
      get bodyDigest() {
        return bodyDigest(request);
      },
    };
    // Without one, a call may share its transaction with other calls of its account.
    if (!keyed && actor.kind === 'key') return written(show(await inScope(actor, undefined, () => act(input))));
    let committed: { result: unknown; text?: string } | undefined;
    const guard = keyed
      ? keepReply(keyed, (result) => {
          // The guard stands around the one transaction whose result `act` returns; checked below.
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
    const result = await inScope(input.actor, bothRide(guard, rider), () => act(input));
    if (committed?.result !== result) throw new Error(`${shape.id} answers something else than its transaction`);
    return committed.text ?? written(show(result));
  };
  route(app, shape, platform, {
    respond: (input, exchange) =>
      change(input, exchange).catch((error: unknown) => {
        if (error instanceof AnsweredBefore) return replayed(exchange.reply, error.reply);
        throw error;
      }),
  });
}

const REPLAYED = 'idempotent-replayed';

function replayed(reply: FastifyReply, { status, text }: KeptReply): string {
  void reply.code(status).header(REPLAYED, 'true');
  return text;
}

function noteResult(note: (result: unknown) => void): TransactionGuard {
  return { before: async () => undefined, after: async (_tx, result) => note(result) };
}

/** A request of a partner, or under a key, is held to that partner's rows; staff and strangers act as the system. */
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
  /** What is recorded with the change. */
  readonly rider: TransactionGuard | undefined;
};

type Answering<Shape extends EndpointShape> = {
  readonly respond: (input: Input<Shape>, exchange: Exchange) => Promise<string | Readable>;
  readonly takeLimit?: OwnLimit<Shape> | undefined;
};

function route<Shape extends EndpointShape>(
  app: ApiServer,
  shape: Shape,
  platform: Pick<Platform, 'db'>,
  { respond, takeLimit }: Answering<Shape>,
): void {
  checkCapability(shape);
  if (app.door === 'session' && !isForSessions(shape)) return;
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
      onRequest: async (request, reply) => {
        if (app.door === 'session' || shape.surface === 'console') refuseForeignPage(request);
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
          // The parts were checked against the very schemas these types are read from.
          const actor = actors.get(request);
          const { params, query } = parts;
          const trace = traceOf(platform, shape, { actor, address: request.ip, params, query });
          const limit = (verdict: RateVerdict | undefined) => applyLimit(reply, verdict);
          const about = { actor, address: request.ip, limit, browser: browserOf(request, reply), note: trace.note };
          const input = { ...about, file, files, ...parts } as Input<Shape>;
          applyLimit(reply, takeLimit?.(input));
          void reply.code(status).type(type);
          const answer = await respond(input, { request, reply, rider: trace.rider }).catch(async (error: unknown) => {
            await noteRefusedSignIn(platform, shape, { error, address: request.ip, body: parts.body });
            throw error;
          });
          // An answer of before tells of no new change.
          if (reply.getHeader(REPLAYED) === undefined)
            await trace.finish().catch((error: unknown) => {
              if (typeof answer !== 'string') answer.destroy();
              throw error;
            });
          return reply.send(answer);
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
    secure: protocol === 'https',
    requestId: id,
    setCookie: (cookie) => void reply.header('set-cookie', cookie),
  };
}

/** Of the partner API what says a right, of the back office everything but its own sign-in. */
function isForSessions({ auth, right }: EndpointShape): boolean {
  return auth === 'partner' ? right !== undefined : auth === 'staff';
}

/** A form is handed to its endpoint as the stream that it is; every other body is read as JSON. */
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
