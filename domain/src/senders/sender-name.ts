// Rules for registering sender names. All operators accept up to eleven characters of a small Latin set for SMS;
// stricter limits and the meaning are up to review. Length counts characters, not UTF-16 units.

import type { Brand } from '../numbers/brand.ts';
import type { Fault, FaultCode } from '../refusals/fault.ts';
import type { ChannelType } from '../sending/channel.ts';
import { CHANNELS } from '../sending/channel.ts';

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

/** The fault as text that follows the path of the field. */
export function senderNameProblem(name: string, channel: ChannelType, brand: Brand | undefined): string | undefined {
  const fault = senderNameFault(name, channel, brand);
  return fault && PROBLEMS[fault].replace('{max}', String(CHANNELS[channel].senderNameLengthMax));
}

/** The fault of the member `senderName`. An absent name or channel is not checked. */
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
  length: 'must be 1 to {max} characters long',
  blank: 'must not be blank',
  control: 'must not contain control characters',
  characters: "may contain only Latin letters, digits, space and ! ? - _ . ( ) & ' +",
  megafon: 'must not contain + or space for MEGAFON',
};

/** Channels that show the receiver no registered name: every name is allowed. */
const NAMED_FREELY: readonly ChannelType[] = ['VK', 'FLASHCALL', 'VOICECODE', 'TEXT_TO_SPEECH', 'WEASY', 'PUSH'];

/** Whether an unregistered name may send; the same in every installation. */
export function mayUseUnregistered(channel: ChannelType): boolean {
  return NAMED_FREELY.includes(channel);
}
