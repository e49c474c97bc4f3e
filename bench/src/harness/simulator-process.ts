// The simulated message center as a process, and its control port.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProviderUrls } from '@volley/simulator/providers/start-providers.ts';
import { type Child, startReadyChild } from './child-process.ts';
import { listAt, memberAt, numberAt, textAt } from './json.ts';

export type SimulatorCounters = Readonly<Record<string, number>>;

export type ProviderMessage = { destination: string; messageId: string; atMs: number; content: unknown };

export type ReceivedText = { destination: string; atMs: number; account: string };

export type SimulatorProcess = {
  readonly child: Child;
  readonly smppPort: number;
  readonly controlUrl: string;
  /** The provider of the HTTP channels. */
  readonly channelUrl: string;
  /** The providers of messengers. */
  readonly providerUrls: ProviderUrls;
  /** The page that shows what a number received. */
  readonly phoneUrl: string;
  /** Counters of one account, or summed over all. */
  counters(account?: string): Promise<SimulatorCounters>;
  /** Counters of a provider, by its path in `GET /counters`, such as `channels.viber`. */
  providerCounters(provider: string): Promise<SimulatorCounters>;
  /** Messages that a provider has received, by its account in `GET /received`. */
  receivedBy(account: string): Promise<ProviderMessage[]>;
  /** A change over the control port; throws if the simulator refuses it. */
  control(path: string, body: object): Promise<void>;
  /** Complete received texts, oldest first, from position `after` on. */
  received(query: { after?: number; limit?: number; destination?: string }): Promise<ReceivedText[]>;
  receivedTotal(): Promise<number>;
  /** Ids of messages with a truncated or unreadable receipt. */
  obscure(): Promise<Set<string>>;
  /** Target of statuses and webhooks of the channels; `{channel}` becomes the lower-case channel. */
  callAt(url: string): Promise<void>;
  /** Targets of the webhooks of bots, and of the second provider at `/reserve` of `channelUrl`. */
  callFromProvidersAt(origin: string, reserveUrl: string): Promise<void>;
  setScenario(change: Readonly<Record<string, unknown>>): Promise<void>;
  cut(account?: string): Promise<void>;
  reset(): Promise<void>;
  stop(): Promise<void>;
};

const RECEIVED_PAGE = 10_000;
const MAIN = fileURLToPath(import.meta.resolve('@volley/simulator/main.ts'));

export type SimulatorProcessOptions = {
  folder: string;
  acceptLog?: string;
  /** Fixed ports let a killed simulator restart at the same address. */
  smppPort?: number;
  /** Decides its faults. */
  seed?: number;
};

export async function startSimulatorProcess(options: SimulatorProcessOptions): Promise<SimulatorProcess> {
  const { child, ready } = await startReadyChild({
    name: 'simulator',
    command: process.execPath,
    args: [MAIN],
    logFile: join(options.folder, 'simulator.log'),
    env: {
      ...(options.acceptLog === undefined ? {} : { SIMULATOR_LOG_FILE: options.acceptLog }),
      ...(options.smppPort === undefined ? {} : { SIMULATOR_SMPP_PORT: String(options.smppPort) }),
      ...(options.seed === undefined ? {} : { SIMULATOR_SEED: String(options.seed) }),
    },
  });
  const controlUrl = textAt(ready, 'controlUrl');
  const post = async (path: string, body: object): Promise<void> => {
    await call(`${controlUrl}${path}`, body);
  };
  return {
    child,
    smppPort: numberAt(ready, 'smppPort'),
    controlUrl,
    channelUrl: textAt(ready, 'channelUrl'),
    providerUrls: {
      gatewayUrl: textAt(ready, 'gatewayUrl'),
      botUrl: textAt(ready, 'botUrl'),
      maxBotUrl: textAt(ready, 'maxBotUrl'),
      vkBotUrl: textAt(ready, 'vkBotUrl'),
      whatsappUrl: textAt(ready, 'whatsappUrl'),
      partnerUrl: textAt(ready, 'partnerUrl'),
    },
    control: post,
    providerCounters: async (provider) => {
      const all: unknown = await call(`${controlUrl}/counters`);
      return numbersOf(provider.split('.').reduce(memberAt, all));
    },
    receivedBy: async (account) => {
      const found: ProviderMessage[] = [];
      for (let after = 0; ; ) {
        const path = `/received?account=${account}&after=${after}&limit=${RECEIVED_PAGE}`;
        const items = listAt(await call(`${controlUrl}${path}`), 'items');
        found.push(...items.map(providerMessage));
        if (items.length < RECEIVED_PAGE) return found;
        after = numberAt(items.at(-1), 'seq');
      }
    },
    phoneUrl: textAt(ready, 'phoneUrl'),
    counters: async (account) => sumCounters(await call(`${controlUrl}/counters`), account),
    received: async (query) => {
      const parameters = new URLSearchParams();
      for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
      return listAt(await call(`${controlUrl}/received?${parameters.toString()}`), 'items').map(receivedText);
    },
    receivedTotal: async () => numberAt(await call(`${controlUrl}/counters`), 'received'),
    obscure: async () => {
      const accounts = memberAt(await call(`${controlUrl}/obscure`), 'accounts');
      return new Set(Object.keys(accounts ?? {}).flatMap((name) => listAt(accounts, name).map(String)));
    },
    callAt: (url) => post('/channels/hooks', { url }),
    callFromProvidersAt: async (origin, reserveUrl) => {
      await post('/channels/hooks', { url: reserveUrl, reserve: true });
      for (const bots of ['bots', 'max-bots']) await post(`/${bots}/webhooks`, { origin });
    },
    setScenario: (change) => post('/scenario', change),
    cut: (account) => post('/cut', account === undefined ? {} : { account }),
    reset: () => post('/reset', {}),
    stop: async () => {
      await child.stop();
    },
  };
}

const providerMessage = (item: unknown): ProviderMessage => ({
  destination: textAt(item, 'destination'),
  messageId: textAt(item, 'messageId'),
  atMs: Date.parse(textAt(item, 'at')),
  content: memberAt(item, 'content'),
});

const numbersOf = (counters: unknown): SimulatorCounters =>
  Object.fromEntries(
    Object.entries(counters ?? {}).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );

const receivedText = (item: unknown): ReceivedText => ({
  destination: textAt(item, 'destination'),
  account: textAt(item, 'account'),
  atMs: Date.parse(textAt(item, 'at')),
});

function sumCounters(answer: unknown, only: string | undefined): SimulatorCounters {
  const sums: Record<string, number> = {};
  for (const [account, counters] of Object.entries(memberAt(answer, 'accounts') ?? {})) {
    if (only !== undefined && account !== only) continue;
    for (const [name, value] of Object.entries(counters ?? {})) {
      if (typeof value === 'number') sums[name] = (sums[name] ?? 0) + value;
    }
  }
  return sums;
}

async function call(url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}
