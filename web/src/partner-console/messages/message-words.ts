// Names of states and operators, and lists of them.
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { MESSAGE_STATES, type MessageState } from '@volley/domain/sending/message-state.ts';
import { operatorName } from '../../kit/operator-name.ts';
import type { Text } from '../../kit/text.tsx';
import type { Tone } from '../../shell/theme.ts';
import type { TextId } from '../../texts/text-id.ts';

export const STATE_TEXTS: Readonly<Record<MessageState, TextId>> = {
  queued: 'messages.state.queued',
  withOperator: 'messages.state.withOperator',
  delivered: 'messages.state.delivered',
  failed: 'messages.state.failed',
};

export const STATE_TONES: Readonly<Record<MessageState, Tone>> = {
  queued: 'neutral',
  withOperator: 'info',
  delivered: 'good',
  failed: 'bad',
};

export const operatorChoices = (t: Text) =>
  [...BRANDS, 'OTHER'].map((value) => ({ value, label: operatorName(t, value) }));

export const stateChoices = (t: Text) => MESSAGE_STATES.map((value) => ({ value, label: t(STATE_TEXTS[value]) }));

/** Comma-separated values in words. */
export function listNames(list: string, nameOf: (value: string) => string): string {
  return list.split(',').map(nameOf).join(', ');
}

export function stateName(t: Text, state: string): string {
  const known = MESSAGE_STATES.find((one) => one === state);
  return known === undefined ? state : t(STATE_TEXTS[known]);
}
