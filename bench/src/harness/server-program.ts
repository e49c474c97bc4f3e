// The server program: commands that run to their end, and long-running roles. The interface is the environment.
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import { channelAccount, channelSecret } from '@volley/simulator/simulator.ts';
import { type Child, runChild, startReadyChild } from './child-process.ts';
import { listAt, memberAt, textAt } from './json.ts';
import { START_MAX_MS } from './sign-of-life.ts';

export const roles = ['api', 'pacer', 'connector', 'recorder', 'notifier', 'clock'] as const;
export type Role = (typeof roles)[number];

export type HarnessLink = {
  name: string;
  /** Ids of the brands it serves; 0: unknown brand. */
  brands: readonly number[];
  /** Account at the simulator. */
  systemId: string;
  window: number;
  ratePerSecond?: number;
};

/** Name of an option of `put-link` without its dashes → value. */
type LinkOptions = Readonly<Record<string, string | number>>;

export type RoleProcess = Child & {
  readonly roles: readonly Role[];
  readonly url?: string;
  readonly metricsUrl: string;
};

export type Settings = Readonly<Record<string, string>>;

export type RoleOptions = {
  settings?: Settings;
  /** Called with the process before it is ready. */
  onSpawned?: (child: Child) => void;
};

export type ServerProgram = {
  /** Names of the migrations and reference files that this run applied. */
  migrate(): Promise<readonly string[]>;
  putLink(link: HarnessLink, port: number): Promise<void>;
  /** Creates links `channel-<channel>` of all channels but SMS to the provider at this address. */
  putChannels(url: string): Promise<void>;
  /** Creates a link to an HTTP provider from the options of `put-link`. */
  putProvider(options: LinkOptions): Promise<void>;
  createPartner(login: string, password: string): Promise<void>;
  createStaff(login: string, password: string, roles: string): Promise<void>;
  /** Token of a sign-in link, valid once. */
  createSignInLink(login: string, kind: 'partner' | 'staff'): Promise<string>;
  /** Rows of the audit; empty if all books agree. */
  audit(): Promise<readonly unknown[]>;
  /** Shows the state after a restore, or applies a decision; returns the output of the command. */
  afterRestore(decision?: 'stop' | 'confirm'): Promise<unknown>;
  /** Sections of the `status` command. */
  status(): Promise<unknown>;
  /** `name`: base name of the log. */
  startRoles(name: string, wanted: readonly Role[], options?: RoleOptions): Promise<RoleProcess>;
};

const MAIN = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));

/** `main`: of another version, for trials of an upgrade. */
export function serverProgram(folder: string, environment: Settings, main = MAIN): ServerProgram {
  const command = (name: string, args: readonly string[], over: Settings = {}) => ({
    name,
    command: process.execPath,
    args: [main, ...args],
    logFile: join(folder, `${name}.log`),
    env: { ...environment, ...over },
  });
  const ask = async (name: string, args: readonly string[]): Promise<unknown> =>
    JSON.parse(await runChild(command(name, [name, ...args])));
  const run = async (name: string, args: readonly string[]): Promise<void> => {
    await ask(name, args);
  };
  return {
    migrate: async () => {
      const done = await ask('migrate', []);
      return ['applied', 'loaded'].flatMap((part) => listAt(done, part).map(String));
    },
    putLink: (link, port) => run('put-link', linkArguments(link, port)),
    putChannels: (url) => run('put-link', optionsOf(channelOptions('channel', httpChannels, url))),
    putProvider: (options) => run('put-link', optionsOf(options)),
    createPartner: (login, password) => run('create-partner', ['--login', login, '--password', password]),
    createStaff: (login, password, roles) =>
      run('create-staff', ['--login', login, '--password', password, '--roles', roles]),
    createSignInLink: async (login, kind) =>
      textAt(await ask('create-sign-in-link', ['--login', login, '--kind', kind]), 'token'),
    audit: async () => {
      // Silent while PostgreSQL works.
      const { child, ready } = await startReadyChild({ ...command('audit', ['audit']), silenceMs: START_MAX_MS });
      await child.exited;
      const findings = memberAt(ready, 'findings');
      return Array.isArray(findings) ? findings : [ready];
    },
    afterRestore: (decision) => ask('after-restore', [...(decision === undefined ? [] : [`--${decision}`]), '--json']),
    status: () => ask('status', ['--json']),
    startRoles: async (name, wanted, { settings, onSpawned } = {}) => {
      const over = { ...named(environment, wanted), ...settings };
      const { child, ready } = await startReadyChild(command(name, wanted, over), onSpawned);
      return roleProcess(child, wanted, ready);
    },
  };
}

/** The name of a connection tells PostgreSQL which roles use it. Addresses of two servers have no place for one. */
function named(environment: Settings, wanted: readonly Role[]): Settings {
  const addresses = ['DATABASE_URL', 'ENGINE_DATABASE_URL'].flatMap((setting) => {
    const address = environment[setting] ?? '';
    if (address === '' || address.includes(',')) return [];
    const url = new URL(address);
    url.searchParams.set('application_name', connectionName(wanted));
    return [[setting, url.href]];
  });
  return Object.fromEntries(addresses);
}

export const connectionName = (wanted: readonly Role[]): string => `volley ${wanted.join(' ')}`;

export type SystemAddresses = {
  readonly databaseUrl: string;
  readonly engineDatabaseUrl: string;
  readonly natsUrl: string;
  readonly cell: string;
};

/** Settings of a private system on one machine; `over` takes precedence. */
export function harnessEnvironment(
  { databaseUrl, engineDatabaseUrl, natsUrl, cell }: SystemAddresses,
  over: Settings = {},
): Settings {
  return {
    DATABASE_URL: databaseUrl,
    ENGINE_DATABASE_URL: engineDatabaseUrl,
    NATS_URL: natsUrl,
    CELL: cell,
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    DRAIN_MS: '0',
    MODERATION: 'auto',
    TEST_MODE: 'on',
    ALLOW_OLD_BROKER: 'on',
    BACK_OFFICE: 'on',
    // The token of the ready line must survive moving the clock.
    STAFF_TOKEN_HOURS: '0',
    RATE_LIMITS: 'off',
    SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    CALLBACK_ALLOW: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
    // Later starts find their modules compiled.
    NODE_COMPILE_CACHE: join(tmpdir(), 'volley-compile-cache'),
    ...over,
  };
}

function linkArguments(link: HarnessLink, port: number): string[] {
  const named = {
    name: link.name,
    brands: link.brands.join(','),
    host: '127.0.0.1',
    port,
    'system-id': link.systemId,
    password: 'secret',
    window: link.window,
    ...(link.ratePerSecond === undefined ? {} : { rate: link.ratePerSecond }),
  };
  return optionsOf(named);
}

/** Name of the link of a channel; `{channel}` is replaced by the channel. */
export const channelLink = 'channel-{channel}';

const httpChannels = CHANNEL_TYPES.filter((channel) => channel !== 'SMS');

/** Options of `put-link`, for links to the provider of HTTP channels. */
export function channelOptions(name: string, channels: readonly string[], url: string) {
  return {
    name,
    protocol: 'VOLLEY_HTTP',
    channels: channels.join(','),
    brands: '0,1,2,3,4',
    url,
    'system-id': channelAccount,
    password: channelSecret,
    window: 20,
    'verify-token': 'sandbox',
  };
}

const optionsOf = (named: LinkOptions): string[] =>
  Object.entries(named).flatMap(([name, value]) => [`--${name}`, String(value)]);

function roleProcess(child: Child, wanted: readonly Role[], ready: unknown): RoleProcess {
  const url = memberAt(ready, 'url');
  const metricsUrl = memberAt(ready, 'metricsUrl');
  return {
    ...child,
    roles: wanted,
    metricsUrl: typeof metricsUrl === 'string' ? metricsUrl : '',
    ...(typeof url === 'string' ? { url } : {}),
  };
}
