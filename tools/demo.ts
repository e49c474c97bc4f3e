// `npm run demo`: the whole system on this machine with a partner that has everything, a dispatch of 1,000 recipients
// shown as it happens and proved to add up, and then a console to look around in while traffic goes on.
//   --once  ends after the proof, with its verdict as the exit code
//   --json  no proof: one line of JSON when everything is there; SIGUSR2 restarts a second API process, which serves
//           the test of a restart while the first serves everybody else
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
import { makeWorld, openInbound, type World } from './demo/world.ts';

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
  ...(!options.once && { offsetSeconds: -PAST_DAYS * 86_400 }),
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
  const url = stand.apiUrl();
  say(`API at ${url}, operators' control at ${stand.simulator.controlUrl}`);
  const world = await makeWorld(stand);
  if (!options.once) await livePast(stand, world, receivers);
  const holds = options.json || (await prove(stand, world, receivers));
  if (options.once || !holds) return holds;
  await stand.simulator.setScenario(FAILURES);
  await openInbound(world, receivers.healthyUrl);
  const [forTests] = await Promise.all([options.json ? openForTests(world) : undefined, sendTraffic(world, receivers)]);
  // People can do without the pages and read what is wrong with them; tests cannot.
  await building?.catch((error: unknown) => (options.json ? Promise.reject(error) : console.error(error)));
  life = startLife(world, receivers);
  if (forTests === undefined) {
    const partnerLink = await stand.signInLink(world.credentials.login, 'partner');
    showScreen({ url, partnerLink, staffLink: await stand.signInLink(world.admin.login, 'staff') }, world);
  } else {
    console.log(JSON.stringify({ ready: true, pid: process.pid, baseUrl: url, ...forTests }));
  }
  await ended;
  return true;
}

/** The rest of the ready line. The link comes first, because it names the API process started last. */
async function openForTests({ credentials: partner, admin: staff, adminToken, companies, keys, senderIds }: World) {
  const signInLink = await stand.signInLink(partner.login, 'partner');
  const restartableUrl = await startRestartable(stand);
  const simulatorUrl = stand.simulator.controlUrl;
  return { restartableUrl, simulatorUrl, partner, staff, adminToken, companies, keys, senderIds, signInLink };
}

/** Returns the address of a second API process, the same after each restart. */
async function startRestartable(of: Stand): Promise<string> {
  const settings = { PORT: String(await freePort()) };
  let running = await of.startRoles(['api'], settings);
  const restart = async (): Promise<void> => {
    await running.stop();
    running = await of.startRoles(['api'], settings);
  };
  process.on('SIGUSR2', () => void restart());
  return `http://127.0.0.1:${settings.PORT}`;
}
