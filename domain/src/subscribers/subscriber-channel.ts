// Channels whose sender names have subscribers: bots of messengers, and apps with devices (PUSH). A further channel is
// one row; it must be a channel type.

import type { ChannelType } from '../sending/channel.ts';

type SubscriberChannelFacts = {
  /** The messenger's ids consist of digits. */
  readonly hasNumericIds: boolean;
  readonly idLengthMax: number;
};

const BOT_ID_LENGTH_MAX = 200;
/** Of tokens of devices, the longest ids. */
export const SUBSCRIBER_ID_LENGTH_MAX = 4_096;

const FACTS = {
  TELEGRAM: { hasNumericIds: true, idLengthMax: BOT_ID_LENGTH_MAX },
  MAX: { hasNumericIds: true, idLengthMax: BOT_ID_LENGTH_MAX },
  VK: { hasNumericIds: true, idLengthMax: BOT_ID_LENGTH_MAX },
  VIBER: { hasNumericIds: false, idLengthMax: BOT_ID_LENGTH_MAX },
  WEASY: { hasNumericIds: false, idLengthMax: BOT_ID_LENGTH_MAX },
  PUSH: { hasNumericIds: false, idLengthMax: SUBSCRIBER_ID_LENGTH_MAX },
} as const satisfies Partial<Record<ChannelType, SubscriberChannelFacts>>;

export type SubscriberChannel = keyof typeof FACTS;

export const SUBSCRIBER_CHANNELS = Object.keys(FACTS) as readonly SubscriberChannel[]; // the keys of a constant

export const isSubscriberChannel = (channel: ChannelType): channel is SubscriberChannel =>
  Object.hasOwn(FACTS, channel);

/** Subscribers of the channel are devices, each with a push provider; a number may have several. */
export const hasDevices = (channel: SubscriberChannel): channel is 'PUSH' => channel === 'PUSH';

export type IdProblem = {
  /** Follows the path of the field. */
  readonly reason: string;
  readonly code: 'too-long' | 'wrong-form';
};

export function subscriberIdProblem(channel: SubscriberChannel, id: string): IdProblem | undefined {
  const { hasNumericIds, idLengthMax } = FACTS[channel];
  // Characters count as the schema counts them, by code points.
  if (id.length > idLengthMax && Array.from(id).length > idLengthMax)
    return { reason: `must be at most ${idLengthMax} characters long on ${channel}`, code: 'too-long' };
  if (hasNumericIds && !/^\d+$/.test(id)) return { reason: `must consist of digits on ${channel}`, code: 'wrong-form' };
  return undefined;
}
