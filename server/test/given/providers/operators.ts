// The operators of a test: the simulator in this process, with its control calls.
import type { ChannelScenario } from '@volley/simulator/channels/channel-scenario.ts';
import type { Scenario } from '@volley/simulator/scenario.ts';
import { channelAccount, channelSecret, startSimulator } from '@volley/simulator/simulator.ts';
import type { AskSimulator } from './ask-simulator.ts';
import { type BotProviders, botProviders } from './bot-providers.ts';
import { type NumberProviders, numberProviders } from './number-providers.ts';

export type OperatorCounters = {
  readonly sessions: number;
  readonly binds: number;
  readonly bindsRefused: number;
  readonly submits: number;
  readonly accepted: number;
  readonly messages: number;
  readonly distinct: number;
  readonly answersLost: number;
  readonly receiptsAcked: number;
  readonly receiptsRejected: number;
  readonly receiptsSpoiled: number;
  readonly receiptsWaiting: number;
};

export type ChannelCounters = {
  readonly requests: number;
  readonly accepted: number;
  readonly repeated: number;
  readonly refused: number;
  readonly throttled: number;
  readonly failed: number;
  readonly hung: number;
  readonly answersLost: number;
  readonly statusesSent: number;
  readonly statusesAcked: number;
  readonly inboundAcked: number;
};

/** The provider of the HTTP channels; a channel is named in lower case. */
export type ChannelProvider = {
  readonly url: string;
  readonly account: string;
  readonly secret: string;
  counters(channel: string): Promise<ChannelCounters>;
  behave(channel: string, change: Partial<ChannelScenario>): Promise<void>;
  /** The account of one of our customers; a secret of null removes it. */
  customer(account: string, secret: string | null, change?: { readonly throttled: boolean }): Promise<void>;
  /** The address of its statuses and webhooks; `{channel}` becomes the channel. */
  callAt(url: string): Promise<void>;
  /** The same for the second provider, at `/reserve` of `url`. */
  callReserveAt(url: string): Promise<void>;
  /** Sends a WhatsApp message from a subscriber. */
  write(from: string, to: string, text: string): Promise<void>;
};

export type ReceivedText = {
  readonly seq: number;
  readonly source: string;
  readonly destination: string;
  readonly text: string;
  readonly parts: number;
  readonly content?: unknown;
  readonly ttlSeconds?: number;
  /** The account of the customer that signed the message. */
  readonly customer?: string;
};

export type Operators = BotProviders &
  NumberProviders & {
    readonly channels: ChannelProvider;
    readonly smppPort: number;
    readonly password: string;
    counters(account: string): Promise<OperatorCounters>;
    received(account: string): Promise<ReceivedText[]>;
    behave(account: string, change: Partial<Scenario>): Promise<void>;
    cut(account: string): Promise<void>;
    close(): Promise<void>;
  };

const PASSWORD = 'secret';

export async function startOperators(accounts: readonly string[]): Promise<Operators> {
  const simulator = await startSimulator({
    password: PASSWORD,
    accounts: accounts.map((systemId) => ({ systemId })),
  });
  const ask: AskSimulator = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${simulator.controlUrl}${path}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`the simulator answered ${response.status}: ${await response.text()}`);
    // The simulator's own tests check these shapes.
    return (await response.json()) as T;
  };
  return {
    smppPort: simulator.smppPort,
    channels: {
      url: simulator.channelUrl,
      account: channelAccount,
      secret: channelSecret,
      counters: async (channel) => {
        const { channels } = await ask<{ channels: Record<string, ChannelCounters> }>('/counters');
        const own = channels[channel];
        if (own === undefined) throw new Error(`the simulator has no channel ${channel}`);
        return own;
      },
      behave: async (channel, change) => void (await ask('/channels/scenario', { channel, ...change })),
      customer: async (account, secret, change) =>
        void (await ask('/channels/customers', { account, secret, ...change })),
      callAt: async (url) => void (await ask('/channels/hooks', { url })),
      callReserveAt: async (url) => void (await ask('/channels/hooks', { url, reserve: true })),
      write: async (from, to, text) => void (await ask('/channels/write', { from, to, text })),
    },
    ...botProviders(simulator, ask),
    ...numberProviders(simulator, ask),
    password: PASSWORD,
    counters: async (account) => {
      const { accounts: all } = await ask<{ accounts: Record<string, OperatorCounters> }>('/counters');
      const own = all[account];
      if (own === undefined) throw new Error(`the simulator has no account ${account}`);
      return own;
    },
    received: async (account) =>
      (await ask<{ items: ReceivedText[] }>(`/received?account=${account}&limit=10000`)).items,
    behave: async (account, change) => void (await ask('/scenario', { account, ...change })),
    cut: async (account) => void (await ask('/cut', { account })),
    close: () => simulator.close(),
  };
}
