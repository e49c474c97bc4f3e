// A peer per HTTP protocol, with each form of the aggregator: its dialect, a message, and how the simulated provider is
// brought to each of its answers. A protocol without a peer does not compile.
import type { HttpProtocol } from '@volley/domain/links/provider-protocol.ts';
import { defaultChannelScenario } from '@volley/simulator/channels/channel-scenario.ts';
import type { LostAnswers } from '@volley/simulator/lost-answer.ts';
import { defaultMaxBotsScenario } from '@volley/simulator/providers/max-bot/max-bots-scenario.ts';
import { defaultPartnerScenario } from '@volley/simulator/providers/partner-rest/partner-scenario.ts';
import { defaultBotsScenario } from '@volley/simulator/providers/telegram-bot/bots-scenario.ts';
import { defaultGatewayScenario } from '@volley/simulator/providers/telegram-gateway/gateway-scenario.ts';
import { defaultVkBotsScenario } from '@volley/simulator/providers/vk-bot/vk-bots-scenario.ts';
import { defaultCloudScenario } from '@volley/simulator/providers/whatsapp-cloud/cloud-scenario.ts';
import type { LinkAccount } from '../../../src/connectors/dialects.ts';
import type { Submission } from '../../../src/connectors/link-job.ts';
import type { Operators } from './operators.ts';

export type Faults = {
  readonly throttledPercent?: number;
  readonly failedPercent?: number;
  readonly resetPercent?: number;
  readonly lostAnswerPercent?: number;
  readonly lostAnswers?: LostAnswers;
};

export type Peer = {
  readonly name: string;
  readonly protocol: HttpProtocol;
  readonly url: string;
  readonly link: Omit<LinkAccount, 'basePath'>;
  readonly submission: Submission;
  /** Its account among the received messages of the simulator. */
  readonly received: string;
  /** Back to the scenario without faults, changed by these faults. */
  readonly behave: (faults?: Faults) => Promise<void>;
  /** Ends or restores the access. */
  readonly lock: (isLocked: boolean) => Promise<void>;
  /** Scopes of a throttled answer and of the end of the access. */
  readonly throttles: 'link' | 'account';
  readonly closes: 'link' | 'account';
};

const TOKEN = 'f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8-1bZZEHdRy6';
const BOT_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const VK_SECRET = 'aQx31kTh78sPq0Zm';
export const PHONE_NUMBER_ID = '106540352242922';

const message: Submission = {
  messageId: '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f',
  channelType: 'VIBER',
  trafficType: 'SERVICE',
  senderName: 'Shop',
  destination: '79161230001',
  text: 'Hi',
  reference: 40_502,
};
const account = (secrets: Record<string, string>, settings: Record<string, string> = {}) => ({
  account: { settings, secrets },
  address: '500',
});
const none = { account: '', secret: '', settings: {} };

type Made = Omit<Peer, 'name' | 'protocol' | 'received'> & Partial<Pick<Peer, 'received'>>;

const PEERS: Readonly<Record<HttpProtocol, (operators: Operators) => Readonly<Record<string, Made>>>> = {
  VOLLEY_HTTP: ({ channels }) => ({
    'volley-http': {
      received: 'viber',
      url: channels.url,
      link: { account: channels.account, secret: channels.secret, settings: {} },
      submission: message,
      behave: (faults) => channels.behave('viber', { ...defaultChannelScenario, readPercent: 0, ...faults }),
      lock: (lockedOut) => channels.behave('viber', { lockedOut }),
      throttles: 'link',
      closes: 'link',
    },
  }),
  TELEGRAM_GATEWAY: ({ gateway }) => ({
    'telegram-gateway': {
      url: gateway.url,
      link: { account: 'ours', secret: gateway.token, settings: {} },
      submission: {
        ...message,
        channelType: 'TELEGRAM',
        trafficType: 'AUTHORIZE',
        special: { contentType: 'authentication', code: '4711' },
      },
      behave: (faults) => gateway.behave({ ...defaultGatewayScenario, ...faults }),
      lock: (lockedOut) => gateway.behave({ lockedOut }),
      throttles: 'link',
      closes: 'link',
    },
  }),
  TELEGRAM_BOT: ({ bots }) => ({
    'telegram-bot': {
      url: bots.url,
      link: none,
      submission: { ...message, channelType: 'TELEGRAM', ...account({ token: BOT_TOKEN }) },
      behave: (faults) => bots.behave({ ...defaultBotsScenario, ...faults }),
      lock: (isLocked) => bots.revoke(BOT_TOKEN, isLocked),
      throttles: 'account',
      closes: 'account',
    },
  }),
  MAX_BOT: ({ maxBots }) => ({
    'max-bot': {
      url: maxBots.url,
      link: none,
      submission: { ...message, channelType: 'MAX', ...account({ token: TOKEN }) },
      behave: (faults) => maxBots.behave({ ...defaultMaxBotsScenario, callsPerSecond: 0, ...faults }),
      lock: (isLocked) => maxBots.revoke(TOKEN, isLocked),
      throttles: 'account',
      closes: 'account',
    },
  }),
  VK_BOT: ({ vkBots }) => ({
    'vk-bot': {
      url: vkBots.url,
      link: none,
      submission: { ...message, channelType: 'VK', ...account({ token: TOKEN, secret: VK_SECRET }) },
      behave: (faults) => vkBots.behave({ ...defaultVkBotsScenario, callsPerSecond: 0, ...faults }),
      lock: (revoked) => vkBots.changeToken(TOKEN, { revoked }),
      throttles: 'account',
      closes: 'account',
    },
  }),
  WHATSAPP_CLOUD: ({ whatsapp }) => ({
    'whatsapp-cloud': {
      url: whatsapp.url,
      link: { account: 'meta', secret: whatsapp.appSecret, settings: {} },
      submission: {
        ...message,
        channelType: 'WHATSAPP',
        account: { settings: { phoneNumberId: PHONE_NUMBER_ID }, secrets: { token: TOKEN } },
        session: { isOpen: true },
      },
      behave: (faults) => whatsapp.behave({ ...defaultCloudScenario, messagesPerSecond: 0, pairBurst: 0, ...faults }),
      lock: (isLocked) => whatsapp.revoke(TOKEN, isLocked),
      throttles: 'account',
      closes: 'account',
    },
  }),
  PARTNER_REST: ({ partner }) => {
    const shared = {
      behave: (faults?: Faults) => partner.behave({ ...defaultPartnerScenario, ...faults }),
      lock: (lockedOut: boolean) => partner.behave({ lockedOut }),
      throttles: 'link',
      closes: 'link',
      submission: message,
    } as const;
    const { login, password, key } = partner.account;
    return {
      'partner-key': {
        ...shared,
        url: partner.url,
        link: { account: login, secret: key, settings: { form: 'key' }, channelType: 'VIBER' },
      },
      'partner-login': {
        ...shared,
        url: `${partner.url}/login-form`,
        link: { account: login, secret: password, settings: { form: 'login' }, channelType: 'VIBER' },
      },
    };
  },
};

/** The keys of the table are its protocols. */
const protocols = Object.keys(PEERS) as HttpProtocol[];

export const PEER_NAMES = [
  'volley-http',
  'telegram-gateway',
  'telegram-bot',
  'max-bot',
  'vk-bot',
  'whatsapp-cloud',
  'partner-key',
  'partner-login',
] as const;
export type PeerName = (typeof PEER_NAMES)[number];

export const peersOf = (operators: Operators): readonly Peer[] =>
  protocols.flatMap((protocol) =>
    Object.entries(PEERS[protocol](operators)).map(([name, made]) => ({ name, protocol, received: name, ...made })),
  );
