import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeGsm7, encodeGsm7, SEPTETS_OF_UNIT } from './gsm7.ts';

const alphabet = Array.from({ length: 65_536 }, (_, unit) => unit).filter((unit) => SEPTETS_OF_UNIT[unit]);

describe('the alphabet', () => {
  test('has 127 basic and 10 extension characters', () => {
    expect(alphabet.filter((unit) => SEPTETS_OF_UNIT[unit] === 1)).toHaveLength(127);
    expect(alphabet.filter((unit) => SEPTETS_OF_UNIT[unit] === 2)).toHaveLength(10);
  });

  test.each('`ç\t\u00a0“”«»—№яЯ\u001b'.split(''))('does not contain %j', (char) => {
    expect(SEPTETS_OF_UNIT[char.charCodeAt(0)]).toBe(0);
    expect(() => encodeGsm7(char)).toThrow(RangeError);
  });

  test.each([
    ['@', [0x00]],
    ['$', [0x02]],
    ['\n', [0x0a]],
    ['\r', [0x0d]],
    ['Δ', [0x10]],
    ['_', [0x11]],
    ['Ξ', [0x1a]],
    ['Æ', [0x1c]],
    [' ', [0x20]],
    ['¤', [0x24]],
    ['0', [0x30]],
    ['¡', [0x40]],
    ['A', [0x41]],
    ['Z', [0x5a]],
    ['§', [0x5f]],
    ['¿', [0x60]],
    ['a', [0x61]],
    ['à', [0x7f]],
    ['\f', [0x1b, 0x0a]],
    ['^', [0x1b, 0x14]],
    ['{', [0x1b, 0x28]],
    ['}', [0x1b, 0x29]],
    ['\\', [0x1b, 0x2f]],
    ['[', [0x1b, 0x3c]],
    ['~', [0x1b, 0x3d]],
    [']', [0x1b, 0x3e]],
    ['|', [0x1b, 0x40]],
    ['€', [0x1b, 0x65]],
  ])('writes %j as %j', (char, septets) => {
    expect([...encodeGsm7(char)]).toEqual(septets);
  });

  test('decodes every encoded text to the same text', () => {
    const char = fc.constantFrom(...alphabet.map((unit) => String.fromCharCode(unit)));
    fc.assert(
      fc.property(fc.string({ unit: char, maxLength: 400, size: 'max' }), (text) => {
        expect(decodeGsm7(encodeGsm7(text))).toBe(text);
      }),
    );
  });
});

describe('septets from networks', () => {
  test.each([
    ['an unknown extension shows the basic character', [0x1b, 0x41], 'A'],
    ['a lone escape is a space', [0x61, 0x1b], 'a '],
    ['a double escape is a space', [0x1b, 0x1b, 0x61], ' a'],
    ['an octet above 127 is replaced', [0x61, 0x80, 0x62], 'a\ufffdb'],
    ['an escaped octet above 127 is replaced', [0x1b, 0xff], '\ufffd'],
  ])('%s', (_, octets, text) => {
    expect(decodeGsm7(Uint8Array.from(octets))).toBe(text);
  });

  test('decoding throws for no octets', () => {
    fc.assert(fc.property(fc.uint8Array(), (octets) => decodeGsm7(octets).length <= octets.length));
  });
});
