import { expect, test } from 'vitest';
import { CHANNEL_TYPES } from '../sending/channel.ts';
import { canReach, NUMBER_TYPES, numberClass } from './number-type.ts';

test('texts reach mobile and unknown numbers, calls reach numbers of every type', () => {
  const reached = (channel: string) => NUMBER_TYPES.filter((type) => canReach(channel, type));
  const calls = ['FLASHCALL', 'VOICECODE', 'TEXT_TO_SPEECH'];
  for (const channel of CHANNEL_TYPES)
    expect(reached(channel)).toEqual(calls.includes(channel) ? NUMBER_TYPES : ['mobile', 'unknown']);
});

test.each([
  ['RU', 'mobile', 'mobile'],
  ['RU', 'landline', 'landline'],
  ['RU', 'toll-free', 'toll-free'],
  ['KZ', 'mobile', 'foreign'],
  ['US', 'unknown', 'foreign'],
  ['GB', 'landline', 'landline'],
  [undefined, 'unknown', 'unknown'],
] as const)('a %s number of type %s is shown as %s', (country, type, shown) => {
  expect(numberClass(country, type)).toBe(shown);
});
