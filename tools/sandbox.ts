// `npm run sandbox`: the whole system on this machine, in one process beside simulated operators, over a new
// database that is dropped at the end. Prints one JSON line when ready and runs until it is told to end.
// The console is built when its sources changed; a build that fails is told on standard error, and the APIs run on.
// Settings: DATABASE_URL, NATS_URL (the servers to use), PORT (0 = a free one), MODERATION.
import { freePort } from '@volley/bench/stand/free-port.ts';
import { issueToken } from '@volley/bench/stand/partner-client.ts';
import { type Stand, startStand } from '@volley/bench/stand/stand.ts';
import { openWorld } from '@volley/bench/stand/world.ts';
import { buildConsole, CONSOLE_FOLDER } from './build-console.ts';

let stand: Stand | undefined;
let ending = false;
const end = (): void => {
  ending = true;
  // Before the start is over there is nothing to hand to `stop`; the end comes right after it.
  stand?.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
};
process.once('SIGTERM', end);
process.once('SIGINT', end);

// Short links name the port, so it is chosen before the start.
const wanted = process.env['PORT'] ?? '0';
const port = wanted === '0' ? String(await freePort()) : wanted;
const building = buildConsole().catch((error: unknown) => console.error(error));
stand = await startStand({
  what: 'sandbox',
  withChannels: true,
  settings: {
    PORT: port,
    CONSOLE_DIR: CONSOLE_FOLDER,
    SHORT_LINK_BASE: `http://127.0.0.1:${port}/l`,
    MODERATION: process.env['MODERATION'] ?? 'auto',
    RATE_LIMITS: process.env['RATE_LIMITS'] ?? 'on',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  },
});
if (ending) end();

const [first, second] = [await stand.givenPartner(), await stand.givenPartner()];
const admin = await stand.givenAdmin();
const keys = await stand.givenKeys(first.companyId);
const baseUrl = stand.apiUrl();
const adminToken = await issueToken(baseUrl, '/admin/v1/auth/token', admin);
await openWorld(baseUrl, adminToken, first.companyId);
await building;
console.log(
  JSON.stringify({
    ready: true,
    baseUrl,
    consoleUrl: `${baseUrl}/console`,
    apiBaseUrl: `${baseUrl}/api/v1`,
    simulatorUrl: stand.simulator.controlUrl,
    clockUrl: `${baseUrl}/sandbox/v1/clock`,
    companyId: first.companyId,
    keys,
    partners: [first.credentials, second.credentials],
    adminUrl: `${baseUrl}/admin/v1`,
    adminToken,
    staff: [admin],
  }),
);
