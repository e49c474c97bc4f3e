import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foreignCharacters, replaceForeign, transliterate } from './gsm7-replacement.ts';
import { isGsm7, segmentText, unitsLeft } from './text-segmentation.ts';

describe('characters outside the seven-bit alphabet', () => {
  test('are listed once each, with their replacement', () => {
    expect(foreignCharacters('«Sale» — minus 20 %… €5 😀 я')).toEqual([
      { character: '«', count: 1, replacement: '"', isCyrillic: false },
      { character: '»', count: 1, replacement: '"', isCyrillic: false },
      { character: '—', count: 1, replacement: '-', isCyrillic: false },
      { character: '…', count: 1, replacement: '...', isCyrillic: false },
      { character: '😀', count: 1, replacement: undefined, isCyrillic: false },
      { character: 'я', count: 1, replacement: undefined, isCyrillic: true },
    ]);
  });

  test('are replaced one by one or all together', () => {
    expect(replaceForeign('«a» — b', '—')).toBe('«a» - b');
    expect(replaceForeign('«a» — b')).toBe('"a" - b');
  });

  test('are all replaced if a replacement exists, and a 7-bit text stays unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foreignCharacters(replaceForeign(text)).filter(({ replacement }) => replacement !== undefined)).toEqual(
          [],
        );
        if (isGsm7(text)) expect(replaceForeign(text)).toBe(text);
      }),
    );
  });

  test('do not remain after transliteration of Russian, and placeholders keep their names', () => {
    expect(transliterate('Щука, ёж и {Имя} — «Юля»')).toBe('Shchuka, ezh i {Имя} - "Yulya"');
    expect(isGsm7(transliterate('Съешь ещё этих мягких французских булок, да выпей чаю № 1'))).toBe(true);
  });
});

describe('units left in a part', () => {
  test.each([
    ['', 160],
    ['a'.repeat(160), 0],
    ['a'.repeat(161), 153 * 2 - 161],
    ['€', 158],
    ['я', 69],
    ['я'.repeat(70), 0],
    ['я'.repeat(71), 67 * 2 - 71],
  ])('%s', (text, left) => expect(unitsLeft(text)).toBe(left));

  test('fit into the part, and one more unit does not', () => {
    fc.assert(
      fc.property(fc.constantFrom('a', 'я', '€', 'a€', '😀я'), fc.integer({ min: 1, max: 400 }), (unit, times) => {
        const text = unit.repeat(times);
        const { encoding, parts } = segmentText(text);
        const filler = encoding === 'GSM7' ? 'a' : 'я';
        expect(segmentText(text + filler.repeat(unitsLeft(text))).parts).toBe(parts);
        expect(segmentText(text + filler.repeat(unitsLeft(text) + 1)).parts).toBe(parts + 1);
      }),
    );
  });
});
