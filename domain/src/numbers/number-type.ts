// Type of a phone number, as far as a numbering plan defines it.

import type { ChannelType } from '../sending/channel.ts';
import { HOME_COUNTRY } from './country.ts';

/** `service`: premium rate, shared cost, access and voicemail numbers. `unknown`: may be a mobile number. */
export const NUMBER_TYPES = ['mobile', 'landline', 'toll-free', 'service', 'unknown'] as const;
export type NumberType = (typeof NUMBER_TYPES)[number];

/** Type as users see it: a mobile number of another country is `foreign`. */
export const NUMBER_CLASSES = ['mobile', 'landline', 'toll-free', 'service', 'foreign', 'unknown'] as const;
export type NumberClass = (typeof NUMBER_CLASSES)[number];

const CALLS: readonly string[] = ['FLASHCALL', 'VOICECODE', 'TEXT_TO_SPEECH'] satisfies ChannelType[];

/** Calls reach numbers of every type. */
export function canReach(channelType: string, type: NumberType): boolean {
  return type === 'mobile' || type === 'unknown' || CALLS.includes(channelType);
}

export function numberClass(country: string | undefined, type: NumberType): NumberClass {
  if (type === 'landline' || type === 'toll-free' || type === 'service') return type;
  if (country === undefined) return 'unknown';
  return country === HOME_COUNTRY ? type : 'foreign';
}
