// `npm run demo`: the whole system on this machine with a partner that has everything, a dispatch of 1,000 recipients
// shown as it happens and proved to add up, and then a console to look around in while traffic goes on.
//   --once  ends after the proof, with its verdict as the exit code
//   --json  no proof: one line of JSON when everything is there; SIGUSR2 starts the API again
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '@volley/bench/stand/free-port.ts';
import { roles } from '@volley/bench/stand/server-program.ts';
import { fourLinks, type Stand, startStand } from '@volley/bench/stand/stand.ts';
import { buildConsole, CONSOLE_FOLDER } from './build-console.ts';
import { type Life, startLife } from './demo/life.ts';
import { FAILURES, livePast, PAST_DAYS } from './demo/past.ts';
import { prove } from './demo/proof.ts';
import { openReceivers } from './demo/receivers.ts';
import { showScreen } from './demo/screen.ts';
import { sendTraffic } from './demo/traffic.ts';
import { makeWorld, openInbound } from './demo/world.ts';

const RATE_PER_SECOND = 60;
const { values: options } = parseArgs({
  options: { once: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
});
const say = (text: string): void => (options.json ? undefined : console.log(text));

const ended = new Promise<void>((resolve) => {
  process.once('SIGTERM', () => resolve());
  process.once('SIGINT', () => resolve());
});

say('Starting a fresh database, the service and four simulated operators. Nothing leaves this machine.');
const wanted = process.env['PORT'] ?? '0';
const port = wanted === '0' ? String(await freePort()) : wanted;
const consoleFolder = options.json ? mkdtempSync(join(tmpdir(), 'volley-console-')) : CONSOLE_FOLDER;
const building = options.once ? undefined : buildConsole().then(keepConsole);
// It is waited for below; until then its failure must not end the process before it has cleaned up.
building?.catch(() => undefined);
const stand = await startStand({
  what: 'demo',
  withChannels: true,
  ...(!options.once && { daysAgo: PAST_DAYS }),
  links: fourLinks.map((link) => ({ ...link, ratePerSecond: RATE_PER_SECOND })),
  layout: options.json ? [['api'], roles.filter((role) => role !== 'api')] : [roles],
  settings: {
    PORT: port,
    SHORT_LINK_BASE: `http://127.0.0.1:${port}/l`,
    CONSOLE_DIR: consoleFolder,
    MODERATION: 'manual',
    RATE_LIMITS: process.env['RATE_LIMITS'] ?? 'on',
  },
});
const receivers = await openReceivers();
let life: Life | undefined;
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await life?.stop();
  await receivers.close();
  await stand.stop();
  if (options.json) rmSync(consoleFolder, { recursive: true, force: true });
}

/** Tests look at the build they began with, whatever is built meanwhile. */
function keepConsole(built: string): void {
  if (options.json) cpSync(built, consoleFolder, { recursive: true });
}

/** True unless something did not add up. */
async function run(): Promise<boolean> {
  say(`API at ${stand.apiUrl()}, operators' control at ${stand.simulator.controlUrl}`);
  const world = await makeWorld(stand);
  if (!options.once) await livePast(stand, world, receivers);
  const holds = options.json || (await prove(stand, world, receivers));
  if (options.once || !holds) return holds;
  await stand.simulator.setScenario(FAILURES);
  await openInbound(world, receivers.healthyUrl);
  await sendTraffic(world, receivers);
  // People can do without the pages and read what is wrong with them; tests cannot.
  await building?.catch((error: unknown) => (options.json ? Promise.reject(error) : console.error(error)));
  life = startLife(world, receivers);
  const url = stand.apiUrl();
  if (options.json) {
    process.on('SIGUSR2', () => void startAgain(stand));
    const { credentials, admin, adminToken, companies, keys, senderIds } = world;
    // Each works once.
    const signInLinks = [
      await stand.signInLink(credentials.login, 'partner'),
      await stand.signInLink(credentials.login, 'partner'),
    ];
    const addresses = { baseUrl: url, consoleUrl: `${url}/console`, simulatorUrl: stand.simulator.controlUrl };
    console.log(
      JSON.stringify({
        ready: true,
        ...addresses,
        partner: credentials,
        staff: admin,
        adminToken,
        companies,
        keys,
        senderIds,
        signInLinks,
      }),
    );
  } else {
    const partnerLink = await stand.signInLink(world.credentials.login, 'partner');
    showScreen({ url, partnerLink, staffLink: await stand.signInLink(world.admin.login, 'staff') }, world);
  }
  await ended;
  return true;
}

async function startAgain(of: Stand): Promise<void> {
  await of.processes.findLast((child) => child.roles.includes('api') && child.isRunning())?.stop();
  await of.startRoles(['api']);
}
