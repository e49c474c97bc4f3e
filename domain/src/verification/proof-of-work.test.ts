import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { challengeText, difficulty, hasZeroBits, parseProof, saltOf, workText } from './proof-of-work.ts';

describe('the difficulty', () => {
  test.each([
    [0, 0, 15],
    [60, 0, 15],
    [61, 0, 16],
    [120, 0, 16],
    [121, 0, 17],
    [960, 0, 19],
    [100_000, 0, 19],
    [0, 1, 16],
    [0, 3, 18],
    [0, 7, 22],
    [0, 100, 22],
    [100_000, 2, 21],
    [100_000, 9, 22],
  ])('with %i challenges per minute and %i earlier tries is %i bits', (perMinute, earlierTries, bits) => {
    expect(difficulty({ perMinute, earlierTries })).toBe(bits);
  });

  test('grows with load and tries, from 15 to 22 bits', () => {
    const count = fc.nat({ max: 1_000_000 });
    fc.assert(
      fc.property(count, count, count, (perMinute, earlierTries, more) => {
        const bits = difficulty({ perMinute, earlierTries });
        expect(bits).toBeGreaterThanOrEqual(15);
        expect(bits).toBeLessThanOrEqual(22);
        expect(difficulty({ perMinute: perMinute + more, earlierTries })).toBeGreaterThanOrEqual(bits);
        expect(difficulty({ perMinute, earlierTries: earlierTries + more })).toBeGreaterThanOrEqual(bits);
      }),
    );
  });
});

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

test('the signed text differs for every widget, block, salt and expiry', () => {
  const part = fc.stringMatching(/^[\w:.-]{1,20}$/);
  const facts = fc.record({ salt: part, expires: fc.nat(), widgetId: part, block: part });
  fc.assert(
    fc.property(facts, facts, (one, two) => {
      const isSame = JSON.stringify(one) === JSON.stringify(two);
      const [first, second] = [one, two].map(({ widgetId, block, ...rest }) => challengeText(rest, widgetId, block));
      expect(first === second).toBe(isSame);
    }),
  );
});
