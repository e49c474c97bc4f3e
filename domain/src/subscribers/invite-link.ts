import type { SubscriberChannel } from './subscriber-channel.ts';

/** User names of Telegram and MAX. */
const USER_NAME = /^[a-z][a-z0-9_]{3,31}$/i;
const HOSTS: Partial<Readonly<Record<SubscriberChannel, string>>> = { TELEGRAM: 't.me', MAX: 'max.ru' };

/** The public address of a bot. Undefined: the channel has none, or the sender name is not a user name. */
export function inviteLink(channel: SubscriberChannel, senderName: string): string | undefined {
  const name = senderName.replace(/^@/, '');
  const host = HOSTS[channel];
  return host !== undefined && USER_NAME.test(name) ? `https://${host}/${name}` : undefined;
}

/** Channels whose bots report the parameter of a link. */
export const INVITE_CHANNELS = ['TELEGRAM', 'MAX'] as const;

export const isInviteChannel = (channel: SubscriberChannel): channel is (typeof INVITE_CHANNELS)[number] =>
  INVITE_CHANNELS.some((one) => one === channel);

export const INVITE_LIFETIME_MS = 7 * 86_400_000;

const TOKEN = /^[\w-]{22}$/;

/** Parameters of other links to a bot have any other form. */
export const isInviteToken = (text: string): boolean => TOKEN.test(text);

/** The link that starts the bot with a token. Undefined: as for `inviteLink`. */
export function tokenLink(channel: SubscriberChannel, senderName: string, token: string): string | undefined {
  const link = inviteLink(channel, senderName);
  return link === undefined ? undefined : `${link}?start=${token}`;
}
