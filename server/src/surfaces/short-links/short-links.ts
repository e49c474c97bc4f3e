// GET /l/{code}, and /{code} on a host of its own: where a short link leads. No answer may be kept by anybody, or later
// clicks would go unseen. A link that is unknown, off or expired looks the same but for its status, and whoever
// asks for many such links is told to slow down. A link that leads somewhere is followed nevertheless: thousands of
// people share the address of their mobile operator with whoever guesses there.
import { addressBlock } from '@volley/domain/address-block.ts';
import { agentClass, isPrefetch } from '@volley/domain/click-agent.ts';
import { codeIn } from '@volley/domain/short-link.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createLinkFinder, type FollowedLink, type LinkAnswer } from '../../features/links/find-link.ts';
import { createAddressHash } from '../../features/links/hash-address.ts';
import { SHORT_LINK_PATH, shortLinkBase } from '../../features/links/short-link-address.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { RateLimiter } from '../rate-limit.ts';
import { startVisitBuffer } from './visit-buffer.ts';

const MISS_LIMIT = { perSecond: 1, burst: 30 } as const;
/** Of one address at one link: whoever goes on and on is sent on, but no longer written down. */
const REPEAT_LIMIT = { perSecond: 0.1, burst: 20 } as const;
const NOWHERE = 'This link does not lead anywhere.\n';
const HEADERS = {
  'cache-control': 'no-store, private',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
} as const;

type Needs = Pick<Platform, 'db' | 'config' | 'bus' | 'clock' | 'log' | 'metrics' | 'loops'>;

export function mountShortLinks(app: ApiServer, platform: Needs): void {
  const { clock, config, metrics } = platform;
  const find = createLinkFinder(platform);
  const hashAddress = createAddressHash(config);
  const misses = config.rateLimits === 'on' ? new RateLimiter(MISS_LIMIT) : undefined;
  const repeats = config.rateLimits === 'on' ? new RateLimiter(REPEAT_LIMIT) : undefined;
  const visits = startVisitBuffer(platform);
  app.http.addHook('onClose', () => visits.close());

  const note = (link: FollowedLink, address: string, request: FastifyRequest) => {
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
    const code = codeIn((request.params as { code?: string }).code ?? ''); // the router only ever captures text
    const address = addressBlock(request.ip);
    void reply.headers(HEADERS);
    const answer: LinkAnswer = code === undefined ? { found: 'unknown' } : await find(code);
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

/** Always under the path of the API's own host; elsewhere only for the host that short links are made with. */
function places(base: string): { path: string; host?: RegExp }[] {
  const { host: name, pathname } = new URL(base);
  const host = new RegExp(`^${name.replace(/[.[\]]/g, '\\$&')}$`, 'i');
  const path = pathname.replace(/\/$/, '');
  return [{ path: SHORT_LINK_PATH }, ...(path === SHORT_LINK_PATH ? [] : [{ path, host }])];
}
