// `npm run services`: PostgreSQL and NATS for this machine. Prints their addresses as settings for a shell, and runs until
// Ctrl-C or SIGTERM. Servers that run already are used and left running; when both do, the command ends at once.
import { ensureServers } from './local-servers.ts';

const ended = new Promise<void>((resolve) => {
  process.once('SIGTERM', () => resolve());
  process.once('SIGINT', () => resolve());
});

const { databaseUrl, natsUrl, started, stop } = await ensureServers();
console.log(`DATABASE_URL=${databaseUrl}\nNATS_URL=${natsUrl}`);
if (started.length === 0) {
  console.error('Both run already.');
} else {
  console.error(`Started ${started.join(' and ')}. Ctrl-C ends ${started.length > 1 ? 'them' : 'it'}.`);
  await ended;
  await stop();
}
