// Starts the providers of messengers, each on a port of its own: the Telegram Gateway, bots of Telegram, MAX and VK,
// the Cloud API of WhatsApp and an aggregator.
import type { AcceptLog } from '../accept-log.ts';
import { seededRandom } from '../random.ts';
import type { ReceivedMessages } from '../received-messages.ts';
import { listenMaxBots } from './max-bot/listen-max-bots.ts';
import { MaxBots } from './max-bot/max-bots.ts';
import { defaultMaxBotsScenario } from './max-bot/max-bots-scenario.ts';
import { listenPartner } from './partner-rest/listen-partner.ts';
import { Partner } from './partner-rest/partner.ts';
import { defaultPartnerScenario } from './partner-rest/partner-scenario.ts';
import { Bots } from './telegram-bot/bots.ts';
import { defaultBotsScenario } from './telegram-bot/bots-scenario.ts';
import { listenBots } from './telegram-bot/listen-bots.ts';
import { Gateway } from './telegram-gateway/gateway.ts';
import { defaultGatewayScenario } from './telegram-gateway/gateway-scenario.ts';
import { listenGateway } from './telegram-gateway/listen-gateway.ts';
import { listenVkBots } from './vk-bot/listen-vk-bots.ts';
import { VkBots } from './vk-bot/vk-bots.ts';
import { defaultVkBotsScenario } from './vk-bot/vk-bots-scenario.ts';
import { defaultCloudScenario } from './whatsapp-cloud/cloud-scenario.ts';
import { listenWhatsappCloud } from './whatsapp-cloud/listen-whatsapp-cloud.ts';
import { WhatsappCloud } from './whatsapp-cloud/whatsapp-cloud.ts';

export type ProviderOptions = {
  host?: string;
  seed?: number;
  gatewayPort?: number;
  botPort?: number;
  maxBotPort?: number;
  vkBotPort?: number;
  whatsappPort?: number;
  partnerPort?: number;
};

export type ProviderUrls = {
  gatewayUrl: string;
  botUrl: string;
  maxBotUrl: string;
  vkBotUrl: string;
  whatsappUrl: string;
  partnerUrl: string;
};

/** Token of the account at the Telegram Gateway. */
export const gatewayToken = 'simulated-gateway-token';
/** Secret of the app, under which the Cloud API of WhatsApp signs its webhooks. */
export const whatsappAppSecret = 'simulated-whatsapp-app-secret';
/** Our account at the aggregator, in each of its forms. */
export const partnerAccount = {
  login: 'volley',
  password: 'simulated-partner-password',
  key: 'simulated-partner-access-key',
} as const;

export type Providers = {
  readonly gateway: Gateway;
  readonly bots: Bots;
  readonly maxBots: MaxBots;
  readonly vkBots: VkBots;
  readonly whatsapp: WhatsappCloud;
  readonly partner: Partner;
};

export type StartedProviders = {
  readonly providers: Providers;
  readonly urls: ProviderUrls;
  close(): Promise<void>;
};

export async function startProviders(
  options: ProviderOptions,
  received: ReceivedMessages,
  log: AcceptLog | undefined,
): Promise<StartedProviders> {
  const { host = '127.0.0.1' } = options;
  const providers = openProviders(options.seed ?? 1, received, log);
  const { gateway, bots, maxBots, vkBots, whatsapp, partner } = providers;
  const servers = {
    gateway: await listenGateway(options.gatewayPort ?? 0, host, gateway),
    bots: await listenBots(options.botPort ?? 0, host, bots),
    maxBots: await listenMaxBots(options.maxBotPort ?? 0, host, maxBots),
    vkBots: await listenVkBots(options.vkBotPort ?? 0, host, vkBots),
    whatsapp: await listenWhatsappCloud(options.whatsappPort ?? 0, host, whatsapp),
    partner: await listenPartner(options.partnerPort ?? 0, host, partner),
  };
  return {
    providers,
    urls: {
      gatewayUrl: servers.gateway.url,
      botUrl: servers.bots.url,
      maxBotUrl: servers.maxBots.url,
      vkBotUrl: servers.vkBots.url,
      whatsappUrl: servers.whatsapp.url,
      partnerUrl: servers.partner.url,
    },
    async close() {
      for (const server of Object.values(servers)) await server.close();
      gateway.close();
      partner.close();
      bots.webhooks.close();
      maxBots.subscriptions.close();
      vkBots.callbacks.close();
      whatsapp.webhooks.close();
    },
  };
}

function openProviders(seed: number, received: ReceivedMessages, log: AcceptLog | undefined): Providers {
  const noted = {
    received,
    onAccepted: (account: string, destination: string, reference: number | undefined, messageId: string) =>
      log?.add(account, destination, reference, messageId),
  };
  return {
    gateway: new Gateway({
      token: gatewayToken,
      scenario: defaultGatewayScenario,
      random: seededRandom(seed),
      ...noted,
    }),
    bots: new Bots(defaultBotsScenario, seededRandom(seed), received),
    maxBots: new MaxBots(defaultMaxBotsScenario, seededRandom(seed), received),
    vkBots: new VkBots(defaultVkBotsScenario, seededRandom(seed), received),
    whatsapp: new WhatsappCloud(defaultCloudScenario, seededRandom(seed), received, whatsappAppSecret),
    partner: new Partner({
      ...partnerAccount,
      scenario: defaultPartnerScenario,
      random: seededRandom(seed),
      ...noted,
    }),
  };
}
