import type { SubscriberChannel } from '@volley/domain/subscribers/subscriber-channel.ts';

/** User names of Telegram and MAX. */
const USER_NAME = /^[a-z][a-z0-9_]{3,31}$/i;
const HOSTS: Partial<Readonly<Record<SubscriberChannel, string>>> = { TELEGRAM: 't.me', MAX: 'max.ru' };

/** The public address of a bot. Undefined: the channel has none, or the sender name is not a user name. */
export function inviteLink(channel: SubscriberChannel, senderName: string): string | undefined {
  const name = senderName.replace(/^@/, '');
  const host = HOSTS[channel];
  return host !== undefined && USER_NAME.test(name) ? `https://${host}/${name}` : undefined;
}
