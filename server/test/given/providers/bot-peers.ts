// A peer per protocol of bots, for the suite of bot journeys: its account, its words for refusals, and the people whose
// ids force an outcome. A protocol without a peer fails the suite.
import type { HttpProtocol } from '@volley/domain/links/provider-protocol.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import { ERROR } from '@volley/domain/sending/message-error.ts';
import type { BotCounters } from './bot-providers.ts';
import type { Operators } from './operators.ts';

export type BotFaults = {
  readonly lostAnswerPercent: number;
  readonly throttledPercent: number;
  readonly failedPercent: number;
};

type Ending = readonly [person: number, errorCode: number, subscriber: 'STOPPED' | 'GONE'];

export type BotPeer = {
  readonly protocol: HttpProtocol;
  readonly channelType: ChannelType;
  /** Name of the sender: the bot or the community. */
  readonly senderName: string;
  /** Values of its account. */
  readonly values: Readonly<Record<string, string>>;
  /** Messages at the simulated provider. */
  readonly received: string;
  readonly url: (operators: Operators) => string;
  readonly counters: (operators: Operators) => Promise<BotCounters>;
  readonly behave: (operators: Operators, faults: BotFaults) => Promise<void>;
  readonly revoke: (operators: Operators, revoked: boolean) => Promise<void>;
  /** The provider's words about a revoked token. */
  readonly refused: string;
  /** The provider's code of a message that fails at every try. */
  readonly failed: RegExp;
  readonly endings: readonly Ending[];
};

const BOT_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const MAX_TOKEN = 'f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8-1bZZEHdRy6';
export const VK_TOKEN = 'vk1.a.f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq-0Adm8';

/** The person whose first message the provider puts off. */
export const PUT_OFF = 514;

export const TELEGRAM: BotPeer = {
  protocol: 'TELEGRAM_BOT',
  channelType: 'TELEGRAM',
  senderName: 'shop_bot',
  values: { token: BOT_TOKEN },
  received: 'telegram-bot',
  url: ({ bots }) => bots.url,
  counters: ({ bots }) => bots.counters(),
  behave: ({ bots }, faults) => bots.behave(faults),
  revoke: ({ bots }, revoked) => bots.revoke(BOT_TOKEN, revoked),
  refused: 'answered 401 Unauthorized',
  failed: /^500$/,
  endings: [
    [413, ERROR.botBlocked, 'STOPPED'],
    [412, ERROR.botNotStarted, 'GONE'],
    [417, ERROR.botNotStarted, 'GONE'],
  ],
};

export const MAX: BotPeer = {
  protocol: 'MAX_BOT',
  channelType: 'MAX',
  senderName: 'shop_bot',
  values: { token: MAX_TOKEN },
  received: 'max-bot',
  url: ({ maxBots }) => maxBots.url,
  counters: ({ maxBots }) => maxBots.counters(),
  behave: ({ maxBots }, faults) => maxBots.behave({ ...faults, callsPerSecond: 0 }),
  revoke: ({ maxBots }, revoked) => maxBots.revoke(MAX_TOKEN, revoked),
  refused: 'answered 401 verify.token Invalid access_token',
  failed: /^503 service\.unavailable/,
  endings: [
    [413, ERROR.botBlocked, 'STOPPED'],
    [412, ERROR.botNotStarted, 'GONE'],
  ],
};

export const VK: BotPeer = {
  protocol: 'VK_BOT',
  channelType: 'VK',
  senderName: 'shop',
  values: { token: VK_TOKEN, confirmation: '6a80b0d1', secret: 'aQx31kTh78sPq0Zm' },
  received: 'vk-bot',
  url: ({ vkBots }) => vkBots.url,
  counters: ({ vkBots }) => vkBots.counters(),
  behave: ({ vkBots }, faults) => vkBots.behave({ ...faults, callsPerSecond: 0 }),
  revoke: ({ vkBots }, revoked) => vkBots.changeToken(VK_TOKEN, { revoked }),
  refused: 'answered 5 User authorization failed: invalid access_token (4).',
  failed: /^10 Internal server error$/,
  endings: [
    [413, ERROR.botNotStarted, 'STOPPED'],
    [417, ERROR.botBlocked, 'STOPPED'],
    [412, ERROR.botNotStarted, 'GONE'],
  ],
};

export const BOT_PEERS = [TELEGRAM, MAX, VK] as const;
