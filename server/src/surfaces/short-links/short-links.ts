// GET /l/{code}, and /{code} on a dedicated host: redirects a short link. Answers must not be cached, or later clicks
// would not be counted. An unknown, disabled or expired short link gets the same body with a different status, and an
// address that requests many of them is throttled. A valid short link always redirects: thousands of people share the
// address of their mobile operator with an attacker.
import { addressBlock } from '@volley/domain/people/address-block.ts';
import { agentClass, isPrefetch } from '@volley/domain/short-links/click-agent.ts';
import { codeIn } from '@volley/domain/short-links/short-link.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  createShortLinkFinder,
  type FollowedShortLink,
  type ShortLinkAnswer,
} from '../../features/short-links/find-short-link.ts';
import { createAddressHash } from '../../features/short-links/hash-address.ts';
import { SHORT_LINK_PATH, shortLinkBase } from '../../features/short-links/short-link-address.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { RateLimiter } from '../http/limits/rate-limit.ts';
import { startVisitBuffer } from './visit-buffer.ts';

const MISS_LIMIT = { perSecond: 1, burst: 30 } as const;
/** Visits per address and short link; above the limit a visit redirects but is not stored. */
const REPEAT_LIMIT = { perSecond: 0.1, burst: 20 } as const;
const NOWHERE = 'This link does not lead anywhere.\n';
const HEADERS = {
  'cache-control': 'no-store, private',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
} as const;

type Needs = Pick<Platform, 'db' | 'config' | 'bus' | 'clock' | 'log' | 'metrics' | 'traces' | 'loops'>;

export function mountShortLinks(app: ApiServer, platform: Needs): void {
  const { clock, config, metrics } = platform;
  const find = createShortLinkFinder(platform);
  const hashAddress = createAddressHash(config);
  const misses = config.rateLimits ? new RateLimiter(MISS_LIMIT) : undefined;
  const repeats = config.rateLimits ? new RateLimiter(REPEAT_LIMIT) : undefined;
  const visits = startVisitBuffer(platform);
  app.http.addHook('onClose', () => visits.close());

  const note = (link: FollowedShortLink, address: string, request: FastifyRequest) => {
    if (repeats?.take(`${link.code} ${address}`).retryAfterSeconds !== undefined)
      return metrics.count('volley_link_visits_total', { result: 'repeated' });
    visits.add({
      ...link,
      atMs: clock.now().getTime(),
      address: hashAddress(address),
      agent: agentClass(request.headers['user-agent']),
      isPrefetch: isPrefetch(['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headerOf(request, name))),
    });
  };
  const follow = async (request: FastifyRequest, reply: FastifyReply) => {
    const code = codeIn((request.params as { code?: string }).code ?? ''); // the router captures text only
    const address = addressBlock(request.ip);
    void reply.headers(HEADERS);
    const answer: ShortLinkAnswer = code === undefined ? { found: 'unknown' } : await find(code);
    if (answer.found !== 'open') {
      const retryAfterSeconds = misses?.take(address).retryAfterSeconds;
      if (retryAfterSeconds !== undefined) return nowhere(reply.header('retry-after', retryAfterSeconds), 429);
      return nowhere(reply, answer.found === 'expired' ? 410 : 404);
    }
    if (request.method === 'GET') note(answer.link, address, request);
    return reply.code(302).header('location', new URL(answer.link.url).href).send();
  };
  for (const { path, host } of places(shortLinkBase(config))) {
    const url = `${path}/:code`;
    app.http.get(url, { ...(host !== undefined && { constraints: { host } }) }, follow);
    if (host === undefined)
      app.paths.set(url, { pattern: new RegExp(`^${path}/[^/]+/?$`), methods: new Set(['GET', 'HEAD']) });
  }
}

function nowhere(reply: FastifyReply, status: 404 | 410 | 429): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(NOWHERE);
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

/** The path on the API's host always works; the dedicated host only with its name. */
function places(base: string): { path: string; host?: RegExp }[] {
  const { host: name, pathname } = new URL(base);
  const host = new RegExp(`^${name.replace(/[.[\]]/g, '\\$&')}$`, 'i');
  const path = pathname.replace(/\/$/, '');
  return [{ path: SHORT_LINK_PATH }, ...(path === SHORT_LINK_PATH ? [] : [{ path, host }])];
}
