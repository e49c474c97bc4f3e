import { expect, test } from 'vitest';
import { CHANNEL_TYPES, CHANNELS, TTL_MAX_SECONDS } from './channel.ts';

const having = (wanted: (type: (typeof CHANNEL_TYPES)[number]) => boolean) => CHANNEL_TYPES.filter(wanted);

test('all eleven channels have properties', () => {
  expect(CHANNEL_TYPES).toHaveLength(11);
  expect(Object.keys(CHANNELS).toSorted()).toEqual([...CHANNEL_TYPES].toSorted());
});

test('only messengers with read status report reading', () => {
  expect(having((type) => CHANNELS[type].readReceipts)).toEqual(['VIBER', 'WHATSAPP', 'VK']);
});

test('only SMS counts parts', () => {
  expect(having((type) => CHANNELS[type].countsParts || CHANNELS[type].partsMax > 1)).toEqual(['SMS']);
});

test('the shortest lifetime is 30 seconds for calls and 60 seconds for messages, the longest is a day', () => {
  expect(having((type) => CHANNELS[type].ttlMinSeconds === 30)).toEqual(['FLASHCALL', 'VOICECODE', 'TEXT_TO_SPEECH']);
  for (const type of CHANNEL_TYPES) expect(CHANNELS[type].ttlMinSeconds).toBeLessThan(TTL_MAX_SECONDS);
});
