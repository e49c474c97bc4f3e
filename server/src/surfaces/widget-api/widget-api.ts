// The API that browsers call, /widget/v1: the only paths with CORS headers, and only for pages of the widget's domains.
// Pages of other sites are refused; their preflight gets the same answer as on every other path.

import { SURFACE_PREFIX } from '@volley/contract/endpoint.ts';
import * as contract from '@volley/contract/widget/widget.ts';
import { widgetApi } from '@volley/contract/widget/widget-api.ts';
import { addressBlock } from '@volley/domain/people/address-block.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { knownLooks, knownTexts } from '@volley/domain/verification/widget-look.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { followSession } from '../../features/verification/widgets/follow-session.ts';
import {
  getShownWidget,
  isOwnOrigin,
  issueChallenge,
  openSession,
  type ShownWidget,
} from '../../features/verification/widgets/open-session.ts';
import { reportWidgetError } from '../../features/verification/widgets/widget-errors.ts';
import { checkSession, getSession } from '../../features/verification/widgets/widget-session.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { RateLimiter, type RateVerdict } from '../http/limits/rate-limit.ts';
import { mount } from '../http/mount-endpoint.ts';

const PREFIX = `${SURFACE_PREFIX.widget}/`;
const PREFLIGHT_SECONDS = 600;
/** Requests per address, in addition to the limits of profiles, which count sent codes. */
const VISITOR_LIMIT = { perSecond: 5, burst: 30 };
/** Reported errors per address. */
const EVENT_LIMIT = { perSecond: 10 / 60, burst: 10, windowSeconds: 60 };

type Limited = <Visit extends { address: string; limit: (verdict: RateVerdict | undefined) => void }, Reply>(
  handle: (visit: Visit) => Reply,
) => (visit: Visit) => Reply;

export function mountWidgetApi(app: ApiServer, platform: Platform): void {
  const visitors = platform.config.rateLimits ? new RateLimiter(VISITOR_LIMIT) : undefined;
  const limited: Limited = (handle) => (visit) => {
    visit.limit(visitors?.take(addressBlock(visit.address)));
    return handle(visit);
  };

  app.http.addHook('onRequest', async (request, reply) => {
    // Matches the route, because the path of the request has many spellings.
    if (request.routeOptions.url?.startsWith(PREFIX)) await checkOrigin(platform, request, reply);
  });

  mount(
    app,
    contract.getWidget,
    platform,
    limited(async ({ params }) => ({
      ...shownWidget(await getShownWidget(platform, params.widgetId)),
      ...(platform.config.testMode && { testMode: true }),
    })),
  );

  mount(
    app,
    contract.openWidgetSession,
    platform,
    limited(({ params, body, address, browser: { origin } }) =>
      openSession(platform, params.widgetId, { captchaToken: undefined, ...body, address, origin }),
    ),
  );

  mount(
    app,
    contract.issueWidgetChallenge,
    platform,
    limited(({ params, body, address }) => issueChallenge(platform, params.widgetId, { ...body, address })),
  );

  mountEvents(app, platform);
  mountSessions(app, platform, limited);

  for (const shape of widgetApi) answerPreflight(app, `${SURFACE_PREFIX.widget}${shape.path}`, shape.method);
}

function mountEvents(app: ApiServer, platform: Platform): void {
  const events = platform.config.rateLimits ? new RateLimiter(EVENT_LIMIT) : undefined;
  mount(app, contract.reportWidgetEvent, platform, async ({ params, body: { code, at }, address, limit }) => {
    limit(events?.take(addressBlock(address)));
    await reportWidgetError(platform, params.widgetId, code, at === undefined ? undefined : new Date(at));
    return null;
  });
}

function mountSessions(app: ApiServer, platform: Platform, limited: Limited): void {
  let closing = false;
  app.http.addHook('preClose', async () => {
    closing = true;
  });

  mount(
    app,
    contract.getWidgetSession,
    platform,
    limited(({ params, query: { wait, version } }) =>
      wait === undefined
        ? getSession(platform, params.key)
        : followSession(platform, params.key, { waitSeconds: wait, version, isOver: () => closing }),
    ),
  );

  mount(
    app,
    contract.checkWidgetSession,
    platform,
    limited(({ params, body }) => checkSession(platform, params.key, body.code)),
  );
}

function shownWidget({ widget, profile, captchaNow: captchaType }: ShownWidget) {
  const { widgetId, kind, siteKey, powFallback, texts, colours } = widget;
  const { codeLength, resendPauseSeconds } = profile;
  return {
    widgetId,
    kind,
    channels: profile.channels.map(({ channelType }) => channelType),
    captchaType,
    siteKey,
    powFallback,
    codeLength,
    resendPauseSeconds,
    texts: knownTexts(texts),
    colours: knownLooks(colours),
  };
}

async function checkOrigin(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { origin } = request.headers;
  const of = widgetOf(request);
  if (of === undefined) return;
  void reply.header('vary', 'origin').header('cache-control', 'no-store');
  if (origin === undefined) {
    // Browsers send Origin with every POST; a client without it is not a browser.
    if (request.method === 'POST') throw new Refusal('access-denied');
    return;
  }
  const isOwn = await isOwnOrigin(platform, of, origin);
  if (isOwn === true) {
    void reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', 'retry-after, x-request-id');
  } else if (isOwn === false && request.method !== 'OPTIONS') throw new Refusal('access-denied');
  // Without a widget there is no list of sites; the script must read that its widget id is wrong, and shows 310.
  else if (isOwn === undefined && request.method === 'GET') void reply.header('access-control-allow-origin', '*');
}

/** The widget of a path; undefined: not a path of the widget API. */
function widgetOf({ params }: FastifyRequest): { widgetId: string } | { key: string } | undefined {
  const { widgetId, key } = params as { widgetId?: string; key?: string }; // the router captures text only
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
