import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countedText } from '../testing/counted-text.ts';
import { buildPrefixZones } from './prefix-zones.ts';

const zones = buildPrefixZones([
  { timezone: 'Asia/Almaty', prefixes: ['77', '733'] },
  { timezone: 'Europe/Madrid Atlantic/Canary', prefixes: ['34'] },
  { timezone: 'Europe/Madrid', prefixes: ['346'] },
]);

test.each([
  ['77011234567', 'Asia/Almaty'],
  ['73361234567', 'Asia/Almaty'],
  ['77', 'Asia/Almaty'],
  ['34600123456', 'Europe/Madrid'],
  ['34912345678', 'Europe/Madrid Atlantic/Canary'],
  ['34', 'Europe/Madrid Atlantic/Canary'],
  ['7', undefined],
  ['79161234567', undefined],
  ['4915112345678', undefined],
  ['', undefined],
])('the zone of %s is that of its longest prefix', (digits, timezone) => {
  expect(zones.find(digits)).toBe(timezone);
});

test('no prefixes know no zone', () => {
  expect(buildPrefixZones([]).find('4915112345678')).toBeUndefined();
});

test.each([
  ['is repeated', ['49', '49']],
  ['is no number', ['+49']],
  ['is empty', ['']],
])('a table in which a prefix %s is refused', (_, prefixes) => {
  expect(() => buildPrefixZones([{ timezone: 'Europe/Berlin', prefixes }])).toThrow(RangeError);
});

test('a tree of digits agrees with a search for the longest prefix', () => {
  const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom('1', '2', '0'), minLength: 1, maxLength });
  fc.assert(
    fc.property(fc.uniqueArray(digits(5), { maxLength: 30 }), digits(8), (prefixes, number) => {
      const tree = buildPrefixZones(prefixes.map((prefix) => ({ timezone: `zone ${prefix}`, prefixes: [prefix] })));
      const longest = prefixes
        .filter((prefix) => number.startsWith(prefix))
        .toSorted((one, other) => other.length - one.length)[0];
      expect(tree.find(number)).toBe(longest === undefined ? undefined : `zone ${longest}`);
    }),
  );
});

test('a lookup reads no digit twice, and none behind the longest prefix', () => {
  const { text, reads } = countedText('34600123456');
  expect(zones.find(text)).toBe('Europe/Madrid');
  expect(reads()).toBeLessThanOrEqual(4);
});
