import { expect, test } from 'vitest';
import { isListedOrigin, isSiteDomain } from './verification-origin.ts';

const domains = ['shop.example', '*.nord.example', 'localhost:5173'];

test.each([
  ['https://shop.example', true],
  ['https://www.shop.example', false],
  ['https://shop.example.evil.example', false],
  ['https://evilshop.example', false],
  ['https://shop.example:8443', false],
  ['http://shop.example', false],
  ['https://a.nord.example', true],
  ['https://a.b.nord.example', true],
  ['https://nord.example', false],
  ['https://.nord.example', false],
  ['https://anord.example', false],
  ['https://localhost:5173', true],
  ['http://localhost:5173', false],
  ['https://shop.example/', false],
  ['https://shop.example/page', false],
  ['https://user@shop.example', false],
  ['null', false],
  ['', false],
  ['ftp://shop.example', false],
])('the origin %s is one of the sites: %s', (origin, isListed) => {
  expect(isListedOrigin(origin, domains, false)).toBe(isListed);
});

test('an http origin is allowed only in test mode', () => {
  expect(isListedOrigin('http://localhost:5173', domains, true)).toBe(true);
  expect(isListedOrigin('ftp://shop.example', domains, true)).toBe(false);
});

test.each([
  ['shop.example', true],
  ['*.shop.example', true],
  ['localhost:5173', true],
  ['xn--e1afmkfd.example', true],
  ['*', false],
  ['https://shop.example', false],
  ['shop.example/', false],
  ['Shop.example', false],
  ['a.*.example', false],
  ['-a.example', false],
  ['', false],
])('%s can be listed: %s', (text, isDomain) => {
  expect(isSiteDomain(text)).toBe(isDomain);
});
