// A whole cell in one process: API and workers as `main.ts` starts them, simulated operators, a callback server and a
// sandbox clock. The money audit must find nothing after every test.
import { rm } from 'node:fs/promises';
import { BRAND_IDS, BRANDS } from '@volley/domain/numbers/brand.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Config } from '../../src/config.ts';
import type { ReceiptsPerPart } from '../../src/features/operator-links/governed-link.ts';
import { type HttpLinkDraft, putLink } from '../../src/features/operator-links/own-links.ts';
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
import { type CallbackSink, startCallbackSink } from './outside/callback-sink.ts';
import { type Operators, startOperators } from './providers/operators.ts';
import { passRounds, settle } from './settle.ts';
import { TEST_COSTS } from './test-costs.ts';
import { until } from './until.ts';

const WORKERS = {
  clock: startSweeper,
  notifier: startNotifier,
  recorder: startRecorder,
  connector: startConnector,
  pacer: startPacer,
} as const;
export type Worker = keyof typeof WORKERS;

export type LinkChange = {
  readonly rate?: number;
  readonly window?: number;
  readonly account?: string;
  readonly receiptsPerPart?: ReceiptsPerPart;
};

export type Cell = {
  readonly url: string;
  readonly platform: Platform;
  readonly operators: Operators;
  readonly sink: CallbackSink;
  call: Call;
  /** Moves business time for every role. */
  advance(seconds: number): Promise<void>;
  now(): Date;
  /** Resolves when all work that is due now is done; fails if an operator or a receiver hangs. */
  settle(): Promise<void>;
  /** Resolves when every worker loop has done two whole rounds, even while an operator or a receiver hangs. */
  passRounds(): Promise<void>;
  /**
   * Creates or changes the link of a brand and waits until it is bound. A link already bound with these settings stays.
   */
  link(name: string, change?: LinkChange & { brands?: readonly number[] }): Promise<number>;
  /** Creates or changes the link of an HTTP channel, named after it in lower case, and waits until it is up. */
  channel(channelType: ChannelType, change?: Partial<HttpLinkDraft>): Promise<number>;
  sql<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The findings of the money audit. */
  audit(): Promise<readonly object[]>;
  /** Adds a process with its own workers. */
  join(workers: readonly Worker[]): Promise<{ platform: Platform; leave(): Promise<void> }>;
  close(): Promise<void>;
};

export type CellOptions = {
  readonly settings?: Partial<Config>;
  /** Workers of the first process; all by default. */
  readonly workers?: readonly Worker[];
  /** Accounts at the operators besides the four brands. */
  readonly accounts?: readonly string[];
  readonly server?: ServerKind;
};

/** Starts one cell for the whole test file. */
export function useCell(options: CellOptions = {}): () => Cell {
  let cell: Cell | undefined;
  const current = () => {
    if (cell === undefined) throw new Error('useCell: the cell is used before beforeAll has started it');
    return cell;
  };
  beforeAll(async () => {
    cell = await givenCell(options);
  });
  afterEach(async () => {
    expect(await current().audit()).toEqual([]);
  });
  afterAll(() => cell?.close());
  return current;
}

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

async function givenCell({ settings = {}, workers, accounts = [], server }: CellOptions): Promise<Cell> {
  const database = await givenDatabase(server);
  const operators = await startOperators([...BRANDS.map((brand) => brand.toLowerCase()), ...accounts]);
  const sink = await startCallbackSink();
  const config = testConfig(database.url, database.name, {
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
  await operators.channels.callAt(`${url}/channels/v1/{channel}`);
  await operators.gateway.change({ origin: url });
  await operators.bots.callAt(url);
  await operators.maxBots.callAt(url);
  await operators.whatsapp.callAt(`${url}/channels/v1/whatsapp`);
  await operators.partner.callAt(url);
  await operators.vkBots.callAt(url);
  const others: Shutdown[] = [];
  const platforms = [platform];
  const running = new Set<string>(workers ?? all);
  const sql: Cell['sql'] = (text, values) =>
    withConnection(() => inTransaction(platform.db, (tx) => tx.query(text, values)));
  const links = rememberLinks(sql);
  // The user of the server sees every row without policies, and plans the audit in a quarter of the time.
  const auditor = openDatabase(database.serverUrl, { poolMax: 1, onIdleError: () => undefined });
  const cell: Cell = {
    url,
    platform,
    operators,
    sink,
    sql,
    call: callerOf(url),
    audit: () => auditMoney({ db: auditor }),
    now: () => platform.clock.now(),
    advance: async (seconds) => {
      await advance(url, seconds);
      for (const { loops } of platforms) loops.wakeAll();
    },
    settle: () => settle({ platforms, roles: running }),
    passRounds: () => passRounds(platforms),
    link: (name, change) => links.put(name, change, () => linkUp(cell, name, change)),
    channel: (channelType, change) => links.put(channelType, change, () => channelUp(cell, channelType, change)),
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
      await Promise.all([operators.close(), sink.close()]);
      await rm(config.fileFolder, { recursive: true, force: true });
      dropLater(database);
    },
  };
  return cell;
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

/** Skips the change of a link that is up with the same settings: a new bind takes longer than most tests. */
function rememberLinks(sql: Cell['sql']) {
  const known = new Map<string, { readonly id: number; readonly change: string }>();
  return {
    async put(name: string, change: object | undefined, put: () => Promise<number>): Promise<number> {
      const before = known.get(name);
      const wanted = JSON.stringify(change ?? {});
      if (before?.change === wanted && (await isUp({ sql }, before.id))) return before.id;
      known.delete(name);
      const id = await put();
      known.set(name, { id, change: wanted });
      return id;
    },
  };
}

async function isUp({ sql }: Pick<Cell, 'sql'>, id: number): Promise<boolean> {
  const [row] = await sql<{ bound: boolean; paused: boolean }>(
    'select bound, paused from operator_links where id = $1',
    [id],
  );
  return row?.bound === true && !row.paused;
}

async function linkUp(
  cell: Cell,
  name: string,
  {
    rate,
    window = 50,
    account = name,
    brands,
    receiptsPerPart = 'all',
  }: LinkChange & { brands?: readonly number[] } = {},
): Promise<number> {
  const { platform, operators } = cell;
  const brand = BRANDS.find((known) => known.toLowerCase() === name);
  const before = await operators.counters(account);
  const id = await putLink(platform, {
    name,
    brands: brands ?? (brand === undefined ? [] : [BRAND_IDS[brand]]),
    host: '127.0.0.1',
    port: operators.smppPort,
    systemId: account,
    password: operators.password,
    ratePerSecond: rate ?? null,
    windowSize: window,
    tls: false,
    idForm: 'as-is',
    receiptsPerPart,
  });
  platform.bus.wake('links');
  await until(
    `link ${name} is bound with its new settings`,
    async () => (await operators.counters(account)).binds > before.binds,
  );
  await until(`link ${name} is bound according to operator_links`, () => isUp(cell, id));
  return id;
}

async function channelUp(cell: Cell, channelType: ChannelType, change: Partial<HttpLinkDraft> = {}): Promise<number> {
  const { channels } = cell.operators;
  const id = await putLink(cell.platform, {
    protocol: 'VOLLEY_HTTP',
    name: channelType.toLowerCase(),
    channelType,
    brands: [0, 1, 2, 3, 4],
    url: channels.url,
    systemId: channels.account,
    password: channels.secret,
    ratePerSecond: null,
    windowSize: 10,
    verifyToken: null,
    senderNames: {},
    ...change,
  });
  cell.platform.bus.wake('links');
  await until(`channel ${channelType} is up`, () => isUp(cell, id));
  return id;
}
