// The simulated message center as a process, and its control port.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, startReadyChild } from './child-process.ts';
import { listAt, memberAt, numberAt, textAt } from './json.ts';

export type SimulatorCounters = Readonly<Record<string, number>>;

export type ReceivedText = { destination: string; atMs: number; account: string };

export type SimulatorProcess = {
  readonly child: Child;
  readonly smppPort: number;
  readonly controlUrl: string;
  /** The provider of the HTTP channels. */
  readonly channelUrl: string;
  /** Counters of one account, or summed over all. */
  counters(account?: string): Promise<SimulatorCounters>;
  /** Complete received texts, oldest first, from position `after` on. */
  received(query: { after?: number; limit?: number; destination?: string }): Promise<ReceivedText[]>;
  receivedTotal(): Promise<number>;
  /** Ids of messages with a truncated or unreadable receipt. */
  obscure(): Promise<Set<string>>;
  /** Target of statuses and webhooks of the channels; `{channel}` becomes the lower-case channel. */
  callAt(url: string): Promise<void>;
  setScenario(change: Readonly<Record<string, unknown>>): Promise<void>;
  cut(account?: string): Promise<void>;
  reset(): Promise<void>;
  stop(): Promise<void>;
};

const MAIN = fileURLToPath(import.meta.resolve('@volley/simulator/main.ts'));

export type SimulatorProcessOptions = {
  folder: string;
  acceptLog?: string;
  /** Fixed ports let a killed simulator restart at the same address. */
  smppPort?: number;
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
    setScenario: (change) => post('/scenario', change),
    cut: (account) => post('/cut', account === undefined ? {} : { account }),
    reset: () => post('/reset', {}),
    stop: async () => {
      await child.stop();
    },
  };
}

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
