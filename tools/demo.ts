// `npm run demo`: the complete system on this machine with a partner and its data, a dispatch of 1,000 recipients shown
// live and checked against the ledger, then a console to explore while traffic continues.
//   --once  ends after the check; the exit code is its result
//   --json  no check: prints one line of JSON when ready; SIGUSR2 restarts a second API process, which serves the test
//           of a restart while the first serves all further tests
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '@volley/bench/harness/free-port.ts';
import { fourLinks, type Harness, startHarness } from '@volley/bench/harness/harness.ts';
import { roles } from '@volley/bench/harness/server-program.ts';
import { buildConsole, CONSOLE_FOLDER } from './build-console.ts';
import { buildWidget } from './build-widget.ts';
import { openCodes } from './demo/codes.ts';
import { type Life, startLife } from './demo/life.ts';
import { createPast, FAILURES, PAST_DAYS } from './demo/past.ts';
import { prove } from './demo/proof.ts';
import { openReceivers } from './demo/receivers.ts';
import { showScreen } from './demo/screen.ts';
import { sendTraffic } from './demo/traffic.ts';
import { makeWorld, openInbound, type World } from './demo/world.ts';
import { buildDocsBeside, DOCS_FOLDER } from './docs-beside.ts';
import { ensureServers } from './local-servers.ts';
import { writeRunningFile } from './sandbox/running-file.ts';
import { openSteps } from './steps.ts';

const RATE_PER_SECOND = 60;
const { values: options } = parseArgs({
  options: { once: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
});
const say = (text: string): void => (options.json ? undefined : console.log(text));

const ended = new Promise<void>((resolve) => {
  process.once('SIGTERM', () => resolve());
  process.once('SIGINT', () => resolve());
});

say('Starting a fresh database, the service and four simulated operators. No data leaves this machine.');
const steps = openSteps('demo');
steps.next('looking for PostgreSQL and NATS');
const servers = await ensureServers();
if (servers.started.length > 0) console.error(`demo: started ${servers.started.join(' and ')}`);
const wanted = process.env['PORT'] ?? '0';
const port = wanted === '0' ? String(await freePort()) : wanted;
const consoleFolder = options.json ? mkdtempSync(join(tmpdir(), 'volley-console-')) : CONSOLE_FOLDER;
const building = options.once ? undefined : Promise.all([buildConsole().then(keepConsole), buildWidget()]);
// Awaited below; until then a failure must not end the process before the cleanup.
building?.catch(() => undefined);
const harness = await startHarness({
  what: 'demo',
  databaseUrl: servers.databaseUrl,
  natsUrl: servers.natsUrl,
  onStep: steps.next,
  withChannels: true,
  withProviders: true,
  ...(!options.once && { offsetSeconds: -PAST_DAYS * 86_400 }),
  links: fourLinks.map((link) => ({ ...link, ratePerSecond: RATE_PER_SECOND })),
  layout: options.json ? [['api'], roles.filter((role) => role !== 'api')] : [roles],
  settings: {
    PORT: port,
    SHORT_LINK_BASE: `http://127.0.0.1:${port}/l`,
    CONSOLE_DIR: consoleFolder,
    DOCS_DIR: DOCS_FOLDER,
    MODERATION: 'manual',
    RATE_LIMITS: process.env['RATE_LIMITS'] ?? 'on',
  },
}).catch(async (error: unknown) => {
  await servers.stop();
  throw error;
});
const receivers = await openReceivers();
const closers: (() => void)[] = [];
let life: Life | undefined;
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  for (const close of closers) close();
  await life?.stop();
  await receivers.close();
  await harness.stop();
  await servers.stop();
  if (options.json) rmSync(consoleFolder, { recursive: true, force: true });
}

/** Tests use the build of their start, even if a new build is made meanwhile. */
function keepConsole(built: string): void {
  if (options.json) cpSync(built, consoleFolder, { recursive: true });
}

/** False if the check failed. */
async function run(): Promise<boolean> {
  const url = harness.apiUrl();
  say(`API at ${url}, simulator control at ${harness.simulator.controlUrl}`);
  steps.next('creating companies, sender names and keys');
  const world = await makeWorld(harness);
  if (!options.once)
    await createPast({ harness, world, receivers }, (day) =>
      steps.next(`sending the traffic of day ${day} of ${PAST_DAYS}`),
    );
  steps.end();
  const holds = options.json || (await prove(harness, world, receivers));
  if (options.once || !holds) return holds;
  steps.next('starting the traffic of today');
  await harness.simulator.setScenario(FAILURES);
  await openInbound(world, receivers.healthyUrl);
  await openCodes(url, world);
  const [forTests] = await Promise.all([options.json ? openForTests(world) : undefined, sendTraffic(world, receivers)]);
  // Interactive users can use the APIs without the pages and read the error; tests cannot.
  steps.next('waiting for the console');
  await building?.catch((error: unknown) => (options.json ? Promise.reject(error) : console.error(error)));
  life = startLife(world, receivers);
  if (forTests === undefined) await openForPeople(world);
  else console.log(JSON.stringify({ ready: true, pid: process.pid, baseUrl: url, ...forTests }));
  steps.end();
  await ended;
  return true;
}

async function openForPeople(world: World): Promise<void> {
  const url = harness.apiUrl();
  steps.next('creating sign-in links');
  const [partnerLink, staffLink] = await Promise.all([
    harness.signInLink(world.credentials.login, 'partner'),
    harness.signInLink(world.admin.login, 'staff'),
  ]);
  steps.end();
  closers.push(writeRunningFile({ api: url, key: world.keys.MESSAGES }));
  showScreen({ url, partnerLink, staffLink, phoneUrl: harness.simulator.phoneUrl }, world);
  closers.push(buildDocsBeside());
}

/** The rest of the ready line. The sign-in link comes first, because it names the latest API process. */
async function openForTests({ credentials: partner, admin: staff, adminToken, companies, keys, senderIds }: World) {
  const signInLink = await harness.signInLink(partner.login, 'partner');
  const restartableUrl = await startRestartable(harness);
  const { controlUrl: simulatorUrl, phoneUrl } = harness.simulator;
  return { restartableUrl, simulatorUrl, phoneUrl, partner, staff, adminToken, companies, keys, senderIds, signInLink };
}

/** Returns the address of a second API process, the same after each restart. */
async function startRestartable(of: Harness): Promise<string> {
  const settings = { PORT: String(await freePort()) };
  let running = await of.startRoles(['api'], settings);
  const restart = async (): Promise<void> => {
    await running.stop();
    running = await of.startRoles(['api'], settings);
  };
  process.on('SIGUSR2', () => void restart());
  return `http://127.0.0.1:${settings.PORT}`;
}
