// The HTTP surfaces of a cell: partner API at the root, messaging API under /api/v1, their reference pages, the back
// office under /admin/v1 where it is enabled, and in test mode the sandbox clock.
import { setTimeout } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { openReferenceBook } from '../features/messages/planning/reference-book.ts';
import type { Platform } from '../platform/platform.ts';
import type { Shutdown } from '../platform/shutdown.ts';
import { mountBackOfficeApi } from '../surfaces/back-office-api/back-office-api.ts';
import { mountChannelHooks } from '../surfaces/channel-hooks/channel-hooks.ts';
import { mountConsoleApi } from '../surfaces/console-api/console-api.ts';
import { mountConsolePages } from '../surfaces/console-pages/console-pages.ts';
import { mountDocsPages } from '../surfaces/docs-pages/docs-pages.ts';
import { type ApiServer, createHttpServer } from '../surfaces/http/http-server.ts';
import { startRequestJournal } from '../surfaces/http/request-journal.ts';
import { mountMessagingApi } from '../surfaces/messaging-api/messaging-api.ts';
import { mountPartnerApi } from '../surfaces/partner-api/partner-api.ts';
import { mountReference } from '../surfaces/reference/reference.ts';
import { mountSandboxClock } from '../surfaces/sandbox/sandbox-clock.ts';
import { mountShortLinks } from '../surfaces/short-links/short-links.ts';
import { mountWellKnown } from '../surfaces/well-known/well-known.ts';
import { mountWidgetApi } from '../surfaces/widget-api/widget-api.ts';
import { mountWidgetFiles } from '../surfaces/widget-files/widget-files.ts';
import { startFiguresLoop } from '../workers/pacer/figures-loop.ts';

/** The longest time in which a request arrives; answers are faster. */
const OPEN_REQUESTS_MS = 30_000;

export async function startApi(platform: Platform, shutdown: Shutdown): Promise<{ url: string }> {
  const { config } = platform;
  refuseUnknownVisitors(config);
  await openReferenceBook(platform.db);
  const app = createHttpServer(platform);
  closeConnectionsAtEnd(app, platform);
  startRequestJournal(app, platform);
  mountPartnerApi(app, platform);
  mountMessagingApi(app, platform);
  mountWidgetApi(app, platform);
  mountWidgetFiles(app, platform);
  mountReference(app, config.publicUrl);
  mountDocsPages(app, platform);
  mountWellKnown(app, platform);
  mountShortLinks(app, platform);
  mountChannelHooks(app, platform);
  if (config.backOffice) mountBackOfficeApi(app, platform);
  if (config.console) mountConsole(app, platform);
  if (config.testMode) mountSandboxClock(app, platform);
  const figures = startFiguresLoop(platform);
  shutdown.add('link figures', () => figures.stop());
  const url = await app.http.listen({ host: config.host, port: config.port });
  shutdown.add('api', () => app.http.close(), OPEN_REQUESTS_MS);
  // Runs before the other parts: `/ready` answers 503 from now on, and proxies need time to notice.
  shutdown.add('drain', () => setTimeout(config.drainMs), config.drainMs + 1_000);
  return { url };
}

/**
 * This process speaks plain HTTP: an https base of short links implies a proxy, and with an untrusted proxy all
 * visitors share one address, for limits and for clicks.
 */
function refuseUnknownVisitors({ shortLinkBase, trustedProxies }: Config): void {
  if (!/^https:/i.test(shortLinkBase) || trustedProxies.length > 0) return;
  throw new Error(
    `SHORT_LINK_BASE is ${shortLinkBase}, which implies a TLS proxy, but TRUSTED_PROXIES is empty, so all visitors would share the address of the proxy: set TRUSTED_PROXIES to its address or range`,
  );
}

/** Clients with a keep-alive connection reconnect, and the proxy routes them to another process. */
function closeConnectionsAtEnd(app: ApiServer, { readiness }: Pick<Platform, 'readiness'>): void {
  app.http.addHook('onSend', (_, reply, _payload, done) => {
    if (readiness.isEnding()) void reply.header('connection', 'close');
    done();
  });
}

/** The console's pages and endpoints, and the partner and staff endpoints with console sessions. */
function mountConsole(app: ApiServer, platform: Platform): void {
  const behindSession: ApiServer = { ...app, auth: 'session' };
  mountConsolePages(app, platform);
  mountConsoleApi(app, platform);
  mountPartnerApi(behindSession, platform);
  if (platform.config.backOffice) mountBackOfficeApi(behindSession, platform);
}
