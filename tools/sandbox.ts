// `npm run sandbox`: the complete system on this machine, in one process next to simulated operators, with a new
// database that is dropped at the end, and a demo site for the widget on an origin of its own. Prints one JSON line
// when ready and runs until SIGINT or SIGTERM. Builds the console and the widget if their sources changed, and after
// the ready line the developer site; a failed build is reported on standard error, and the APIs keep running.
// PostgreSQL and NATS are started unless they answer. Settings: DATABASE_URL, NATS_URL (the servers to use), PORT and
// WIDGET_PORT (0: a free port), MODERATION, UNATTENDED (on: for tests, without the developer site and the file for `npm
// run volley`).
import { freePort } from '@volley/bench/harness/free-port.ts';
import { type Harness, startHarness } from '@volley/bench/harness/harness.ts';
import { openAllCountries } from '@volley/bench/harness/open-countries.ts';
import { issueToken } from '@volley/bench/harness/partner-client.ts';
import { buildConsole, CONSOLE_FOLDER } from './build-console.ts';
import { buildWidget, WIDGET_FOLDER } from './build-widget.ts';
import { buildDocsBeside, DOCS_FOLDER } from './docs-beside.ts';
import { ensureServers } from './local-servers.ts';
import { startDemoSite } from './sandbox/demo-site.ts';
import { openShop, SHOP_SENDER, VOICE_SENDER } from './sandbox/open-shop.ts';
import { writeRunningFile } from './sandbox/running-file.ts';
import { registeredNames } from './sandbox/sender-names.ts';
import { openSteps } from './steps.ts';

const isUnattended = process.env['UNATTENDED'] === 'on';
let harness: Harness | undefined;
let ending = false;
const closers: (() => Promise<void> | void)[] = [];
const close = async (): Promise<void> => {
  for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) await closer();
};
const end = (): void => {
  ending = true;
  // During the start the harness does not exist yet; the process then ends after the start.
  if (harness === undefined) return;
  close().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
};
process.once('SIGTERM', end);
process.once('SIGINT', end);

// Short links contain the port, so it is chosen before the start.
const steps = openSteps('sandbox');
steps.next('looking for PostgreSQL and NATS');
const servers = await ensureServers();
closers.push(() => servers.stop());
if (servers.started.length > 0) console.error(`sandbox: started ${servers.started.join(' and ')}`);
const wanted = process.env['PORT'] ?? '0';
const port = wanted === '0' ? String(await freePort()) : wanted;
const site = await startDemoSite(Number(process.env['WIDGET_PORT'] ?? 0));
const building = [buildConsole(), buildWidget()].map((build) => build.catch((error: unknown) => console.error(error)));
harness = await startHarness({
  what: 'sandbox',
  databaseUrl: servers.databaseUrl,
  natsUrl: servers.natsUrl,
  onStep: steps.next,
  withChannels: true,
  withProviders: true,
  settings: {
    PORT: port,
    CONSOLE_DIR: CONSOLE_FOLDER,
    DOCS_DIR: DOCS_FOLDER,
    WIDGET_DIR: WIDGET_FOLDER,
    SHORT_LINK_BASE: `http://127.0.0.1:${port}/l`,
    MODERATION: process.env['MODERATION'] ?? 'auto',
    RATE_LIMITS: process.env['RATE_LIMITS'] ?? 'on',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  },
});
const running = harness;
closers.push(() => running.stop());
if (ending) end();
// The end of the process cuts off what is still opening.
else
  await open(running).catch((error: unknown) => {
    if (!ending) throw error;
  });

/** Partners, staff, keys and the shop; then the ready line. */
async function open(running: Harness): Promise<void> {
  steps.next('creating partners, staff and the shop');
  const [first, second] = [await running.givenPartner(), await running.givenPartner()];
  const shopkeeper = await running.givenPartner();
  const admin = await running.givenAdmin();
  const keys = await running.givenKeys(first.companyId);
  const baseUrl = running.apiUrl();
  const adminToken = await issueToken(baseUrl, '/admin/v1/auth/token', admin);
  await openAllCountries(baseUrl, adminToken, first.companyId);
  const shop = await openShop(running, { partner: shopkeeper, adminToken, domains: site.domains });
  const senderNames = await registeredNames([first, second, shopkeeper]);
  site.open({
    serviceUrl: baseUrl,
    simulatorUrl: running.simulator.controlUrl,
    verifierKey: shop.keys.verifier,
    widgetId: shop.widgetId,
    senderNames: [SHOP_SENDER, VOICE_SENDER],
  });
  steps.next('waiting for the console');
  await Promise.all(building);
  steps.end();
  if (!isUnattended) closers.push(writeRunningFile({ api: baseUrl, key: keys.messages }));
  console.log(
    JSON.stringify({
      ready: true,
      baseUrl,
      consoleUrl: `${baseUrl}/console`,
      docsUrl: `${baseUrl}/docs/`,
      apiBaseUrl: `${baseUrl}/api/v1`,
      simulatorUrl: running.simulator.controlUrl,
      phoneUrl: running.simulator.phoneUrl,
      clockUrl: `${baseUrl}/sandbox/v1/clock`,
      companyId: first.companyId,
      keys,
      senderNames,
      partners: [first.credentials, second.credentials],
      adminUrl: `${baseUrl}/admin/v1`,
      adminToken,
      staff: [admin],
      widgetUrl: site.url,
      shop,
    }),
  );
  if (!isUnattended) closers.push(buildDocsBeside());
}
