import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSolution, solve } from './pow.ts';
import { sha256 } from './sha256.ts';

const hex = (words: Int32Array): string =>
  [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');

test('SHA-256 agrees with the one of Node for every ASCII text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 300 }), (text) => {
      expect(hex(sha256(text))).toBe(createHash('sha256').update(text).digest('hex'));
    }),
  );
});

test('SHA-256 agrees at the borders of its blocks', () => {
  for (let length = 50; length < 130; length += 1) {
    const text = 'a'.repeat(length);
    expect(hex(sha256(text))).toBe(createHash('sha256').update(text).digest('hex'));
  }
});

test('a solution begins with the wanted zero bits', async () => {
  const challenge = { salt: 'c2FsdA', bits: 12, expires: 1_900_000_000, signature: 'c2ln' };
  const shares: number[] = [];
  const pace = {
    clock: () => performance.now(),
    isStopped: () => false,
    progress: (share: number) => shares.push(share),
  };
  const token = await solve(challenge, { ...pace, pause: () => Promise.resolve() });
  const [kind, salt, n, expires, signature] = token?.split('.') ?? [];
  expect([kind, salt, expires, signature]).toEqual(['pow', 'c2FsdA', '1900000000', 'c2ln']);
  const digest = createHash('sha256').update(`${salt}.${n}`).digest();
  expect(digest.readUInt32BE() >>> 20).toBe(0);
  expect(shares.every((share) => share >= 0 && share < 1)).toBe(true);
});

test('a number is a solution exactly if its hash says so', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w-]{1,40}$/), fc.nat(), fc.nat({ max: 20 }), (salt, n, bits) => {
      const first = createHash('sha256').update(`${salt}.${n}`).digest().readUInt32BE();
      expect(isSolution(salt, n, bits)).toBe(Math.clz32(first) >= bits);
    }),
  );
});

test('a stopped proof has no token', async () => {
  const challenge = { salt: 'salt', bits: 32, expires: 1, signature: 'x' };
  let time = 0;
  const clock = () => (time += 10);
  const pace = { clock, isStopped: () => time > 100, progress: () => undefined, pause: () => Promise.resolve() };
  expect(await solve(challenge, pace)).toBeUndefined();
});
