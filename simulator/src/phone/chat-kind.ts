// The kind of a chat: its channel, and the acts of the person in it.
import { CHANNEL_TYPES, CHANNELS, type ChannelType } from '@volley/domain/sending/channel.ts';

export type PhoneAct = 'writes' | 'reads' | 'starts' | 'stops' | 'shares';

export type ChatKind = {
  channel: ChannelType;
  /** Whether the address of the person is an id of the messenger; else it is the number. */
  isBot: boolean;
  acts: readonly PhoneAct[];
};

const botActs: readonly PhoneAct[] = ['writes', 'starts', 'stops', 'shares'];

const providers: Readonly<Record<string, ChatKind>> = {
  'telegram-gateway': { channel: 'TELEGRAM', isBot: false, acts: ['reads'] },
  'telegram-bot': { channel: 'TELEGRAM', isBot: true, acts: botActs },
  'max-bot': { channel: 'MAX', isBot: true, acts: botActs },
  // VK shares no contacts.
  'vk-bot': { channel: 'VK', isBot: true, acts: ['writes', 'starts', 'stops'] },
  'whatsapp-cloud': { channel: 'WHATSAPP', isBot: false, acts: ['writes', 'reads'] },
};

/** `channel`: of a message by an aggregator, which has several. */
export function chatKindOf(account: string, channel: string | undefined): ChatKind {
  const provider = providers[account];
  if (provider !== undefined) return provider;
  if (channel !== undefined) return { channel: channelOf(channel) ?? 'SMS', isBot: false, acts: ['reads'] };
  const own = channelOf(account.replace(/^reserve-/, '').toUpperCase());
  if (own === undefined) return { channel: 'SMS', isBot: false, acts: ['writes'] };
  const acts: PhoneAct[] = [];
  // Only WhatsApp has a webhook for messages of subscribers.
  if (own === 'WHATSAPP') acts.push('writes');
  if (CHANNELS[own].readReceipts) acts.push('reads');
  return { channel: own, isBot: false, acts };
}

const channelOf = (name: string): ChannelType | undefined => CHANNEL_TYPES.find((known) => known === name);
