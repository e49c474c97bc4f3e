// `node server/src/main.ts <role>…` runs the named roles in one process; `<command> …` runs a single command and exits.
// A running process prints one JSON line when it is ready, logs to stderr, and ends on SIGTERM.
import { type Config, readConfig } from './config.ts';
import type { Platform } from './platform/platform.ts';
import type { Shutdown } from './platform/shutdown.ts';
import { UsageError } from './processes/options.ts';
import { roleOf } from './processes/roles.ts';
import { describeError, showHelp, version } from './processes/usage.ts';
import { withFiles } from './settings-from-files.ts';

type Start = (platform: Platform, shutdown: Shutdown) => Promise<{ url: string }> | void;

/** A process loads only what its roles need: the API is most of the program. */
const ROLES: Readonly<Record<string, () => Promise<Start>>> = {
  sweeper: async () => (await import('./processes/sweeper.ts')).startSweeper,
  notifier: async () => (await import('./processes/notifier.ts')).startNotifier,
  recorder: async () => (await import('./processes/recorder.ts')).startRecorder,
  connector: async () => (await import('./processes/connector.ts')).startConnector,
  pacer: async () => (await import('./processes/pacer.ts')).startPacer,
  api: async () => (await import('./processes/api.ts')).startApi,
};

const loadCommands = () => import('./processes/commands.ts');
const loadPlatform = async () => (await import('./processes/build-platform.ts')).buildPlatform;

const print = (line: unknown): void =>
  void process.stdout.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);

async function runRoles(roles: readonly string[]): Promise<void> {
  const wanted = Object.entries(ROLES).filter(([name]) => roles.includes(name));
  const buildPlatform = await loadPlatform();
  const starts = await Promise.all(wanted.map(([, load]) => load()));
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
  for (const start of starts) {
    const started = await start(platform, shutdown);
    url = started?.url ?? url;
  }
  print({ ready: true, roles, ...(url === undefined ? {} : { url }), metricsUrl });
}

async function runCommand(name: string, args: readonly string[]): Promise<void> {
  const { COMMANDS, migrateCommand } = await loadCommands();
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (name === 'migrate') return print(await migrateCommand(settings()));
  if (command === undefined) throw new UsageError(name === '' ? 'name a role or a command' : `unknown: ${name}`);
  const buildPlatform = await loadPlatform();
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
  if (['--help', '-h', 'help'].includes(first)) return print(await help());
  if (first === '--version') return print(version());
  const roles = (words.length > 0 ? words : settings().roles).map(roleOf);
  const unknown = roles.find((role) => !Object.hasOwn(ROLES, role));
  if (roles.length > 0 && unknown === undefined) return runRoles([...new Set(roles)]);
  if (words.length === 0 && unknown !== undefined) throw new UsageError(`ROLES: unknown role ${unknown}`);
  return runCommand(first, rest);
}

async function help(): Promise<string> {
  const { COMMANDS, MIGRATE_HELP } = await loadCommands();
  return showHelp(Object.keys(ROLES), { migrate: { help: MIGRATE_HELP }, ...COMMANDS });
}

run(process.argv.slice(2)).catch((error: unknown) => {
  const { text, status } = describeError(error);
  process.stderr.write(`${text}\n`);
  process.exit(status);
});
