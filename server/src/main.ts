// `node server/src/main.ts <role>…` runs the named roles in one process; `<command> …` runs a single command and exits.
// A running process prints one JSON line when it is ready, logs to stderr, and ends on SIGTERM.
import { type Config, readConfig } from './config.ts';
import type { Platform } from './platform/platform.ts';
import type { Shutdown } from './platform/shutdown.ts';
import { startApi } from './processes/api.ts';
import { buildPlatform } from './processes/build-platform.ts';
import { COMMANDS, MIGRATE_HELP, migrateCommand } from './processes/commands.ts';
import { startConnector } from './processes/connector.ts';
import { startNotifier } from './processes/notifier.ts';
import { UsageError } from './processes/options.ts';
import { startPacer } from './processes/pacer.ts';
import { startRecorder } from './processes/recorder.ts';
import { roleOf } from './processes/roles.ts';
import { startSweeper } from './processes/sweeper.ts';
import { describeError, showHelp, version } from './processes/usage.ts';
import { withFiles } from './settings-from-files.ts';

type Start = (platform: Platform, shutdown: Shutdown) => Promise<{ url: string }> | void;

const ROLES: Readonly<Record<string, Start>> = {
  sweeper: startSweeper,
  notifier: startNotifier,
  recorder: startRecorder,
  connector: startConnector,
  pacer: startPacer,
  api: startApi,
};

const print = (line: unknown): void =>
  void process.stdout.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);

async function runRoles(roles: readonly string[]): Promise<void> {
  const { platform, shutdown, metricsUrl } = await buildPlatform(settings(), roles);
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
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (name === 'migrate') return print(await migrateCommand(settings()));
  if (command === undefined) throw new UsageError(name === '' ? 'name a role or a command' : `unknown: ${name}`);
  const { platform, shutdown } = await buildPlatform({ ...settings(), metricsPort: 0 }, [name], {
    kind: 'command',
  });
  try {
    print(await command.run(platform, args));
  } finally {
    await shutdown.run();
  }
}

function settings(): Config {
  try {
    return readConfig(withFiles(process.env));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function run(words: readonly string[]): Promise<void> {
  const [first = '', ...rest] = words;
  if (['--help', '-h', 'help'].includes(first)) return print(help());
  if (first === '--version') return print(version());
  const roles = (words.length > 0 ? words : settings().roles).map(roleOf);
  const unknown = roles.find((role) => !Object.hasOwn(ROLES, role));
  if (roles.length > 0 && unknown === undefined) return runRoles([...new Set(roles)]);
  if (words.length === 0 && unknown !== undefined) throw new UsageError(`ROLES: unknown role ${unknown}`);
  return runCommand(first, rest);
}

const help = () => showHelp(Object.keys(ROLES), { migrate: { help: MIGRATE_HELP }, ...COMMANDS });

run(process.argv.slice(2)).catch((error: unknown) => {
  const { text, status } = describeError(error);
  process.stderr.write(`${text}\n`);
  process.exit(status);
});
