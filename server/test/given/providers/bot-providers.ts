// Providers whose bots write to their subscribers: Telegram, MAX and VK.
import type { MaxBotsScenario } from '@volley/simulator/providers/max-bot/max-bots-scenario.ts';
import type { BotsScenario } from '@volley/simulator/providers/telegram-bot/bots-scenario.ts';
import type { VkBotsScenario } from '@volley/simulator/providers/vk-bot/vk-bots-scenario.ts';
import type { Simulator } from '@volley/simulator/simulator.ts';
import type { AskSimulator } from './ask-simulator.ts';

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
  readonly payload?: string;
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
  counters(): Promise<BotCounters & { readonly uploads: number }>;
  behave(change: Partial<MaxBotsScenario>): Promise<void>;
  revoke(token: string, revoked: boolean): Promise<void>;
  /** Replaces scheme, host and port of the addresses of subscriptions. */
  callAt(origin: string): Promise<void>;
  person(act: MaxBotPerson): Promise<void>;
};

type VkBotCounters = BotCounters & { readonly repeated: number; readonly failed: number; readonly uploads: number };

/** Communities of VK; the last two digits of a person's id may force the outcome. */
export type VkBotProvider = {
  readonly url: string;
  counters(): Promise<VkBotCounters>;
  behave(change: Partial<VkBotsScenario>): Promise<void>;
  revoke(token: string, revoked: boolean): Promise<void>;
  changeToken(
    token: string,
    change: { readonly revoked?: boolean; readonly limited?: boolean; readonly unmanaged?: boolean },
  ): Promise<void>;
  /** Replaces scheme, host and port of the addresses of servers. */
  callAt(origin: string): Promise<void>;
  /** Enters a server of the Callback API and confirms it. */
  confirm(token: string, url: string, secret: string): Promise<void>;
  person(token: string, person: number, act: 'allows' | 'denies' | 'writes'): Promise<void>;
};

export type BotProviders = {
  readonly bots: BotProvider;
  readonly maxBots: MaxBotProvider;
  readonly vkBots: VkBotProvider;
};

export function botProviders(simulator: Simulator, ask: AskSimulator): BotProviders {
  return {
    bots: {
      url: simulator.botUrl,
      counters: async () => (await ask<{ bots: BotCounters }>('/counters')).bots,
      behave: async (change) => void (await ask('/bots/scenario', change)),
      revoke: async (token, revoked) => void (await ask('/bots/tokens', { token, revoked })),
      callAt: async (origin) => void (await ask('/bots/webhooks', { origin })),
      person: async (act) => void (await ask('/bots/people', act)),
    },
    maxBots: {
      url: simulator.maxBotUrl,
      counters: async () => (await ask<{ maxBots: BotCounters & { uploads: number } }>('/counters')).maxBots,
      behave: async (change) => void (await ask('/max-bots/scenario', change)),
      revoke: async (token, revoked) => void (await ask('/max-bots/tokens', { token, revoked })),
      callAt: async (origin) => void (await ask('/max-bots/webhooks', { origin })),
      person: async (act) => void (await ask('/max-bots/people', act)),
    },
    vkBots: {
      url: simulator.vkBotUrl,
      counters: async () => (await ask<{ vkBots: VkBotCounters }>('/counters')).vkBots,
      behave: async (change) => void (await ask('/vk-bots/scenario', change)),
      revoke: async (token, revoked) => void (await ask('/vk-bots/tokens', { token, revoked })),
      changeToken: async (token, change) => void (await ask('/vk-bots/tokens', { token, ...change })),
      callAt: async (origin) => void (await ask('/vk-bots/callbacks', { origin })),
      confirm: async (token, url, secret) => void (await ask('/vk-bots/servers', { token, url, secret })),
      person: async (token, person, act) => void (await ask('/vk-bots/people', { token, person, act })),
    },
  };
}
