// One case per HTTP protocol, with each form of the aggregator: its link, its faults at the simulator, and the end of
// its access in the middle of a run. A protocol without a case does not compile.

import { type DoubtPolicy, type HttpProtocol, PROTOCOL_FACTS } from '@volley/domain/links/provider-protocol.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import { gatewayToken, partnerAccount, whatsappAppSecret } from '@volley/simulator/providers/start-providers.ts';
import { channelAccount, channelSecret } from '@volley/simulator/simulator.ts';
import type { ProviderLink } from '../../channels/provider-link.ts';
import type { SimulatorProcess } from '../../harness/simulator-process.ts';

export type ProviderCase = {
  readonly name: string;
  readonly protocol: HttpProtocol;
  readonly channelType: ChannelType;
  readonly doubt: DoubtPolicy;
  readonly link: (simulator: SimulatorProcess) => Omit<ProviderLink, 'name' | 'protocol' | 'windowSize'>;
  /** Its account in `GET /received`, and its name in `GET /counters`. */
  readonly received: string;
  readonly counters: string;
  /** Path of its scenario, and settings besides the faults. */
  readonly scenarioPath: string;
  readonly scenario?: Readonly<Record<string, unknown>>;
  /** Account of the sender name at this position; absent: the account of the link. */
  readonly accountAt?: (at: number) => Readonly<Record<string, string>>;
  /** Control call that ends or restores the access of an account, or of the link. */
  readonly access: (
    isOpen: boolean,
    account: Readonly<Record<string, string>>,
  ) => readonly [path: string, body: object];
  /** Verification codes instead of messages. */
  readonly sendsCodes?: true;
};

const token = (at: number) => `chaos-token-of-account-${String(at).padStart(4, '0')}`;
const revoke = (path: string) => (isOpen: boolean, account: Readonly<Record<string, string>>) =>
  [path, { token: account['token'], revoked: !isOpen }] as const;
const lockOut =
  (path: string, more: object = {}) =>
  (isOpen: boolean) =>
    [path, { ...more, lockedOut: !isOpen }] as const;

const VOLLEY_CHANNEL = 'WEASY';

const CASES: Readonly<Record<HttpProtocol, readonly Omit<ProviderCase, 'protocol'>[]>> = {
  VOLLEY_HTTP: [
    {
      name: 'volley-http',
      channelType: VOLLEY_CHANNEL,
      doubt: PROTOCOL_FACTS.VOLLEY_HTTP.doubt,
      link: ({ channelUrl }) => ({
        url: channelUrl,
        channelType: VOLLEY_CHANNEL,
        systemId: channelAccount,
        password: channelSecret,
      }),
      received: 'weasy',
      counters: 'channels.weasy',
      scenarioPath: '/channels/scenario',
      scenario: { channel: 'weasy', readPercent: 0 },
      access: lockOut('/channels/scenario', { channel: 'weasy' }),
    },
  ],
  TELEGRAM_GATEWAY: [
    {
      name: 'telegram-gateway',
      channelType: 'TELEGRAM',
      doubt: PROTOCOL_FACTS.TELEGRAM_GATEWAY.doubt,
      link: ({ providerUrls }) => ({ url: providerUrls.gatewayUrl, systemId: 'ours', password: gatewayToken }),
      received: 'telegram-gateway',
      counters: 'gateway',
      scenarioPath: '/gateway/scenario',
      access: lockOut('/gateway/scenario'),
      sendsCodes: true,
    },
  ],
  TELEGRAM_BOT: [
    {
      name: 'telegram-bot',
      channelType: 'TELEGRAM',
      doubt: PROTOCOL_FACTS.TELEGRAM_BOT.doubt,
      link: ({ providerUrls }) => ({ url: providerUrls.botUrl }),
      received: 'telegram-bot',
      counters: 'bots',
      scenarioPath: '/bots/scenario',
      accountAt: (at) => ({ token: `${110_000 + at}:${token(at)}` }),
      access: revoke('/bots/tokens'),
    },
  ],
  MAX_BOT: [
    {
      name: 'max-bot',
      channelType: 'MAX',
      doubt: PROTOCOL_FACTS.MAX_BOT.doubt,
      link: ({ providerUrls }) => ({ url: providerUrls.maxBotUrl }),
      received: 'max-bot',
      counters: 'maxBots',
      scenarioPath: '/max-bots/scenario',
      scenario: { callsPerSecond: 0 },
      accountAt: (at) => ({ token: token(at) }),
      access: revoke('/max-bots/tokens'),
    },
  ],
  VK_BOT: [
    {
      name: 'vk-bot',
      channelType: 'VK',
      doubt: PROTOCOL_FACTS.VK_BOT.doubt,
      link: ({ providerUrls }) => ({ url: providerUrls.vkBotUrl }),
      received: 'vk-bot',
      counters: 'vkBots',
      scenarioPath: '/vk-bots/scenario',
      scenario: { callsPerSecond: 0 },
      accountAt: (at) => ({ token: token(at), confirmation: '6a80b0d1', secret: 'aQx31kTh78sPq0Zm' }),
      access: revoke('/vk-bots/tokens'),
    },
  ],
  WHATSAPP_CLOUD: [
    {
      name: 'whatsapp-cloud',
      channelType: 'WHATSAPP',
      doubt: PROTOCOL_FACTS.WHATSAPP_CLOUD.doubt,
      link: ({ providerUrls }) => ({ url: providerUrls.whatsappUrl, systemId: 'meta', password: whatsappAppSecret }),
      received: 'whatsapp-cloud',
      counters: 'whatsapp',
      scenarioPath: '/whatsapp/scenario',
      scenario: { messagesPerSecond: 0, pairBurst: 0, statusesPerCall: 10 },
      accountAt: (at) => ({ phoneNumberId: String(106_540_352_242_000 + at), token: token(at) }),
      access: revoke('/whatsapp/accounts'),
    },
  ],
  PARTNER_REST: [
    {
      name: 'partner-key',
      channelType: 'VIBER',
      // Reports repeat our reference.
      doubt: 'evidenced',
      link: ({ providerUrls }) => ({
        url: providerUrls.partnerUrl,
        channelType: 'VIBER',
        systemId: partnerAccount.login,
        password: partnerAccount.key,
        settings: { form: 'key' },
      }),
      received: 'partner-key',
      counters: 'partner',
      scenarioPath: '/partner/scenario',
      scenario: { devices: 1 },
      access: lockOut('/partner/scenario'),
    },
    {
      name: 'partner-login',
      channelType: 'MAX',
      doubt: 'idempotent',
      link: ({ providerUrls }) => ({
        url: `${providerUrls.partnerUrl}/login-form`,
        channelType: 'MAX',
        systemId: partnerAccount.login,
        password: partnerAccount.password,
        settings: { form: 'login', duplicateControl: 'on' },
      }),
      received: 'partner-login',
      counters: 'partner',
      scenarioPath: '/partner/scenario',
      scenario: { duplicateControl: true },
      access: lockOut('/partner/scenario'),
    },
  ],
};

/** The keys of the table are its protocols. */
const protocols = Object.keys(CASES) as HttpProtocol[];

export const PROVIDER_CASES: readonly ProviderCase[] = protocols.flatMap((protocol) =>
  CASES[protocol].map((one) => ({ protocol, ...one })),
);
