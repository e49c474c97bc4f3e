import { expect, test } from 'vitest';
import { unknownText } from './unknown-names.ts';

test.each([
  [['zzz', '[].callbackURL'], 'unknown members ignored: zzz, [].callbackURL'],
  [['имя, a b'], 'unknown members ignored: %D0%B8%D0%BC%D1%8F%2C%20a%20b'],
  [['a\r\nSet-Cookie: x'], 'unknown members ignored: a%0D%0ASet-Cookie:%20x'],
  [['\ud83d'], 'unknown members ignored: %EF%BF%BD'],
])('unknownText reports %j as %j', (names, text) => {
  expect(unknownText(names)).toBe(text);
});

test('unknownText stays short and ASCII for any number and length of names', () => {
  const names = Array.from({ length: 100 }, (_, at) => `${'я'.repeat(500)}${at}`);
  const text = unknownText(names);
  expect(text.length).toBeLessThan(800);
  expect(text).toMatch(/^[ -~]+ and 90 more$/);
});
