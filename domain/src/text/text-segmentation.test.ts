import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../tools/proofs/property-runs.ts';
import { countedText } from '../testing/counted-text.ts';
import { SEPTETS_OF_UNIT } from './gsm7.ts';
import { countParts, isGsm7, segmentText, splitIntoParts } from './text-segmentation.ts';

// The package is CommonJS without named exports for an import; this is the shape its documentation gives.
const { SegmentedMessage } = createRequire(import.meta.url)('sms-segments-calculator') as {
  SegmentedMessage: new (text: string) => { segmentsCount: number; encodingName: 'GSM-7' | 'UCS-2' };
};

const x = (text: string, times: number) => text.repeat(times);

describe('parts of a text', () => {
  test.each([
    ['empty', '', 'GSM7', 1],
    ['160 Latin', x('a', 160), 'GSM7', 1],
    ['161 Latin', x('a', 161), 'GSM7', 2],
    ['306 Latin', x('a', 306), 'GSM7', 2],
    ['307 Latin', x('a', 307), 'GSM7', 3],
    ['1530 Latin', x('a', 1530), 'GSM7', 10],
    ['1531 Latin', x('a', 1531), 'GSM7', 11],
    ['80 euro signs', x('€', 80), 'GSM7', 1],
    ['81 euro signs', x('€', 81), 'GSM7', 2],
    ['152 euro signs', x('€', 152), 'GSM7', 2],
    ['153 euro signs', x('€', 153), 'GSM7', 3],
    ['an escape pair on the boundary', `${x('a', 152)}€${x('a', 152)}`, 'GSM7', 3],
    ['line ends', x('\r\n', 80), 'GSM7', 1],
    ['70 Cyrillic', x('я', 70), 'UCS2', 1],
    ['71 Cyrillic', x('я', 71), 'UCS2', 2],
    ['134 Cyrillic', x('я', 134), 'UCS2', 2],
    ['135 Cyrillic', x('я', 135), 'UCS2', 3],
    ['335 Cyrillic', x('я', 335), 'UCS2', 5],
    ['a surrogate pair on the boundary', `${x('я', 66)}😀${x('я', 66)}`, 'UCS2', 3],
    ['a surrogate pair before the boundary', `${x('я', 65)}😀${x('я', 67)}`, 'UCS2', 2],
    ['lone surrogates', x('\ud83d', 134), 'UCS2', 2],
    ['35 emoji', x('😀', 35), 'UCS2', 1],
    ['36 emoji', x('😀', 36), 'UCS2', 2],
    ['one backtick among Latin', `${x('a', 70)}\``, 'UCS2', 2],
    ['one quotation mark among Latin', `${x('a', 69)}«`, 'UCS2', 1],
  ])('%s', (_, text, encoding, parts) => {
    expect(segmentText(text)).toEqual({ encoding, parts });
    expect(countParts(text)).toBe(parts);
    expect(isGsm7(text)).toBe(encoding === 'GSM7');
  });

  // Networks split joined graphemes; the independent counter keeps them whole.
  test.each([
    ['a family emoji on the boundary', `${x('я', 61)}👨‍👩‍👧‍👦${x('я', 62)}`, 2, 3],
    ['a combining accent on the boundary', `${x('я', 66)}е\u0301${x('я', 66)}`, 2, 3],
    ['a flag on the boundary', `${x('я', 65)}🇷🇺${x('я', 65)}`, 2, 3],
  ])('differs from a counter of graphemes only on joined graphemes: %s', (_, text, ours, theirs) => {
    expect(countParts(text)).toBe(ours);
    expect(new SegmentedMessage(text).segmentsCount).toBe(theirs);
  });
});

describe('properties', () => {
  const latin = fc.constantFrom(...'abcXYZ019 .,!?@£$èØÅΔ_ÆßÉ#¤%&Ññüà'.split(''));
  const extended = fc.constantFrom(...'^{}\\[~]|€\f'.split(''));
  const cyrillic = fc.constantFrom(...'абвгдеЖЗИЙ№«»—ёЁ`ç\t'.split(''));
  const emoji = fc.constantFrom('😀', '🚀', '𝒳', '💧');
  const text = fc.oneof(
    fc.string({ unit: fc.oneof({ arbitrary: latin, weight: 6 }, extended), minLength: 0, maxLength: 480, size: 'max' }),
    fc.string({
      unit: fc.oneof({ arbitrary: cyrillic, weight: 6 }, latin, emoji, extended),
      maxLength: 220,
      size: 'max',
    }),
  );

  test('without joined graphemes the count equals that of an independent counter', () => {
    fc.assert(
      fc.property(text, (value) => {
        const theirs = new SegmentedMessage(value);
        expect(segmentText(value)).toEqual({
          encoding: theirs.encodingName === 'GSM-7' ? 'GSM7' : 'UCS2',
          parts: theirs.segmentsCount,
        });
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  test('the split has the counted number of parts, loses no character and breaks no pair', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary', maxLength: 300, size: 'max' })), (value) => {
        const { encoding, parts } = segmentText(value);
        const split = splitIntoParts(value);
        expect(split).toHaveLength(parts);
        expect(split.join('')).toBe(value);
        const lengthMax = { GSM7: [160, 153], UCS2: [70, 67] }[encoding][parts > 1 ? 1 : 0] ?? 0;
        for (const part of split) {
          const cost = (unit: number) => (encoding === 'GSM7' ? (SEPTETS_OF_UNIT[unit] ?? 0) : 1);
          const length = Array.from({ length: part.length }, (_, at) => cost(part.charCodeAt(at))).reduce(
            (sum, units) => sum + units,
            0,
          );
          expect(length).toBeLessThanOrEqual(lengthMax);
          if (value.isWellFormed()) expect(part.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  test('counting the parts of a Cyrillic text of 70 characters reads one character', () => {
    const { text: short, reads } = countedText('я'.repeat(70));
    expect(countParts(short)).toBe(1);
    expect(reads()).toBe(1);
  });

  test.each([
    ['Latin', 'a'],
    ['extended Latin', '€'],
    ['Cyrillic', 'я'],
    ['emoji', '😀'],
  ])('counting the parts of a text twice as long reads twice as many characters: %s', (_, letter) => {
    const readsOf = (length: number) => {
      const { text: long, reads } = countedText(letter.repeat(length));
      countParts(long);
      return reads();
    };
    const once = readsOf(10_000);
    expect(once).toBeLessThanOrEqual(10_000 * letter.length * 3);
    expect(readsOf(20_000)).toBeLessThanOrEqual(2 * once);
  });
});
