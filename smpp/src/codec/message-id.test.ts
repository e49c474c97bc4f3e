import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeMessageId } from './message-id.ts';

test.each([
  ['as-is', ' 00AB ', '00AB'],
  ['without-leading-zeros', '00001234', '1234'],
  ['without-leading-zeros', '000ABC', 'abc'],
  ['without-leading-zeros', '0000', '0'],
  ['without-leading-zeros', '00-11', '00-11'],
  ['hex-to-decimal', '000000FF', '255'],
  ['hex-to-decimal', 'ffffffffffffffff', '18446744073709551615'],
  ['hex-to-decimal', 'not-hex', 'not-hex'],
  ['decimal-to-hex', '0255', 'ff'],
  ['decimal-to-hex', '12AB', '12AB'],
  ['decimal-to-hex', '', ''],
] as const)('%s of "%s" is "%s"', (form, id, expected) => {
  expect(normalizeMessageId(id, form)).toBe(expected);
});

test('a hexadecimal answer and a decimal receipt normalize to the same key, padded or not', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n }), fc.nat(30), (id, width) => {
      const decimal = id.toString().padStart(width, '0');
      const hexadecimal = id.toString(16).toUpperCase().padStart(width, '0');
      const plainDecimal = normalizeMessageId(decimal, 'without-leading-zeros');
      const plainHex = normalizeMessageId(hexadecimal, 'without-leading-zeros');
      expect(normalizeMessageId(hexadecimal, 'hex-to-decimal')).toBe(plainDecimal);
      expect(normalizeMessageId(decimal, 'decimal-to-hex')).toBe(plainHex);
    }),
  );
});
