// What browsers call, /widget/v1. The only paths with CORS headers, and those only for pages of the widget's own
// sites; a page of any other site is refused, and its preflight is answered as on every other path.

import { SURFACE_PREFIX } from '@volley/contract/endpoint.ts';
import * as contract from '@volley/contract/widget/widget.ts';
import { addressBlock } from '@volley/domain/address-block.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getOpenWidget, isOwnOrigin, openSession } from '../../features/verification/open-session.ts';
import { checkSession, getSession } from '../../features/verification/widget-session.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http-server.ts';
import { mount } from '../mount-endpoint.ts';
import { RateLimiter } from '../rate-limit.ts';

const PREFIX = `${SURFACE_PREFIX.widget}/`;
const PREFLIGHT_SECONDS = 600;
/** Beside the limits of profiles, which count what was sent: so often may an address ask at all. */
const VISITOR_LIMIT = { perSecond: 5, burst: 30 };

export function mountWidgetApi(app: ApiServer, platform: Platform): void {
  const visitors = platform.config.rateLimits === 'on' ? new RateLimiter(VISITOR_LIMIT) : undefined;
  const takeLimit = ({ address }: { address: string }) => visitors?.take(addressBlock(address));

  app.http.addHook('onRequest', async (request, reply) => {
    // The route and not the path that was sent, which can be spelt in many ways.
    if (request.routeOptions.url?.startsWith(PREFIX)) await judgeOrigin(platform, request, reply);
  });

  mount(
    app,
    contract.getWidget,
    platform,
    async ({ params }) => {
      const { widget, profile } = await getOpenWidget(platform, params.widgetId);
      const { widgetId, kind, captchaType, siteKey, texts, colours } = widget;
      const { codeLength, resendPauseSeconds } = profile;
      const channels = profile.channels.map(({ channelType }) => channelType);
      return { widgetId, kind, channels, captchaType, siteKey, codeLength, resendPauseSeconds, texts, colours };
    },
    takeLimit,
  );

  mount(
    app,
    contract.openWidgetSession,
    platform,
    ({ params, body, address }) =>
      openSession(platform, params.widgetId, { captchaToken: undefined, ...body, address }),
    takeLimit,
  );

  mount(app, contract.getWidgetSession, platform, ({ params }) => getSession(platform, params.key), takeLimit);

  mount(
    app,
    contract.checkWidgetSession,
    platform,
    ({ params, body }) => checkSession(platform, params.key, body.code),
    takeLimit,
  );

  for (const shape of [
    contract.getWidget,
    contract.openWidgetSession,
    contract.getWidgetSession,
    contract.checkWidgetSession,
  ])
    answerPreflight(app, `${SURFACE_PREFIX.widget}${shape.path}`, shape.method);
}

async function judgeOrigin(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  void reply.header('vary', 'origin').header('cache-control', 'no-store');
  const { origin } = request.headers;
  const of = widgetOf(request);
  if (of === undefined) return;
  if (origin === undefined) {
    // A browser says where a POST comes from; whoever does not is none.
    if (request.method === 'POST') throw new Refusal('access-denied');
    return;
  }
  const isOwn = await isOwnOrigin(platform, of, origin);
  if (isOwn === true) {
    void reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', 'retry-after, x-request-id');
  } else if (isOwn === false && request.method !== 'OPTIONS') throw new Refusal('access-denied');
}

/** Which widget a path is about; undefined when it is no path of ours. */
function widgetOf({ params }: FastifyRequest): { widgetId: string } | { key: string } | undefined {
  const { widgetId, key } = params as { widgetId?: string; key?: string }; // the router only ever captures text
  if (key !== undefined) return { key };
  return widgetId === undefined ? undefined : { widgetId };
}

function answerPreflight({ http }: ApiServer, path: string, method: string): void {
  http.route({
    method: 'OPTIONS',
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    handler: async (_request, reply) => {
      if (!reply.hasHeader('access-control-allow-origin')) {
        void reply.header('allow', method);
        throw new Refusal('method-not-allowed');
      }
      void reply
        .code(204)
        .header('access-control-allow-methods', method)
        .header('access-control-allow-headers', 'content-type')
        .header('access-control-max-age', PREFLIGHT_SECONDS);
      return reply.send();
    },
  });
}
