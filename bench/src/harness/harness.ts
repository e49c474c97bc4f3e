// A complete system of real processes: a fresh database, simulated operators, roles in any layout, operator links and
// partners. `stop` ends all processes it started and removes all data it created.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AccountKeys, openAccount } from './account.ts';
import { createFreshDatabase } from './fresh-database.ts';
import { type Logins, openLogins } from './logins.ts';
import { issueToken, openPartnerClient, type PartnerClient } from './partner-client.ts';
import { callFromProviders, providerSettings, putProviders } from './provider-links.ts';
import { removeStreams } from './remove-streams.ts';
import { openRoleProcesses, type RoleProcesses } from './role-processes.ts';
import {
  channelLink,
  type HarnessLink,
  harnessEnvironment,
  type Role,
  roles,
  type ServerProgram,
  type Settings,
  type SystemAddresses,
  serverProgram,
} from './server-program.ts';
import { type SimulatorProcess, startSimulatorProcess } from './simulator-process.ts';
import { withDatabase, withStandby } from './with-database.ts';

export type HarnessOptions = {
  /** Part of the database name. */
  what: string;
  databaseUrl?: string;
  /** Host and port of the standby of `databaseUrl`. */
  standbyAddress?: string;
  natsUrl?: string;
  /** Roles per process. */
  layout?: readonly (readonly Role[])[];
  links?: readonly HarnessLink[];
  /** Also sets up links of the HTTP channels and the webhook address at their provider. */
  withChannels?: boolean;
  /** Also sets up a second link of VIBER, and links of bots. */
  withProviders?: boolean;
  /** Environment of every role process; takes precedence over the defaults of the harness. */
  settings?: Settings;
  /** Log file of the submits accepted by the simulator. */
  acceptLog?: string;
  /** Decides the faults of the simulator. */
  seed?: number;
  keepDatabase?: boolean;
  /** The program of another checkout. */
  main?: string;
  /** Offset of business time from real time; negative: in the past. */
  offsetSeconds?: number;
  /** Called at the beginning of every step of the start. */
  onStep?: (what: string) => void;
};

export type Harness = Logins &
  SystemAddresses &
  Omit<RoleProcesses, 'stop'> &
  Pick<ServerProgram, 'migrate' | 'audit' | 'afterRestore' | 'status' | 'putProvider'> & {
    /** Folder with the logs of all processes; removed by `stop`. */
    readonly folder: string;
    readonly simulator: SimulatorProcess;
    /** Creates a partner with a company and a sender name per brand. */
    givenPartner(): Promise<PartnerClient>;
    /** Creates an admin and returns a back office token. */
    givenAdminToken(): Promise<string>;
    /** Creates messaging API keys for a company and tops up its wallet. */
    givenKeys(companyId: number): Promise<AccountKeys>;
    putLink(link: HarnessLink): Promise<void>;
    /** Points the webhooks of the channel provider at the current API process. */
    callChannels(): Promise<void>;
    stop(): Promise<void>;
  };

export const defaultDatabaseUrl = process.env['DATABASE_URL'] ?? 'postgres://127.0.0.1:5432/test';
export const defaultNatsUrl = process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222';

/** A link per brand, each with its own account; numbers of unknown brand use the first link. */
export const fourLinks: readonly HarnessLink[] = [
  { name: 'mts', brands: [1, 0], systemId: 'mts', window: 100 },
  { name: 'beeline', brands: [2], systemId: 'beeline', window: 100 },
  { name: 'megafon', brands: [3], systemId: 'megafon', window: 100 },
  { name: 'tele2', brands: [4], systemId: 'tele2', window: 100 },
];

/** A second migration creates the partitions around the shifted business time. */
async function shiftBusinessTime(server: ServerProgram, databaseUrl: string, seconds: number): Promise<void> {
  await withDatabase(databaseUrl, (client) => client.query('update sandbox_clock set offset_seconds = $1', [seconds]));
  await server.migrate();
}

type Closer = () => Promise<unknown> | void;

export async function startHarness(options: HarnessOptions): Promise<Harness> {
  const closers: Closer[] = [];
  const stop = () => closeAll(closers);
  try {
    return await build(options, closers, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Closes in reverse order of creation; a failure does not stop the remaining closers. */
async function closeAll(closers: Closer[]): Promise<void> {
  const failures: unknown[] = [];
  while (closers.length > 0) {
    try {
      await closers.pop()?.();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} parts of the harness failed to close`);
}

const startSimulator = (folder: string, { acceptLog, seed }: HarnessOptions): Promise<SimulatorProcess> =>
  startSimulatorProcess({ folder, ...(acceptLog !== undefined && { acceptLog }), ...(seed !== undefined && { seed }) });

async function build(options: HarnessOptions, closers: Closer[], stop: () => Promise<void>): Promise<Harness> {
  const natsUrl = options.natsUrl ?? defaultNatsUrl;
  const begin = options.onStep ?? (() => undefined);
  const folder = mkdtempSync(join(tmpdir(), `volley-${options.what}-`));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  begin('creating a database');
  const database = await createFreshDatabase(options.databaseUrl ?? defaultDatabaseUrl, options.what);
  if (options.keepDatabase !== true) closers.push(() => database.drop());
  const cell = database.name;
  closers.push(() => removeStreams(natsUrl, cell));
  const databaseUrl = withStandby(database.url, options.standbyAddress);
  const engineDatabaseUrl = withStandby(database.engineUrl, options.standbyAddress);
  const addresses = { databaseUrl, engineDatabaseUrl, natsUrl, cell };
  begin('starting the simulated operators');
  const simulator = await startSimulator(folder, options);
  closers.push(() => simulator.stop());
  const settings = { ...(options.withProviders === true && providerSettings(simulator)), ...options.settings };
  const server = serverProgram(folder, harnessEnvironment(addresses, settings), options.main);
  begin('creating tables and loading reference data');
  await server.migrate();
  if (options.offsetSeconds !== undefined) await shiftBusinessTime(server, database.url, options.offsetSeconds);
  begin('creating the links of the operators');
  const putLink = (link: HarnessLink): Promise<void> => server.putLink(link, simulator.smppPort);
  const putChannels = () => (options.withChannels === true ? server.putChannels(simulator.channelUrl) : undefined);
  await Promise.all([...(options.links ?? fourLinks).map(putLink), putChannels()]);
  if (options.withProviders === true) await putProviders(server, simulator, database.url);

  const { processes, startRoles, apiUrl, logTails, stop: stopRoles } = openRoleProcesses(server);
  const partners: PartnerClient[] = [];
  closers.push(async () => {
    for (const partner of partners) await partner.close();
    await stopRoles();
  });
  begin('starting the service');
  for (const wanted of options.layout ?? [roles]) await startRoles(wanted);
  const callChannels = async () => {
    await simulator.callAt(`${apiUrl()}/channels/v1/${channelLink}`);
    if (options.withProviders === true) await callFromProviders(simulator, apiUrl());
  };
  if (options.withChannels === true && processes.length > 0) await callChannels();
  const { givenLogin, givenAdmin, signInLink } = openLogins(server, apiUrl);
  const givenAdminToken = async () => issueToken(apiUrl(), '/admin/v1/auth/token', await givenAdmin());
  return {
    ...addresses,
    folder,
    simulator,
    processes,
    apiUrl,
    startRoles,
    putLink,
    migrate: () => server.migrate(),
    putProvider: (options) => server.putProvider(options),
    callChannels,
    audit: () => server.audit(),
    afterRestore: (decision) => server.afterRestore(decision),
    status: () => server.status(),
    givenPartner: async () => {
      const partner = await openPartnerClient(apiUrl(), await givenLogin());
      partners.push(partner);
      return partner;
    },
    givenLogin,
    signInLink,
    givenAdmin,
    givenAdminToken,
    givenKeys: async (companyId) => openAccount(apiUrl(), await givenAdminToken(), companyId),
    logTails,
    stop,
  };
}
