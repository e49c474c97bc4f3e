// Facts of a draft's text: its maximum length, whether parts are counted, and its placeholders.
import { CHANNELS } from '@volley/domain/sending/channel.ts';
import { compileText } from '@volley/domain/text/text-substitution.ts';
import type { Draft } from './draft.ts';

export const TEXT_LENGTH_MAX = 1600;
export const NAME_LENGTH_MAX = 255;

export const countsParts = ({ channelType }: Pick<Draft, 'channelType'>): boolean => CHANNELS[channelType].countsParts;

export const tokensIn = (text: string): readonly string[] => [...new Set(compileText(text).tokens)];

export function knownTokens({ mapping }: Pick<Draft, 'mapping'>): readonly string[] {
  return (mapping?.tokens ?? []).filter((token) => token !== '');
}

/** Placeholders of the text that no column fills. */
export function unknownTokens(draft: Pick<Draft, 'mapping' | 'text'>): readonly string[] {
  const known = new Set(knownTokens(draft));
  return tokensIn(draft.text).filter((token) => !known.has(token));
}
