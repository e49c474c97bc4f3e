// What kind of telephone a number belongs to, as far as a numbering plan tells.

import type { ChannelType } from './channel.ts';
import { HOME_COUNTRY } from './country.ts';

/** `service`: premium rate, shared cost, access and voicemail numbers. `unknown`: may be a mobile number. */
export const NUMBER_TYPES = ['mobile', 'landline', 'toll-free', 'service', 'unknown'] as const;
export type NumberType = (typeof NUMBER_TYPES)[number];

/** As people are shown it: a mobile number of another country is `foreign`. */
export const NUMBER_CLASSES = ['mobile', 'landline', 'toll-free', 'service', 'foreign', 'unknown'] as const;
export type NumberClass = (typeof NUMBER_CLASSES)[number];

const CALLS: readonly string[] = ['FLASHCALL', 'VOICECODE', 'TEXT_TO_SPEECH'] satisfies ChannelType[];

/** Whether a message of the channel can reach a number of the type. A call reaches any. */
export function canReach(channelType: string, type: NumberType): boolean {
  return type === 'mobile' || type === 'unknown' || CALLS.includes(channelType);
}

export function numberClass(country: string | undefined, type: NumberType): NumberClass {
  if (type === 'landline' || type === 'toll-free' || type === 'service') return type;
  if (country === undefined) return 'unknown';
  return country === HOME_COUNTRY ? type : 'foreign';
}
