import { expect, test } from 'vitest';
import { inviteLink, isInviteToken, tokenLink } from './invite-link.ts';

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

test('a token follows the link of the bot', () => {
  expect(tokenLink('MAX', 'shop_bot', 'a')).toBe('https://max.ru/shop_bot?start=a');
  expect(tokenLink('MAX', 'Shop of Anna', 'a')).toBeUndefined();
});

test('a token has 22 letters, digits, - and _', () => {
  expect(['Az09-_'.repeat(4).slice(0, 22), 'a'.repeat(22)].map(isInviteToken)).toEqual([true, true]);
  expect(
    ['', 'summer', 'a'.repeat(21), 'a'.repeat(23), `${'a'.repeat(21)} `, `${'a'.repeat(22)}\n`].map(isInviteToken),
  ).toEqual(Array<boolean>(6).fill(false));
});
