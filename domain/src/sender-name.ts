// Which sender names may be registered. Operators agree on eleven characters of a small Latin set for SMS; shorter
// bounds and meaning are left to review. Length is counted in characters, not UTF-16 units.

import type { Brand } from './brand.ts';
import type { ChannelType } from './channel.ts';
import { CHANNELS } from './channel.ts';
import type { Fault, FaultCode } from './fault.ts';
import type { Moderation } from './sender-status.ts';

export const COMMON_TYPES = [
  'PROMO',
  'COMMON',
  'MULTISIGNATURE',
  'INTERNATIONAL_VERIFY',
  'INTERNATIONAL_COMMON',
] as const;

export type CommonType = (typeof COMMON_TYPES)[number];

const SMS_NAME = /^[A-Za-z0-9!?_.()&' +-]+$/;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

export const SENDER_NAME_FAULTS = ['length', 'blank', 'control', 'characters', 'megafon'] as const;

export type SenderNameFault = (typeof SENDER_NAME_FAULTS)[number];

/** What is wrong with the name; undefined when nothing is. */
export function senderNameFault(
  name: string,
  channel: ChannelType,
  brand: Brand | undefined,
): SenderNameFault | undefined {
  const length = Array.from(name).length;
  if (length < 1 || length > CHANNELS[channel].senderNameLengthMax) return 'length';
  if (name.trim() === '') return 'blank';
  if (channel !== 'SMS') return CONTROL.test(name) ? 'control' : undefined;
  if (!SMS_NAME.test(name)) return 'characters';
  return brand === 'MEGAFON' && /[+ ]/.test(name) ? 'megafon' : undefined;
}

/** The same in words, ready to follow the field's path. */
export function senderNameProblem(name: string, channel: ChannelType, brand: Brand | undefined): string | undefined {
  const fault = senderNameFault(name, channel, brand);
  return fault && PROBLEMS[fault].replace('{max}', String(CHANNELS[channel].senderNameLengthMax));
}

/** The same as faults of the member `senderName`; what is missing is not judged. */
export function senderNameFaults(
  name: string | undefined,
  channel: ChannelType | undefined,
  brand: Brand | undefined,
): Fault[] {
  if (name === undefined || channel === undefined) return [];
  const fault = senderNameFault(name.trim(), channel, brand);
  const reason = senderNameProblem(name.trim(), channel, brand);
  return fault === undefined || reason === undefined ? [] : [{ field: 'senderName', reason, code: CODES[fault] }];
}

const CODES: Readonly<Record<SenderNameFault, FaultCode>> = {
  length: 'too-long',
  blank: 'too-short',
  control: 'wrong-form',
  characters: 'wrong-form',
  megafon: 'wrong-form',
};

const PROBLEMS: Readonly<Record<SenderNameFault, string>> = {
  length: 'must have 1 to {max} characters',
  blank: 'must not be blank',
  control: 'must not hold control characters',
  characters: "may hold Latin letters, digits, space and ! ? - _ . ( ) & ' + only",
  megafon: 'must not hold + or space for MEGAFON',
};

/** Where the receiver sees no registered name: any may be given. */
const NAMED_FREELY: readonly ChannelType[] = ['VK', 'FLASHCALL', 'VOICECODE', 'TEXT_TO_SPEECH', 'WEASY', 'PUSH'];

/** Whether a name nobody registered may be sent under. Where nobody moderates, that goes for SMS too. */
export function mayUseUnregistered(channel: ChannelType, moderation: Moderation): boolean {
  return NAMED_FREELY.includes(channel) || (channel === 'SMS' && moderation === 'auto');
}
