// `npm run sandbox`: the complete system on this machine, in one process next to simulated operators, with a new
// database that is dropped at the end, and a demo site for the widget on an origin of its own. Prints one JSON line when
// ready and runs until SIGINT or SIGTERM. Builds the console and the widget if their sources changed; a failed build is
// reported on standard error, and the APIs keep running. Settings: DATABASE_URL, NATS_URL (the servers to use), PORT and
// WIDGET_PORT (0: a free port), MODERATION.
import { freePort } from '@volley/bench/harness/free-port.ts';
import { type Harness, startHarness } from '@volley/bench/harness/harness.ts';
import { openAllCountries } from '@volley/bench/harness/open-countries.ts';
import { issueToken } from '@volley/bench/harness/partner-client.ts';
import { buildConsole, CONSOLE_FOLDER } from './build-console.ts';
import { buildWidget, WIDGET_FOLDER } from './build-widget.ts';
import { startDemoSite } from './sandbox/demo-site.ts';
import { openShop, SHOP_SENDER, VOICE_SENDER } from './sandbox/open-shop.ts';

let harness: Harness | undefined;
let ending = false;
const end = (): void => {
  ending = true;
  // During the start the harness does not exist yet; the process then ends after the start.
  harness?.stop().then(
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
const wanted = process.env['PORT'] ?? '0';
const port = wanted === '0' ? String(await freePort()) : wanted;
const site = await startDemoSite(Number(process.env['WIDGET_PORT'] ?? 0));
const building = [buildConsole(), buildWidget()].map((build) => build.catch((error: unknown) => console.error(error)));
harness = await startHarness({
  what: 'sandbox',
  withChannels: true,
  withProviders: true,
  settings: {
    PORT: port,
    CONSOLE_DIR: CONSOLE_FOLDER,
    WIDGET_DIR: WIDGET_FOLDER,
    SHORT_LINK_BASE: `http://127.0.0.1:${port}/l`,
    MODERATION: process.env['MODERATION'] ?? 'auto',
    RATE_LIMITS: process.env['RATE_LIMITS'] ?? 'on',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  },
});
if (ending) end();

const [first, second] = [await harness.givenPartner(), await harness.givenPartner()];
const admin = await harness.givenAdmin();
const keys = await harness.givenKeys(first.companyId);
const baseUrl = harness.apiUrl();
const adminToken = await issueToken(baseUrl, '/admin/v1/auth/token', admin);
await openAllCountries(baseUrl, adminToken, first.companyId);
const shop = await openShop(harness, adminToken, site.domains);
site.open({
  serviceUrl: baseUrl,
  simulatorUrl: harness.simulator.controlUrl,
  verifierKey: shop.keys.verifier,
  widgetId: shop.widgetId,
  senderNames: [SHOP_SENDER, VOICE_SENDER],
});
await Promise.all(building);
console.log(
  JSON.stringify({
    ready: true,
    baseUrl,
    consoleUrl: `${baseUrl}/console`,
    apiBaseUrl: `${baseUrl}/api/v1`,
    simulatorUrl: harness.simulator.controlUrl,
    phoneUrl: harness.simulator.phoneUrl,
    clockUrl: `${baseUrl}/sandbox/v1/clock`,
    companyId: first.companyId,
    keys,
    partners: [first.credentials, second.credentials],
    adminUrl: `${baseUrl}/admin/v1`,
    adminToken,
    staff: [admin],
    widgetUrl: site.url,
    shop,
  }),
);
