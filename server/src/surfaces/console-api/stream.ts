// GET /console/api/v1/stream?topics=dispatch:4182,dispatches: server-sent events for open pages. Every topic begins
// with its full value; a change follows at most once per second. A browser requests the topics of all its pages at
// once, so a forbidden topic is reported as gone and the rest continues. The session is checked every 15 seconds, and
// the stream ends with it. GET /console/api/v1/live returns the same values once, for browsers behind proxies that
// block streams.
import type { ServerResponse } from 'node:http';
import type { PartnerConsoleActor, StaffActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticateSession } from '../../features/sessions/authenticate-session.ts';
import type { Platform } from '../../platform/platform.ts';
import { applyLimit, personKey } from '../http/admit.ts';
import type { ApiServer } from '../http/http-server.ts';
import { type FollowedTopic, openTopic } from '../presentation/live-topics.ts';
import { type Follower, goneEvent, StreamHub } from './stream-hub.ts';

const TOPICS_MAX = 20;
const STREAMS_PER_PERSON = 50;
/** Buffered bytes for a browser that does not read. */
const WAITING_BYTES_MAX = 512 * 1024;
const PING_EVERY_MS = 15_000;

type SignedIn = PartnerConsoleActor | StaffActor;
type Needs = Pick<Platform, 'db' | 'log' | 'metrics'>;
/** Tests use shorter times. */
export type StreamTimes = { readonly pingEveryMs: number };

export function mountStream(
  app: ApiServer,
  platform: Needs,
  times: StreamTimes = { pingEveryMs: PING_EVERY_MS },
): void {
  const hub = new StreamHub(platform.log);
  const open = new Map<ServerResponse, string>();
  const signIn = async (request: FastifyRequest, reply: FastifyReply) => {
    const actor = await actorOf(platform, request);
    applyLimit(reply, app.limiters?.partner.take(personKey(actor)));
    return { actor, ...topicsOf(app, actor, request) };
  };
  app.http.get('/console/api/v1/live', async (request, reply) => {
    const { topics, gone } = await signIn(request, reply);
    const values = await Promise.all(topics.map(async (topic) => [topic.name, await valueOf(topic)] as const));
    return reply
      .header('cache-control', 'no-store')
      .send(Object.fromEntries([...gone.map(({ name }) => [name, null] as const), ...values]));
  });
  app.http.get('/console/api/v1/stream', async (request, reply) => {
    const { actor, topics, gone } = await signIn(request, reply);
    const person = personKey(actor);
    if ([...open.values()].filter((other) => other === person).length >= STREAMS_PER_PERSON)
      throw new Refusal('too-many-requests', { retryAfterSeconds: 10 });
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      ...plainHeaders(reply),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // A buffering proxy would hold every event back.
      'x-accel-buffering': 'no',
    });
    open.set(raw, person);
    raw.write(`retry: 2000\n\n${gone.map(({ name, reason }) => goneEvent(name, reason)).join('')}`);
    const leave = serve(raw, hub, topics);
    const ping = setInterval(() => void recheck(platform, request, actor, raw), times.pingEveryMs);
    raw.once('close', () => {
      clearInterval(ping);
      leave();
      open.delete(raw);
    });
  });
  // Without this hook a closing server would wait for its streams until it is killed.
  app.http.addHook('preClose', async () => {
    for (const raw of open.keys()) raw.end(() => raw.socket?.destroySoon());
  });
}

async function actorOf(platform: Needs, { method, headers, id }: FastifyRequest): Promise<SignedIn> {
  return authenticateSession(platform, { method, headers, requestId: id });
}

type Asked = { readonly topics: FollowedTopic[]; readonly gone: { readonly name: string; readonly reason: string }[] };

/** Throws only when no topic can be followed. */
function topicsOf(app: ApiServer, actor: SignedIn, { query }: FastifyRequest): Asked {
  const asked = typeof query === 'object' && query !== null && 'topics' in query ? query.topics : undefined;
  const names = typeof asked === 'string' ? [...new Set(asked.split(',').filter((name) => name !== ''))] : [];
  if (names.length === 0 || names.length > TOPICS_MAX)
    throw new Refusal('bad-request', { field: 'topics', problem: `must have 1 to ${TOPICS_MAX} topics` });
  const topics: FollowedTopic[] = [];
  const refusals: { name: string; refusal: Refusal }[] = [];
  for (const name of names) {
    try {
      topics.push(openTopic(app, actor, name));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push({ name, refusal: error });
    }
  }
  const [first] = refusals;
  if (topics.length === 0 && first !== undefined) throw first.refusal;
  return { topics, gone: refusals.map(({ name, refusal }) => ({ name, reason: refusal.reason })) };
}

async function valueOf(topic: FollowedTopic): Promise<unknown> {
  try {
    return await topic.look();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function plainHeaders(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));
}

function serve(raw: ServerResponse, hub: StreamHub, topics: readonly FollowedTopic[]): () => void {
  const follower: Follower = {
    send: (text) => {
      if (raw.writableEnded || raw.destroyed) return;
      if (raw.writableLength > WAITING_BYTES_MAX) raw.destroy();
      else raw.write(text);
    },
  };
  const leaves = topics.map((topic) => hub.follow(topic, follower));
  return () => {
    for (const leave of leaves) leave();
  };
}

/** Ends the streams of a session that has ended or whose rights have changed; the browser reconnects with the rest. */
async function recheck(platform: Needs, request: FastifyRequest, before: SignedIn, raw: ServerResponse): Promise<void> {
  if (raw.writableEnded || raw.destroyed) return;
  // The comment keeps proxies from closing the connection; the event lets the page detect a dead connection.
  raw.write(': ping\nevent: ping\ndata: {}\n\n');
  try {
    const now = await actorOf(platform, request);
    if (scopeOf(now) !== scopeOf(before)) raw.end('event: bye\ndata: {"reason":"rights"}\n\n');
  } catch (error) {
    if (error instanceof Refusal) raw.end('event: bye\ndata: {"reason":"session"}\n\n');
    else platform.log.warn({ err: error }, 'the session of a stream cannot be seen');
  }
}

function scopeOf(actor: SignedIn): string {
  return actor.kind === 'staff'
    ? `${actor.staffId} ${actor.roles.toSorted().join('+')}`
    : `${actor.partnerId} ${actor.login} ${actor.role}`;
}
