// Names of operators and channels. Requests and files keep the words of the API.
import type { TextId } from '../texts/text-id.ts';
import type { Text } from './text.tsx';

const OPERATORS: Readonly<Record<string, TextId>> = {
  MTS: 'kit.operator.MTS',
  BEELINE: 'kit.operator.BEELINE',
  MEGAFON: 'kit.operator.MEGAFON',
  TELE2: 'kit.operator.TELE2',
};

/** Unknown and other operators share one name. */
export function operatorName(t: Text, operator: string | null): string {
  return t(OPERATORS[operator ?? ''] ?? 'kit.operator.OTHER');
}

const CHANNELS: Readonly<Record<string, TextId>> = {
  VIBER: 'kit.channel.VIBER',
  WHATSAPP: 'kit.channel.WHATSAPP',
  VK: 'kit.channel.VK',
  TELEGRAM: 'kit.channel.TELEGRAM',
  FLASHCALL: 'kit.channel.FLASHCALL',
  VOICECODE: 'kit.channel.VOICECODE',
  TEXT_TO_SPEECH: 'kit.channel.TEXT_TO_SPEECH',
  PUSH: 'kit.channel.PUSH',
};

/** SMS and channels named as in the API keep the API's word. */
export function channelName(t: Text, channel: string): string {
  const known = CHANNELS[channel];
  return known === undefined ? channel : t(known);
}
