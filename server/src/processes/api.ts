// The HTTP surfaces of one cell: partner API at the root, messaging API under /api/v1, their reference pages, the
// back office under /admin/v1 where it is switched on, and in test mode the sandbox's clock.
import { setTimeout } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { openReferenceBook } from '../features/messages/reference-book.ts';
import type { Platform } from '../platform/platform.ts';
import type { Shutdown } from '../platform/shutdown.ts';
import { mountBackOfficeApi } from '../surfaces/back-office-api/back-office-api.ts';
import { mountChannelHooks } from '../surfaces/channel-hooks/channel-hooks.ts';
import { mountConsoleApi } from '../surfaces/console-api/console-api.ts';
import { mountConsolePages } from '../surfaces/console-pages/console-pages.ts';
import { type ApiServer, createHttpServer } from '../surfaces/http-server.ts';
import { mountMessagingApi } from '../surfaces/messaging-api/messaging-api.ts';
import { mountPartnerApi } from '../surfaces/partner-api/partner-api.ts';
import { mountReference } from '../surfaces/reference/reference.ts';
import { keepRequestJournal } from '../surfaces/request-journal.ts';
import { mountSandboxClock } from '../surfaces/sandbox/sandbox-clock.ts';
import { mountShortLinks } from '../surfaces/short-links/short-links.ts';
import { mountWidgetApi } from '../surfaces/widget-api/widget-api.ts';

/** The longest a request may take to come in; answers are quicker. */
const OPEN_REQUESTS_MS = 30_000;

export async function startApi(platform: Platform, shutdown: Shutdown): Promise<{ url: string }> {
  const { config } = platform;
  refuseUnknownVisitors(config);
  await openReferenceBook(platform.db);
  const app = createHttpServer(platform);
  closeConnectionsAtEnd(app, platform);
  keepRequestJournal(app, platform);
  mountPartnerApi(app, platform);
  mountMessagingApi(app, platform);
  mountWidgetApi(app, platform);
  mountReference(app);
  mountShortLinks(app, platform);
  mountChannelHooks(app, platform);
  if (config.backOffice === 'on') mountBackOfficeApi(app, platform);
  if (config.console === 'on') mountConsole(app, platform);
  if (config.testMode === 'on') mountSandboxClock(app, platform);
  const url = await app.http.listen({ host: config.host, port: config.port });
  shutdown.add('api', () => app.http.close(), OPEN_REQUESTS_MS);
  // Runs before the others: `/ready` says 503 from now on, and proxies need time to notice.
  shutdown.add('drain', () => setTimeout(config.drainMs), config.drainMs + 1_000);
  return { url };
}

/**
 * This process speaks plain HTTP: short links by HTTPS mean a proxy, and a proxy that is not trusted makes the whole
 * world one visitor, for limits and for clicks.
 */
function refuseUnknownVisitors({ shortLinkBase, trustedProxies }: Config): void {
  if (!/^https:/i.test(shortLinkBase) || trustedProxies.length > 0) return;
  throw new Error(
    `SHORT_LINK_BASE is ${shortLinkBase}, so a proxy with TLS stands in front, but TRUSTED_PROXIES is empty: everybody who follows a link would have the address of the proxy. Set TRUSTED_PROXIES to the address or range of the proxy`,
  );
}

/** Clients that keep a connection open come back over a new one, which the proxy gives to another process. */
function closeConnectionsAtEnd(app: ApiServer, { readiness }: Pick<Platform, 'readiness'>): void {
  app.http.addHook('onSend', (_, reply, _payload, done) => {
    if (readiness.isEnding()) void reply.header('connection', 'close');
    done();
  });
}

/** The console's pages and own endpoints, and those of partners and staff behind the session of whoever is signed in. */
function mountConsole(app: ApiServer, platform: Platform): void {
  const behindSession: ApiServer = { ...app, door: 'session' };
  mountConsolePages(app, platform);
  mountConsoleApi(app, platform);
  mountPartnerApi(behindSession, platform);
  if (platform.config.backOffice === 'on') mountBackOfficeApi(behindSession, platform);
}
