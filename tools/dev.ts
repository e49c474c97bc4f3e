// `npm run dev`: the whole system with the data of the demonstration, for the people who change it. An edit of the server
// replaces its process and keeps the database; an edit of the console shows in the open page. PostgreSQL and NATS are
// started when none answers. Ctrl-C ends everything and drops the database.
// Settings: PORT (8080, or a free one when it is taken), DATABASE_URL, NATS_URL, LOG_LEVEL.
import { accepts } from '@volley/bench/stand/accepts.ts';
import { freePort } from '@volley/bench/stand/free-port.ts';
import { channelLink } from '@volley/bench/stand/server-program.ts';
import { type Stand, startStand } from '@volley/bench/stand/stand.ts';
import { livePast, PAST_DAYS } from './demo/past.ts';
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
  say('ending');
  isEnding = true;
  await closeAll();
  // A start that is interrupted fails at its next step, and what it made until then is closed here.
  await started.catch(() => undefined);
  await closeAll();
  await servers.stop();
}

function keep(close: () => unknown): void {
  closers.push(close);
  if (isEnding) throw new Error('interrupted');
}

/** Last made, first closed; a failure does not keep the rest from being closed. */
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
  say('making a database and starting the system');
  const stand = await startStand({
    what: 'dev',
    databaseUrl: servers.databaseUrl,
    natsUrl: servers.natsUrl,
    withChannels: true,
    offsetSeconds: -PAST_DAYS * 86_400,
    layout: [],
    settings: {
      SHORT_LINK_BASE: `http://127.0.0.1:${port}/l`,
      MODERATION: 'manual',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
    },
  });
  keep(() => stand.stop());
  const pages = await startPages(stand.folder);
  keep(() => pages.stop());
  const server = liveServer(stand, say);
  await server.url();
  const front = await openFront({ port, server: () => server.url(), pages: pages.url });
  keep(() => front.close());
  await stand.simulator.callAt(`${front.url}/channels/v1/${channelLink}`);
  say('filling it with the data of the demonstration');
  const world = await fill({ ...stand, apiUrl: () => front.url });
  const watcher = watchSources((edit) => {
    say(`${edit.path} changed`);
    server.replace(edit);
  });
  keep(() => watcher.close());
  await show(stand, front.url, world);
}

async function fill(stand: Stand): Promise<World> {
  const receivers = await openReceivers();
  keep(() => receivers.close());
  const world = await makeWorld(stand);
  await livePast(stand, world, receivers);
  await openInbound(world, receivers.healthyUrl);
  await sendTraffic(world, receivers);
  return world;
}

async function show(stand: Stand, url: string, world: World): Promise<void> {
  const link = async (login: string, kind: 'partner' | 'staff') =>
    (await stand.signInLink(login, kind)).replace(stand.apiUrl(), url);
  const partnerLink = await link(world.credentials.login, 'partner');
  showScreen({ url, partnerLink, staffLink: await link(world.admin.login, 'staff') }, world);
  say('edits of server, domain, contract and smpp restart the server; edits of web show in the page');
}

async function choosePort(): Promise<number> {
  const wanted = Number(process.env['PORT'] ?? 8080);
  return wanted === 0 || (await accepts(wanted)) ? freePort() : wanted;
}
