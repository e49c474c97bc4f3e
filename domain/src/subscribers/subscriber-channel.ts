// Channels whose sender names are bots with subscribers. A further channel is one row; it must be a channel type.

import type { ChannelType } from '../sending/channel.ts';

type SubscriberChannelFacts = {
  /** The messenger's ids consist of digits. */
  readonly hasNumericIds: boolean;
};

const FACTS = {
  TELEGRAM: { hasNumericIds: true },
  MAX: { hasNumericIds: true },
  VK: { hasNumericIds: true },
  VIBER: { hasNumericIds: false },
  WEASY: { hasNumericIds: false },
} as const satisfies Partial<Record<ChannelType, SubscriberChannelFacts>>;

export type SubscriberChannel = keyof typeof FACTS;

export const SUBSCRIBER_CHANNELS = Object.keys(FACTS) as readonly SubscriberChannel[]; // the keys of a constant

export const isSubscriberChannel = (channel: ChannelType): channel is SubscriberChannel =>
  Object.hasOwn(FACTS, channel);

export const SUBSCRIBER_ID_LENGTH_MAX = 200;

/** The fault of an id as text that follows the path of its field. */
export function subscriberIdProblem(channel: SubscriberChannel, id: string): string | undefined {
  return FACTS[channel].hasNumericIds && !/^\d+$/.test(id) ? `must consist of digits on ${channel}` : undefined;
}
