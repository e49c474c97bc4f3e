// A whole cell in one process: the server side, simulated operators and a callback server. The money audit must find
// nothing after every test.
import { BRAND_IDS, BRANDS } from '@volley/domain/numbers/brand.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { ReceiptsPerPart } from '../../src/features/operator-links/governed-link.ts';
import { type HttpLinkDraft, putLink } from '../../src/features/operator-links/own-links.ts';
import { useDatabase } from './databases.ts';
import { type CallbackSink, startCallbackSink } from './outside/callback-sink.ts';
import { type Operators, startOperators } from './providers/operators.ts';
import { countBoundLinks, retireLinks } from './rows/links.ts';
import { type System, type SystemOptions, startSystem, type Worker } from './system.ts';
import { until } from './until.ts';

export type { Worker };

export type LinkChange = {
  readonly rate?: number;
  readonly window?: number;
  readonly account?: string;
  readonly receiptsPerPart?: ReceiptsPerPart;
};

export type Cell = System & {
  readonly operators: Operators;
  readonly sink: CallbackSink;
  /**
   * Creates or changes the link of a brand and waits until it is bound. A link already bound with these settings stays.
   */
  link(name: string, change?: LinkChange & { brands?: readonly number[] }): Promise<number>;
  /** Creates or changes the link of an HTTP channel, named after it in lower case, and waits until it is up. */
  channel(channelType: ChannelType, change?: Partial<HttpLinkDraft>): Promise<number>;
};

export type CellOptions = SystemOptions & {
  /** Accounts at the operators besides the four brands. */
  readonly accounts?: readonly string[];
};

/** Starts one cell for the whole test file. */
export function useCell({ accounts, ...options }: CellOptions = {}): () => Cell {
  return useOpened(async () => {
    const system = await startSystem(options);
    const cell = await openCell(system, accounts);
    const close = async () => {
      await system.close();
      await cell.close();
    };
    return { ...cell, close };
  });
}

/** Running systems of this worker, by their settings. */
const shared = new Map<string, Promise<System>>();

/**
 * A cell whose API and workers all files of this worker with the same settings share; operators, links and callbacks
 * are the file's own. A file keeps to partners of its own: it neither moves time, nor changes what is the
 * installation's, nor counts rows of all partners. Such a file takes `useCell`.
 */
export function useSharedCell({ accounts, ...options }: CellOptions = {}): () => Cell {
  return useOpened(async () => {
    const key = JSON.stringify(options);
    const started = shared.get(key) ?? startSystem(options);
    shared.set(key, started);
    const system = await started;
    useDatabase(system.platform.config.cell);
    const cell = await openCell(system, accounts);
    const refuse = () => Promise.reject(new Error('a file that moves time or adds processes takes useCell'));
    const close = async () => {
      await retireLinks(cell);
      await until('the links of the file are unbound', async () => (await countBoundLinks(cell)) === 0);
      await cell.close();
    };
    return { ...cell, advance: refuse, join: refuse, close };
  });
}

function useOpened(open: () => Promise<Cell>): () => Cell {
  let cell: Cell | undefined;
  const current = () => {
    if (cell === undefined) throw new Error('the cell is used before beforeAll has opened it');
    return cell;
  };
  beforeAll(async () => {
    cell = await open();
  });
  afterEach(async () => {
    expect(await current().audit()).toEqual([]);
  });
  afterAll(() => cell?.close());
  return current;
}

/** `close` of the cell leaves the system running. */
async function openCell(system: System, accounts: readonly string[] = []): Promise<Cell> {
  const operators = await startOperators([...BRANDS.map((brand) => brand.toLowerCase()), ...accounts]);
  const sink = await startCallbackSink();
  await callBackAt(operators, system.url);
  const links = rememberLinks(system);
  const cell: Cell = {
    ...system,
    operators,
    sink,
    link: (name, change) => links.put(name, change, () => linkUp(cell, name, change)),
    channel: (channelType, change) => links.put(channelType, change, () => channelUp(cell, channelType, change)),
    close: async () => {
      await Promise.all([operators.close(), sink.close()]);
    },
  };
  return cell;
}

async function callBackAt(operators: Operators, url: string): Promise<void> {
  await operators.channels.callAt(`${url}/channels/v1/{channel}`);
  await operators.gateway.change({ origin: url });
  await operators.bots.callAt(url);
  await operators.maxBots.callAt(url);
  await operators.whatsapp.callAt(`${url}/channels/v1/whatsapp`);
  await operators.partner.callAt(url);
  await operators.vkBots.callAt(url);
}

/** Skips the change of a link that is up with the same settings: a new bind takes longer than most tests. */
function rememberLinks({ sql }: Pick<System, 'sql'>) {
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
