// The operators of a test: the simulator in this process, with the control calls a test needs.
import type { ChannelScenario } from '@volley/simulator/channels/channel-scenario.ts';
import type { Scenario } from '@volley/simulator/scenario.ts';
import { channelAccount, channelSecret, startSimulator } from '@volley/simulator/simulator.ts';

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

/** The provider of the channels that speak HTTP; a channel is named in small letters. */
export type ChannelProvider = {
  readonly url: string;
  readonly account: string;
  readonly secret: string;
  counters(channel: string): Promise<ChannelCounters>;
  behave(channel: string, change: Partial<ChannelScenario>): Promise<void>;
  /** Where its statuses and webhooks go; `{channel}` becomes the channel. */
  callAt(url: string): Promise<void>;
  /** A subscriber writes over WhatsApp. */
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
};

export type Operators = {
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
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${simulator.controlUrl}${path}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`the simulator answered ${response.status}: ${await response.text()}`);
    // The simulator's own tests hold these shapes.
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
        if (own === undefined) throw new Error(`no channel ${channel}`);
        return own;
      },
      behave: async (channel, change) => void (await ask('/channels/scenario', { channel, ...change })),
      callAt: async (url) => void (await ask('/channels/hooks', { url })),
      write: async (from, to, text) => void (await ask('/channels/write', { from, to, text })),
    },
    password: PASSWORD,
    counters: async (account) => {
      const { accounts: all } = await ask<{ accounts: Record<string, OperatorCounters> }>('/counters');
      const own = all[account];
      if (own === undefined) throw new Error(`no account ${account}`);
      return own;
    },
    received: async (account) =>
      (await ask<{ items: ReceivedText[] }>(`/received?account=${account}&limit=10000`)).items,
    behave: async (account, change) => void (await ask('/scenario', { account, ...change })),
    cut: async (account) => void (await ask('/cut', { account })),
    close: () => simulator.close(),
  };
}
