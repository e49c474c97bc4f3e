// `npm run sandbox`: the whole system on this machine, in one process beside simulated operators, over a new
// database that is dropped at the end. Prints one JSON line when ready and runs until it is told to end.
// Settings: DATABASE_URL, NATS_URL (the servers to use), PORT (0 = a free one), MODERATION.
import { startStand } from '@volley/bench/stand/stand.ts';

const stand = await startStand({
  what: 'sandbox',
  settings: {
    PORT: process.env['PORT'] ?? '0',
    MODERATION: process.env['MODERATION'] ?? 'auto',
    RATE_LIMITS: process.env['RATE_LIMITS'] ?? 'on',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  },
});

let ending = false;
const end = (): void => {
  if (ending) return;
  ending = true;
  stand.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
};
process.on('SIGTERM', end);
process.on('SIGINT', end);

const [first, second] = [await stand.givenPartner(), await stand.givenPartner()];
const baseUrl = stand.apiUrl();
console.log(
  JSON.stringify({
    ready: true,
    baseUrl,
    apiBaseUrl: `${baseUrl}/api/v1`,
    simulatorUrl: stand.simulator.controlUrl,
    clockUrl: `${baseUrl}/sandbox/v1/clock`,
    companyId: first.companyId,
    partners: [first.credentials, second.credentials],
  }),
);
