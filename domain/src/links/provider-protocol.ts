// Protocols of links. Rules that differ between them are data here, so that links, validation and documents follow one
// table.
import type { ChannelType } from '../sending/channel.ts';

/**
 * Policy for a message whose committing call gets no answer.
 * idempotent: the message is written again under the same id; the provider takes it once.
 * askable: the provider is asked whether it has the message.
 * evidenced: a status may prove that it has; after a wait the message is sent again once.
 * blind: nothing can prove it. Urgent messages are written again once; others count as handed over.
 */
export type DoubtPolicy = 'idempotent' | 'askable' | 'evidenced' | 'blind';

/**
 * Accounts of sender names at the provider.
 * none: every message goes under the account of the link.
 * optional: messages of a name with an account go under it.
 * required: messages of a name without an account wait.
 */
export type AccountUse = 'none' | 'optional' | 'required';

/**
 * Address of a recipient at the provider.
 * number: the phone number.
 * subscriber: the id of a person who has started the bot; the address book of the sender name has it.
 */
export type Addressing = 'number' | 'subscriber';

export type ProtocolFacts = {
  readonly doubt: DoubtPolicy;
  readonly account: AccountUse;
  /** The only channel that links of the protocol carry, or one of these. */
  readonly channel: ChannelType | readonly ChannelType[] | 'any';
  readonly addressing: Addressing;
  /** Messages per second of each account, a little below the provider's limit; urgent messages do not wait. */
  readonly accountRate?: number;
  /** The link has a secret that proves the provider's calls, although every sender name has its own account. */
  readonly hasLinkSecret?: true;
  /**
   * A text goes only within the session that the recipient's last message opened; any other message is a template of
   * the provider. Connectors learn the session and the template of each message.
   */
  readonly hasSessions?: true;
  /** The provider names its charge in answers or reports; prices of routes count only for its categories. */
  readonly saysCost?: true;
};

export const PROTOCOLS = [
  'SMPP',
  'VOLLEY_HTTP',
  'TELEGRAM_GATEWAY',
  'TELEGRAM_BOT',
  'MAX_BOT',
  'VK_BOT',
  'WHATSAPP_CLOUD',
  'PARTNER_REST',
] as const;

export type Protocol = (typeof PROTOCOLS)[number];
/** Protocols that a dialect speaks. */
export type HttpProtocol = Exclude<Protocol, 'SMPP'>;

export const PROTOCOL_FACTS: Readonly<Record<Protocol, ProtocolFacts>> = {
  SMPP: { doubt: 'evidenced', account: 'none', channel: 'SMS', addressing: 'number' },
  VOLLEY_HTTP: { doubt: 'idempotent', account: 'optional', channel: 'any', addressing: 'number' },
  TELEGRAM_GATEWAY: {
    doubt: 'askable',
    account: 'none',
    channel: 'TELEGRAM',
    addressing: 'number',
    saysCost: true,
  },
  TELEGRAM_BOT: { doubt: 'blind', account: 'required', channel: 'TELEGRAM', addressing: 'subscriber', accountRate: 25 },
  // MAX lists the messages of a chat by its id, which only the lost answer would have named.
  MAX_BOT: { doubt: 'blind', account: 'required', channel: 'MAX', addressing: 'subscriber', accountRate: 25 },
  // VK takes a message once per `random_id`.
  VK_BOT: { doubt: 'idempotent', account: 'required', channel: 'VK', addressing: 'subscriber', accountRate: 15 },
  WHATSAPP_CLOUD: {
    doubt: 'evidenced',
    account: 'required',
    channel: 'WHATSAPP',
    addressing: 'number',
    accountRate: 80,
    hasLinkSecret: true,
    hasSessions: true,
    saysCost: true,
  },
  // Without reports. Reports prove a message, and a setting may say that the provider takes each id once.
  PARTNER_REST: { doubt: 'blind', account: 'none', channel: ['VIBER', 'VK', 'MAX'], addressing: 'number' },
};

/** Links of the other protocols have neither a name nor a secret at the provider: only sender names have. */
export const hasLinkAccount = (protocol: Protocol): boolean =>
  PROTOCOL_FACTS[protocol].account !== 'required' || PROTOCOL_FACTS[protocol].hasLinkSecret === true;

/** `any`: links of the protocol carry every channel. */
export function channelsOf(protocol: Protocol): readonly ChannelType[] | 'any' {
  const { channel } = PROTOCOL_FACTS[protocol];
  return typeof channel === 'string' && channel !== 'any' ? [channel] : channel;
}

/** A provider of the channel may keep templates for the accounts of sender names. */
export const hasProviderTemplates = (channelType: ChannelType): boolean =>
  PROTOCOLS.some((protocol) => {
    const { hasSessions, channel } = PROTOCOL_FACTS[protocol];
    return hasSessions === true && channel === channelType;
  });
