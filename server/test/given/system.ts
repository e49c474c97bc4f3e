// The server side of a cell: API and workers in one process as `main.ts` starts them, over a database of its own, with
// a sandbox clock.
import { rm } from 'node:fs/promises';
import type { Config } from '../../src/config.ts';
import { auditMoney } from '../../src/features/settlement/audit/audit.ts';
import { connectBus } from '../../src/platform/bus/bus.ts';
import { inTransaction, openDatabase } from '../../src/platform/database/database.ts';
import type { Platform } from '../../src/platform/platform.ts';
import type { Shutdown } from '../../src/platform/shutdown.ts';
import { startApi } from '../../src/processes/api.ts';
import { buildPlatform } from '../../src/processes/build-platform.ts';
import { startConnector } from '../../src/processes/connector.ts';
import { startNotifier } from '../../src/processes/notifier.ts';
import { startPacer } from '../../src/processes/pacer.ts';
import { startRecorder } from '../../src/processes/recorder.ts';
import { startSweeper } from '../../src/processes/sweeper.ts';
import { SANDBOX_CLOCK_PATH } from '../../src/surfaces/sandbox/sandbox-clock.ts';
import { testConfig } from './api.ts';
import { dropLater, givenDatabase, type ServerKind } from './databases.ts';
import { type Call, callerOf } from './http-client.ts';
import { passRounds, settle } from './settle.ts';
import { TEST_COSTS } from './test-costs.ts';

const WORKERS = {
  clock: startSweeper,
  notifier: startNotifier,
  recorder: startRecorder,
  connector: startConnector,
  pacer: startPacer,
} as const;
export type Worker = keyof typeof WORKERS;

export type SystemOptions = {
  readonly settings?: Partial<Config>;
  /** Workers of the first process; all by default. */
  readonly workers?: readonly Worker[];
  readonly server?: ServerKind;
};

export type System = {
  readonly url: string;
  readonly platform: Platform;
  call: Call;
  /** Moves business time for every role. */
  advance(seconds: number): Promise<void>;
  now(): Date;
  /** Resolves when all work that is due now is done; fails if an operator or a receiver hangs. */
  settle(): Promise<void>;
  /** Resolves when every worker loop has done two whole rounds, even while an operator or a receiver hangs. */
  passRounds(): Promise<void>;
  sql<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The findings of the money audit. */
  audit(): Promise<readonly object[]>;
  /** Adds a process with its own workers. */
  join(workers: readonly Worker[]): Promise<{ platform: Platform; leave(): Promise<void> }>;
  close(): Promise<void>;
};

const CONNECT_TRIES = 10;

/** Tests share the pool with all roles: on a busy machine it may have no connection for longer than its time limit. */
async function withConnection<T>(work: () => Promise<T>, tries = CONNECT_TRIES): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isBusy = error instanceof Error && error.message === 'timeout exceeded when trying to connect';
    if (!isBusy || tries === 1) throw error;
    return withConnection(work, tries - 1);
  }
}

export async function startSystem({ settings = {}, workers, server }: SystemOptions): Promise<System> {
  const database = await givenDatabase(server);
  const config = testConfig(database, {
    testMode: true,
    databasePool: 8,
    callbackAllow: ['127.0.0.0/8'],
    ...settings,
  });
  const start = async (roles: readonly Worker[], withApi: boolean) => {
    const ground = await buildPlatform(config, withApi ? [...roles, 'api'] : roles, { costs: TEST_COSTS });
    for (const role of roles) WORKERS[role](ground.platform, ground.shutdown);
    return ground;
  };
  // Object.keys is typed as text; these are the keys of the table above.
  const all = Object.keys(WORKERS) as Worker[];
  const { platform, shutdown } = await start(workers ?? all, true);
  const { url } = await startApi(platform, shutdown);
  const others: Shutdown[] = [];
  const platforms = [platform];
  const running = new Set<string>(workers ?? all);
  // The user of the server sees every row without policies, and plans the audit in a quarter of the time.
  const auditor = openDatabase(database.serverUrl, { poolMax: 1, onIdleError: () => undefined });
  return {
    url,
    platform,
    call: callerOf(url),
    sql: (text, values) => withConnection(() => inTransaction(platform.db, (tx) => tx.query(text, values))),
    audit: () => auditMoney({ db: auditor }),
    now: () => platform.clock.now(),
    advance: async (seconds) => {
      await advance(url, seconds);
      for (const { loops } of platforms) loops.wakeAll();
    },
    settle: () => settle({ platforms, roles: running }),
    passRounds: () => passRounds(platforms),
    join: async (roles) => {
      const ground = await start(roles, false);
      others.push(ground.shutdown);
      platforms.push(ground.platform);
      for (const role of roles) running.add(role);
      return { platform: ground.platform, leave: () => ground.shutdown.run() };
    },
    close: async () => {
      await Promise.all(others.map((other) => other.run()));
      await auditor.close();
      await shutdown.run();
      await removeStreams(config);
      await rm(config.fileFolder, { recursive: true, force: true });
      dropLater(database);
    },
  };
}

/**
 * Call it after every role has ended: a running role creates its streams again, and each uses storage of the broker.
 */
async function removeStreams({ natsUrl, cell }: Config): Promise<void> {
  const quiet = () => undefined;
  const bus = await connectBus({
    url: natsUrl,
    cell,
    replicas: 1,
    name: 'test',
    onTrouble: quiet,
    onWorked: quiet,
    onRepair: quiet,
  });
  await bus.destroy();
  await bus.close();
}

async function advance(url: string, seconds: number): Promise<void> {
  const response = await fetch(`${url}${SANDBOX_CLOCK_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: seconds }),
  });
  if (!response.ok) throw new Error(`POST ${SANDBOX_CLOCK_PATH} answered ${response.status}: ${await response.text()}`);
}
