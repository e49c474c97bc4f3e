// A whole running system made of real processes: a fresh database, the simulated operators, the roles in any layout,
// operator links and partners. `stop` ends everything it started and removes everything it made.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AccountKeys, openAccount } from './account.ts';
import { createFreshDatabase } from './fresh-database.ts';
import { issueToken, openPartnerClient, type PartnerClient } from './partner-client.ts';
import { type People, peopleOf } from './people.ts';
import { removeStreams } from './remove-streams.ts';
import { openRoleProcesses, type RoleProcesses } from './role-processes.ts';
import {
  channelLink,
  type Role,
  roles,
  type ServerProgram,
  type Settings,
  type StandLink,
  serverProgram,
  standEnvironment,
} from './server-program.ts';
import { type SimulatorProcess, startSimulatorProcess } from './simulator-process.ts';
import { withDatabase, withStandby } from './with-database.ts';

export type StandOptions = {
  /** Part of the database's name. */
  what: string;
  databaseUrl?: string;
  /** Host and port of a server that may take over from the one of `databaseUrl`. */
  standbyAddress?: string;
  natsUrl?: string;
  /** Processes and the roles each runs. */
  layout?: readonly (readonly Role[])[];
  links?: readonly StandLink[];
  /** Also links of the channels that speak HTTP, and their provider knows where to call. */
  withChannels?: boolean;
  /** Environment of every role process, over the stand's own. */
  settings?: Settings;
  /** File of the simulator's accepted submits. */
  acceptLog?: string;
  keepDatabase?: boolean;
  /** Business time begins so far ahead of the present, or, below zero, in the past. */
  offsetSeconds?: number;
};

export type Stand = People &
  Omit<RoleProcesses, 'stop'> &
  Pick<ServerProgram, 'migrate' | 'audit' | 'afterRestore' | 'status'> & {
    /** As the plain role that owns it; `withDatabase` sees everything. */
    readonly databaseUrl: string;
    readonly natsUrl: string;
    readonly cell: string;
    /** Logs of all processes; removed by `stop`. */
    readonly folder: string;
    readonly simulator: SimulatorProcess;
    /** A new partner with a company and a sender name for each brand. */
    givenPartner(): Promise<PartnerClient>;
    /** A token of the back office, of a new admin. */
    givenAdminToken(): Promise<string>;
    /** Keys of the messaging API for a company, and money in its wallet. */
    givenKeys(companyId: number): Promise<AccountKeys>;
    putLink(link: StandLink): Promise<void>;
    /** The provider of the channels calls the API that is running now. */
    callChannels(): Promise<void>;
    stop(): Promise<void>;
  };

export const defaultDatabaseUrl = process.env['DATABASE_URL'] ?? 'postgres://127.0.0.1:5432/test';
export const defaultNatsUrl = process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222';

/** One link per brand, each with its own account; numbers of unknown brand go over the first. */
export const fourLinks: readonly StandLink[] = [
  { name: 'mts', brands: [1, 0], systemId: 'mts', window: 100 },
  { name: 'beeline', brands: [2], systemId: 'beeline', window: 100 },
  { name: 'megafon', brands: [3], systemId: 'megafon', window: 100 },
  { name: 'tele2', brands: [4], systemId: 'tele2', window: 100 },
];

/** The days around that time need their partitions too, and those are made by the time that is now. */
async function beginElsewhen(server: ServerProgram, databaseUrl: string, seconds: number): Promise<void> {
  await withDatabase(databaseUrl, (client) => client.query('update sandbox_clock set offset_seconds = $1', [seconds]));
  await server.migrate();
}

type Closer = () => Promise<unknown> | void;

export async function startStand(options: StandOptions): Promise<Stand> {
  const closers: Closer[] = [];
  const stop = () => closeAll(closers);
  try {
    return await build(options, closers, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Last made, first closed; a failure does not keep the rest from being closed. */
async function closeAll(closers: Closer[]): Promise<void> {
  const failures: unknown[] = [];
  while (closers.length > 0) {
    try {
      await closers.pop()?.();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'the stand did not close cleanly');
}

async function build(options: StandOptions, closers: Closer[], stop: () => Promise<void>): Promise<Stand> {
  const natsUrl = options.natsUrl ?? defaultNatsUrl;
  const folder = mkdtempSync(join(tmpdir(), `volley-${options.what}-`));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  const database = await createFreshDatabase(options.databaseUrl ?? defaultDatabaseUrl, options.what);
  if (options.keepDatabase !== true) closers.push(() => database.drop());
  const cell = database.name;
  closers.push(() => removeStreams(natsUrl, cell));
  const databaseUrl = withStandby(database.url, options.standbyAddress);
  const server = serverProgram(folder, standEnvironment(databaseUrl, natsUrl, cell, options.settings));
  await server.migrate();
  if (options.offsetSeconds !== undefined) await beginElsewhen(server, database.url, options.offsetSeconds);
  const simulator = await startSimulatorProcess({
    folder,
    ...(options.acceptLog === undefined ? {} : { acceptLog: options.acceptLog }),
  });
  closers.push(() => simulator.stop());
  const putLink = (link: StandLink): Promise<void> => server.putLink(link, simulator.smppPort);
  const putChannels = () => (options.withChannels === true ? server.putChannels(simulator.channelUrl) : undefined);
  await Promise.all([...(options.links ?? fourLinks).map(putLink), putChannels()]);

  const { processes, startRoles, apiUrl, logTails, stop: stopRoles } = openRoleProcesses(server);
  const partners: PartnerClient[] = [];
  closers.push(async () => {
    for (const partner of partners) await partner.close();
    await stopRoles();
  });
  for (const wanted of options.layout ?? [roles]) await startRoles(wanted);
  const callChannels = () => simulator.callAt(`${apiUrl()}/channels/v1/${channelLink}`);
  if (options.withChannels === true && processes.length > 0) await callChannels();
  const { givenLogin, givenAdmin, signInLink } = peopleOf(server, apiUrl);
  const givenAdminToken = async () => issueToken(apiUrl(), '/admin/v1/auth/token', await givenAdmin());
  return {
    databaseUrl,
    natsUrl,
    cell,
    folder,
    simulator,
    processes,
    apiUrl,
    startRoles,
    putLink,
    migrate: () => server.migrate(),
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
