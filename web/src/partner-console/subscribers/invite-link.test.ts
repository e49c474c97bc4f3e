import { expect, test } from 'vitest';
import { inviteLink } from './invite-link.ts';

test.each([
  ['TELEGRAM', 'shop_bot', 'https://t.me/shop_bot'],
  ['TELEGRAM', '@Shop_Bot', 'https://t.me/Shop_Bot'],
  ['TELEGRAM', 'Shop of Anna', undefined],
  ['TELEGRAM', 'bot/../x', undefined],
  ['TELEGRAM', 'bot', undefined],
  ['MAX', 'shop_bot', 'https://max.ru/shop_bot'],
  ['VIBER', 'shop_bot', undefined],
] as const)('the invite link of the %s bot %s is %s', (channel, name, link) => {
  expect(inviteLink(channel, name)).toBe(link);
});
