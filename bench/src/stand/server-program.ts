// The server's program: commands that run to their end, and roles that stay. The environment is the contract.
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHANNEL_TYPES } from '@volley/domain/channel.ts';
import { channelAccount, channelSecret } from '@volley/simulator/simulator.ts';
import { type Child, runChild, startReadyChild } from './child-process.ts';
import { memberAt, textAt } from './json.ts';

export const roles = ['api', 'pacer', 'connector', 'recorder', 'notifier', 'clock'] as const;
export type Role = (typeof roles)[number];

export type StandLink = {
  name: string;
  /** Brand identifiers it serves; 0 is unknown. */
  brands: readonly number[];
  /** Account at the simulator. */
  systemId: string;
  window: number;
  ratePerSecond?: number;
};

export type RoleProcess = Child & {
  readonly roles: readonly Role[];
  readonly url?: string;
  readonly metricsUrl: string;
};

export type Settings = Readonly<Record<string, string>>;

export type RoleOptions = {
  settings?: Settings;
  /** Told of the process before it is ready. */
  onSpawned?: (child: Child) => void;
};

export type ServerProgram = {
  migrate(): Promise<void>;
  putLink(link: StandLink, port: number): Promise<void>;
  /** Links of all channels but SMS to the provider at this address, named `channel-<channel>`. */
  putChannels(url: string): Promise<void>;
  createPartner(login: string, password: string): Promise<void>;
  createStaff(login: string, password: string, roles: string): Promise<void>;
  /** The token of a link to the console that signs in once. */
  createSignInLink(login: string, kind: 'partner' | 'staff'): Promise<string>;
  /** Rows of the audit: none when everything adds up. */
  audit(): Promise<readonly unknown[]>;
  /** What an operator sees, or decides, after the database went back; returns what the command printed. */
  afterRestore(decision?: 'stop' | 'confirm'): Promise<unknown>;
  /** The sections of `status`. */
  status(): Promise<unknown>;
  /** `name` names its log. */
  startRoles(name: string, wanted: readonly Role[], options?: RoleOptions): Promise<RoleProcess>;
};

const MAIN = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));

export function serverProgram(folder: string, environment: Settings): ServerProgram {
  const command = (name: string, args: readonly string[], over: Settings = {}) => ({
    name,
    command: process.execPath,
    args: [MAIN, ...args],
    logFile: join(folder, `${name}.log`),
    env: { ...environment, ...over },
  });
  const ask = async (name: string, args: readonly string[]): Promise<unknown> =>
    JSON.parse(await runChild(command(name, [name, ...args])));
  const run = async (name: string, args: readonly string[]): Promise<void> => {
    await ask(name, args);
  };
  return {
    migrate: () => run('migrate', []),
    putLink: (link, port) => run('put-link', linkArguments(link, port)),
    putChannels: (url) => run('put-link', channelArguments(url)),
    createPartner: (login, password) => run('create-partner', ['--login', login, '--password', password]),
    createStaff: (login, password, roles) =>
      run('create-staff', ['--login', login, '--password', password, '--roles', roles]),
    createSignInLink: async (login, kind) =>
      textAt(await ask('create-sign-in-link', ['--login', login, '--kind', kind]), 'token'),
    audit: async () => {
      const { child, ready } = await startReadyChild(command('audit', ['audit']));
      await child.exited;
      const findings = memberAt(ready, 'findings');
      return Array.isArray(findings) ? findings : [ready];
    },
    afterRestore: (decision) => ask('after-restore', [...(decision === undefined ? [] : [`--${decision}`]), '--json']),
    status: () => ask('status', ['--json']),
    startRoles: async (name, wanted, { settings, onSpawned } = {}) => {
      const { child, ready } = await startReadyChild(command(name, wanted, settings), onSpawned);
      return roleProcess(child, wanted, ready);
    },
  };
}

/** Settings of a private system on one machine; `over` goes before them. */
export function standEnvironment(databaseUrl: string, natsUrl: string, cell: string, over: Settings = {}): Settings {
  return {
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    CELL: cell,
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    DRAIN_MS: '0',
    MODERATION: 'auto',
    TEST_MODE: 'on',
    BACK_OFFICE: 'on',
    // Whoever moves the clock keeps the token of the ready line.
    STAFF_TOKEN_HOURS: '0',
    RATE_LIMITS: 'off',
    SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    CALLBACK_ALLOW: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
    // Every start after the first finds its modules compiled.
    NODE_COMPILE_CACHE: join(tmpdir(), 'volley-compile-cache'),
    ...over,
  };
}

function linkArguments(link: StandLink, port: number): string[] {
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
  return Object.entries(named).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

/** Name of a channel's link; `{channel}` stands for the channel. */
export const channelLink = 'channel-{channel}';

function channelArguments(url: string): string[] {
  const named = {
    name: 'channel',
    protocol: 'HTTP',
    channels: CHANNEL_TYPES.filter((channel) => channel !== 'SMS').join(','),
    brands: '0,1,2,3,4',
    url,
    'system-id': channelAccount,
    password: channelSecret,
    window: 20,
    'verify-token': 'sandbox',
  };
  return Object.entries(named).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

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
