// `node server/src/main.ts <role>…` runs the named roles in one process; `<command> …` does one thing and
// ends. A running process prints one JSON line when it is ready, logs to stderr, and ends on SIGTERM.
import { readConfig } from './config.ts';
import type { Platform } from './platform/platform.ts';
import type { Shutdown } from './platform/shutdown.ts';
import { startApi } from './processes/api.ts';
import { buildPlatform } from './processes/build-platform.ts';
import { startClock } from './processes/clock.ts';
import { COMMANDS, migrateCommand } from './processes/commands.ts';
import { startConnector } from './processes/connector.ts';
import { startNotifier } from './processes/notifier.ts';
import { startPacer } from './processes/pacer.ts';
import { startRecorder } from './processes/recorder.ts';

type Start = (platform: Platform, shutdown: Shutdown) => Promise<{ url: string }> | void;

const ROLES: Readonly<Record<string, Start>> = {
  clock: startClock,
  notifier: startNotifier,
  recorder: startRecorder,
  connector: startConnector,
  pacer: startPacer,
  api: startApi,
};

const print = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

async function runRoles(roles: readonly string[]): Promise<void> {
  const { platform, shutdown, metricsUrl } = await buildPlatform(readConfig(process.env), roles);
  const end = (why: string) => {
    platform.log.info({ why }, 'shutting down');
    shutdown.run().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', () => end('SIGTERM'));
  process.once('SIGINT', () => end('SIGINT'));
  let url: string | undefined;
  for (const [name, start] of Object.entries(ROLES)) {
    if (!roles.includes(name)) continue;
    const started = await start(platform, shutdown);
    url = started?.url ?? url;
  }
  print({ ready: true, roles, ...(url === undefined ? {} : { url }), metricsUrl });
}

async function runCommand(name: string, args: readonly string[]): Promise<void> {
  const config = readConfig(process.env);
  if (name === 'migrate') return void print(await migrateCommand(config));
  const command = COMMANDS[name];
  if (command === undefined)
    throw new Error(
      `unknown: ${name}. Roles: ${Object.keys(ROLES).join(', ')}. Commands: migrate, ${Object.keys(COMMANDS).join(', ')}`,
    );
  const { platform, shutdown } = await buildPlatform({ ...config, metricsPort: 0 }, [name]);
  try {
    print(await command(platform, args));
  } finally {
    await shutdown.run();
  }
}

const words = process.argv.slice(2);
const work =
  words.length > 0 && words.every((word) => word in ROLES)
    ? runRoles(words)
    : runCommand(words[0] ?? '', words.slice(1));
work.catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
