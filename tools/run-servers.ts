// `npm run services`: PostgreSQL and NATS for this machine. Prints their addresses as shell settings and runs until
// Ctrl-C or SIGTERM. Running servers are used and left running; if both run already, the command ends immediately.
import { ensureServers } from './local-servers.ts';

const ended = new Promise<void>((resolve) => {
  process.once('SIGTERM', () => resolve());
  process.once('SIGINT', () => resolve());
});

const { databaseUrl, natsUrl, started, stop } = await ensureServers();
console.log(`DATABASE_URL=${databaseUrl}\nNATS_URL=${natsUrl}`);
if (started.length === 0) {
  console.error('PostgreSQL and NATS are already running.');
} else {
  console.error(`Started ${started.join(' and ')}. Ctrl-C ends ${started.length > 1 ? 'them' : 'it'}.`);
  await ended;
  await stop();
}
