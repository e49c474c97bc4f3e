// The operators of a test: the simulator in this process, with its control calls.
import type { ChannelScenario } from '@volley/simulator/channels/channel-scenario.ts';
import type { MaxBotsScenario } from '@volley/simulator/providers/max-bot/max-bots-scenario.ts';
import type { BotsScenario } from '@volley/simulator/providers/telegram-bot/bots-scenario.ts';
import type { GatewayScenario } from '@volley/simulator/providers/telegram-gateway/gateway-scenario.ts';
import type { CloudScenario } from '@volley/simulator/providers/whatsapp-cloud/cloud-scenario.ts';
import type { Scenario } from '@volley/simulator/scenario.ts';
import {
  channelAccount,
  channelSecret,
  gatewayToken,
  startSimulator,
  whatsappAppSecret,
} from '@volley/simulator/simulator.ts';

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
  /** Sends a WhatsApp message from a subscriber. */
  write(from: string, to: string, text: string): Promise<void>;
};

export type GatewayCounters = {
  readonly checks: number;
  readonly sent: number;
  readonly repeated: number;
  readonly fees: number;
  readonly refunds: number;
  readonly flooded: number;
  readonly failed: number;
  readonly answersLost: number;
  readonly reportsAcked: number;
  readonly balance: number;
};

/** The Telegram Gateway. */
export type GatewayProvider = {
  readonly url: string;
  readonly token: string;
  counters(): Promise<GatewayCounters>;
  behave(change: Partial<GatewayScenario>): Promise<void>;
  /** `origin`: replaces scheme, host and port of the addresses for reports. */
  change(account: { readonly origin?: string; readonly balance?: number }): Promise<void>;
};

export type BotCounters = {
  readonly sent: number;
  readonly throttled: number;
  readonly answersLost: number;
  readonly updatesSent: number;
  readonly updatesAcked: number;
};

/** The id of the bot, the id of the person, a `text`, and `number` with the id of its `owner` for a shared contact. */
export type BotPerson = {
  readonly bot: number;
  readonly person: number;
  readonly act: 'starts' | 'stops' | 'shares' | 'writes';
  readonly text?: string;
  readonly number?: string;
  readonly owner?: number;
};

/** Telegram bots; a chat's last two digits may force its outcome. */
export type BotProvider = {
  readonly url: string;
  counters(): Promise<BotCounters>;
  behave(change: Partial<BotsScenario>): Promise<void>;
  revoke(token: string, revoked: boolean): Promise<void>;
  /** Replaces scheme, host and port of the addresses of webhooks. */
  callAt(origin: string): Promise<void>;
  person(act: BotPerson): Promise<void>;
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

/** The token of the bot, the id of the person; `owner` and `forged` of a shared contact. */
export type MaxBotPerson = {
  readonly token: string;
  readonly person: number;
  readonly act: 'starts' | 'stops' | 'removes' | 'writes' | 'shares';
  readonly text?: string;
  readonly payload?: string;
  readonly number?: string;
  readonly owner?: number;
  readonly forged?: boolean;
};

/** Bots of MAX; the last two digits of a person's id may force the outcome. */
export type MaxBotProvider = {
  readonly url: string;
  counters(): Promise<BotCounters>;
  behave(change: Partial<MaxBotsScenario>): Promise<void>;
  revoke(token: string, revoked: boolean): Promise<void>;
  /** Replaces scheme, host and port of the addresses of subscriptions. */
  callAt(origin: string): Promise<void>;
  person(act: MaxBotPerson): Promise<void>;
};

type WhatsappCounters = {
  readonly sent: number;
  readonly refused: number;
  readonly throttled: number;
  readonly answersLost: number;
  readonly statusesSent: number;
  readonly statusesAcked: number;
};

export type WhatsappTemplate = {
  readonly name: string;
  readonly language: string;
  readonly category: 'AUTHENTICATION' | 'UTILITY' | 'MARKETING';
  readonly variables: number;
};

/** The Cloud API of WhatsApp. */
export type WhatsappProvider = {
  readonly url: string;
  readonly appSecret: string;
  counters(): Promise<WhatsappCounters>;
  behave(change: Partial<CloudScenario>): Promise<void>;
  /** The code with which messages of the business number are refused; 0: none. */
  closeNumber(phoneNumberId: string, closedBy: number): Promise<void>;
  revoke(token: string, revoked: boolean): Promise<void>;
  template(template: WhatsappTemplate): Promise<void>;
  /** The address of webhooks, before `/whatsapp`. */
  callAt(url: string): Promise<void>;
  /** A person writes to the business number. */
  write(phoneNumberId: string, from: string, text: string): Promise<void>;
};

export type Operators = {
  readonly whatsapp: WhatsappProvider;
  readonly channels: ChannelProvider;
  readonly maxBots: MaxBotProvider;
  readonly gateway: GatewayProvider;
  readonly bots: BotProvider;
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
      write: async (from, to, text) => void (await ask('/channels/write', { from, to, text })),
    },
    maxBots: {
      url: simulator.maxBotUrl,
      counters: async () => (await ask<{ maxBots: BotCounters }>('/counters')).maxBots,
      behave: async (change) => void (await ask('/max-bots/scenario', change)),
      revoke: async (token, revoked) => void (await ask('/max-bots/tokens', { token, revoked })),
      callAt: async (origin) => void (await ask('/max-bots/webhooks', { origin })),
      person: async (act) => void (await ask('/max-bots/people', act)),
    },
    whatsapp: {
      url: simulator.whatsappUrl,
      appSecret: whatsappAppSecret,
      counters: async () => (await ask<{ whatsapp: WhatsappCounters }>('/counters')).whatsapp,
      behave: async (change) => void (await ask('/whatsapp/scenario', change)),
      closeNumber: async (phoneNumberId, closedBy) =>
        void (await ask('/whatsapp/accounts', { phoneNumberId, closedBy })),
      revoke: async (token, revoked) => void (await ask('/whatsapp/accounts', { token, revoked })),
      template: async (template) => void (await ask('/whatsapp/templates', template)),
      callAt: async (url) => void (await ask('/whatsapp/hooks', { url })),
      write: async (phoneNumberId, from, text) => void (await ask('/whatsapp/write', { phoneNumberId, from, text })),
    },
    gateway: {
      url: simulator.gatewayUrl,
      token: gatewayToken,
      counters: async () => (await ask<{ gateway: GatewayCounters }>('/counters')).gateway,
      behave: async (change) => void (await ask('/gateway/scenario', change)),
      change: async (account) => void (await ask('/gateway/account', account)),
    },
    bots: {
      url: simulator.botUrl,
      counters: async () => (await ask<{ bots: BotCounters }>('/counters')).bots,
      behave: async (change) => void (await ask('/bots/scenario', change)),
      revoke: async (token, revoked) => void (await ask('/bots/tokens', { token, revoked })),
      callAt: async (origin) => void (await ask('/bots/webhooks', { origin })),
      person: async (act) => void (await ask('/bots/people', act)),
    },
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
