import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { challengeText, hasZeroBits, parseProof, saltOf, workText } from './proof-of-work.ts';

test('zero bits are counted as in the binary form of the digest', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 32 }),
      fc.nat({ max: 24 }),
      fc.nat({ max: 260 }),
      (tail, zeros, bits) => {
        const digest = Uint8Array.from([...new Uint8Array(zeros), ...tail]).subarray(0, 32);
        const binary = [...digest].map((byte) => byte.toString(2).padStart(8, '0')).join('');
        expect(hasZeroBits(digest, bits)).toBe(bits <= binary.length && !binary.slice(0, bits).includes('1'));
      },
    ),
  );
});

test('a found number has the zero bits of its salt', () => {
  const salt = saltOf(8, 'A'.repeat(22));
  const digestOf = (n: number) =>
    createHash('sha256')
      .update(workText(salt, String(n)))
      .digest();
  let n = 0;
  while (!hasZeroBits(digestOf(n), 8)) n += 1;
  expect(digestOf(n)[0]).toBe(0);
});

describe('a token', () => {
  const salt = saltOf(16, 'abcdefghijklmnopqrst_-');

  test('is parsed into its parts, with a signature that contains a dot', () => {
    expect(parseProof(`pow.${salt}.4711.1700000000.key1.AbC-_9`)).toEqual({
      salt,
      bits: 16,
      n: '4711',
      expires: 1_700_000_000,
      signature: 'key1.AbC-_9',
    });
  });

  test.each([
    'pass',
    `pow.${salt}.4711.1700000000.`,
    `pow.${salt}.-1.1700000000.x`,
    `pow.${salt}.1e3.1700000000.x`,
    `pow.16-short.1.1700000000.x`,
    `pow.${salt}.1.1700000000.a b`,
    `pow.${salt}x.1.1700000000.x`,
    ` pow.${salt}.1.1700000000.x`,
    '',
  ])('of another form is refused: %s', (token) => {
    expect(parseProof(token)).toBeUndefined();
  });

  test('never throws on any text', () => {
    fc.assert(fc.property(fc.string(), (text) => parseProof(`pow.${text}`) === undefined || text.includes('.')));
  });
});

test('the signed text differs for every number, widget, block, salt and expiry', () => {
  const part = fc.stringMatching(/^[\w:.-]{1,20}$/);
  const facts = fc.record({ salt: part, expires: fc.nat(), widgetId: part, destination: part, block: part });
  fc.assert(
    fc.property(facts, facts, (one, two) => {
      expect(challengeText(one, one) === challengeText(two, two)).toBe(JSON.stringify(one) === JSON.stringify(two));
    }),
  );
});
