// `npm run dev`: the complete system with the demo data, for development. An edit of the server replaces its process
// and keeps the database; an edit of the console shows in the open page. PostgreSQL and NATS are started unless they
// answer already. Ctrl-C ends all processes and drops the database. Settings: PORT (8080, or a free port if it is in
// use), DATABASE_URL, NATS_URL, LOG_LEVEL.
import { accepts } from '@volley/bench/harness/accepts.ts';
import { freePort } from '@volley/bench/harness/free-port.ts';
import { type Harness, startHarness } from '@volley/bench/harness/harness.ts';
import { callFromProviders } from '@volley/bench/harness/provider-links.ts';
import { channelLink } from '@volley/bench/harness/server-program.ts';
import { createPast, PAST_DAYS } from './demo/past.ts';
import { openReceivers } from './demo/receivers.ts';
import { showScreen } from './demo/screen.ts';
import { sendTraffic } from './demo/traffic.ts';
import { makeWorld, openInbound, type World } from './demo/world.ts';
import { openFront } from './dev/front.ts';
import { liveServer } from './dev/live-server.ts';
import { startPages } from './dev/pages.ts';
import { watchSources } from './dev/watch-sources.ts';
import { ensureServers } from './local-servers.ts';

const say = (text: string): void => console.log(`dev: ${text}`);
const ended = new Promise<void>((resolve) => {
  process.on('SIGTERM', () => resolve());
  process.on('SIGINT', () => resolve());
});
const closers: (() => unknown)[] = [];
let isEnding = false;

const servers = await ensureServers();
if (servers.started.length > 0) say(`started ${servers.started.join(' and ')}`);
const started = start();
try {
  await Promise.race([started, ended]);
  await ended;
} finally {
  say('stopping');
  isEnding = true;
  await closeAll();
  // An interrupted start fails at its next step; the parts created until then are closed here.
  await started.catch(() => undefined);
  await closeAll();
  await servers.stop();
}

function keep(close: () => unknown): void {
  closers.push(close);
  if (isEnding) throw new Error('start interrupted by a signal');
}

/** Closes in reverse order of creation; a failure does not stop the remaining closers. */
async function closeAll(): Promise<void> {
  while (closers.length > 0) {
    try {
      await closers.pop()?.();
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    }
  }
}

async function start(): Promise<void> {
  const port = await choosePort();
  say('creating a database and starting the system');
  const harness = await startHarness({
    what: 'dev',
    databaseUrl: servers.databaseUrl,
    natsUrl: servers.natsUrl,
    withChannels: true,
    withProviders: true,
    offsetSeconds: -PAST_DAYS * 86_400,
    layout: [],
    settings: {
      SHORT_LINK_BASE: `http://127.0.0.1:${port}/l`,
      MODERATION: 'manual',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
    },
  });
  keep(() => harness.stop());
  const pages = await startPages(harness.folder);
  keep(() => pages.stop());
  const server = liveServer(harness, say);
  await server.url();
  const front = await openFront({ port, server: () => server.url(), pages: pages.url });
  keep(() => front.close());
  await harness.simulator.callAt(`${front.url}/channels/v1/${channelLink}`);
  await callFromProviders(harness.simulator, front.url);
  say('creating the demo data');
  const world = await fill({ ...harness, apiUrl: () => front.url });
  const watcher = watchSources((edit) => {
    say(`${edit.path} changed`);
    server.replace(edit);
  });
  keep(() => watcher.close());
  await show(harness, front.url, world);
}

async function fill(harness: Harness): Promise<World> {
  const receivers = await openReceivers();
  keep(() => receivers.close());
  const world = await makeWorld(harness);
  await createPast({ harness, world, receivers }, (day) => say(`sending the traffic of day ${day} of ${PAST_DAYS}`));
  await openInbound(world, receivers.healthyUrl);
  await sendTraffic(world, receivers);
  return world;
}

async function show(harness: Harness, url: string, world: World): Promise<void> {
  const link = async (login: string, kind: 'partner' | 'staff') =>
    (await harness.signInLink(login, kind)).replace(harness.apiUrl(), url);
  const partnerLink = await link(world.credentials.login, 'partner');
  const staffLink = await link(world.admin.login, 'staff');
  showScreen({ url, partnerLink, staffLink, phoneUrl: harness.simulator.phoneUrl }, world);
  say('edits in server, domain, contract and smpp restart the server; edits in web appear in the page');
}

async function choosePort(): Promise<number> {
  const wanted = Number(process.env['PORT'] ?? 8080);
  return wanted === 0 || (await accepts(wanted)) ? freePort() : wanted;
}
