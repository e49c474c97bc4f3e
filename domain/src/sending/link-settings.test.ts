import { expect, test } from 'vitest';
import { settingFaults } from './link-settings.ts';
import { PROTOCOLS } from './provider-protocol.ts';

test.each([['shop'], ['Shop_24'], ['a'.repeat(32)]])('%s is a sender of codes', (senderUsername) => {
  expect(settingFaults('TELEGRAM_GATEWAY', { senderUsername })).toEqual([]);
});

test.each([[''], ['abc'], ['24shop'], ['@shop'], ['my shop'], ['a'.repeat(33)], ['магазин']])(
  '"%s" is not',
  (senderUsername) => {
    expect(settingFaults('TELEGRAM_GATEWAY', { senderUsername })).toMatchObject([
      { field: 'settings.senderUsername', code: 'wrong-form' },
    ]);
  },
);

test.each(['TELEGRAM_BOT', 'MAX_BOT'] as const)('%s takes texts of people, or does not', (protocol) => {
  for (const inbound of ['on', 'off']) expect(settingFaults(protocol, { inbound })).toEqual([]);
  for (const inbound of ['', 'yes', 'on\n', 'ON'])
    expect(settingFaults(protocol, { inbound })).toEqual([
      { field: 'settings.inbound', reason: 'must be on or off', code: 'wrong-form' },
    ]);
});

test('an unknown setting is named with those that exist', () => {
  expect(settingFaults('TELEGRAM_GATEWAY', { sender: 'shop' })).toEqual([
    { field: 'settings.sender', reason: 'must be one of senderUsername', code: 'not-in-list' },
  ]);
  expect(settingFaults('SMPP', { senderUsername: 'shop' })).toEqual([
    { field: 'settings.senderUsername', reason: 'SMPP has no settings', code: 'not-in-list' },
  ]);
});

test.each(PROTOCOLS)('%s needs no settings', (protocol) => {
  expect(settingFaults(protocol, {})).toEqual([]);
});
