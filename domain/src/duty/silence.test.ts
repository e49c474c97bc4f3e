import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesPattern, silencedUntil } from './silence.ts';

test.each([
  ['link-down:mts', 'link-down:mts', true],
  ['link-down:mts', 'link-down:mt', false],
  ['link-down:mts', 'link-down:*', true],
  ['link-down:mts', '*', true],
  ['link-down:mts', '*:mts', true],
  ['link-down:mts', 'link-*:mts', true],
  ['link-down:mts', '*down*t*', true],
  ['link-down:mts', 'link-down:mts*mts', false],
  ['link-down:mts', 'codes-wait', false],
  ['aa', 'a*a*a', false],
  ['callbacks:a.example', 'callbacks:a?example', false],
])('%s under the pattern %s: %s', (key, pattern, expected) => {
  expect(matchesPattern(key, pattern)).toBe(expected);
});

test('a pattern matches like the regular expression in which a star is any text', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
  fc.assert(
    fc.property(texts, texts, (text, pattern) => {
      const key = text.replaceAll('*', 'c');
      const expression = new RegExp(`^${pattern.replaceAll(/\*+/g, '.*')}$`);
      expect(matchesPattern(key, pattern)).toBe(expression.test(key));
    }),
  );
});

test('the longest silence that holds counts', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour));
  const silences = [
    { pattern: 'link-down:*', untilAt: at(3) },
    { pattern: 'link-down:mts', untilAt: at(5) },
    { pattern: '*', untilAt: at(1) },
    { pattern: 'codes-wait', untilAt: at(9) },
  ];
  expect(silencedUntil('link-down:mts', silences, at(2))).toEqual(at(5));
  expect(silencedUntil('link-down:mts', silences, at(5))).toBeNull();
});
