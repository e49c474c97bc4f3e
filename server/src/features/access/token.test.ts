import { describe, expect, test } from 'vitest';
import { mintToken, readBearer } from './token.ts';

describe('partner tokens', () => {
  test('readBearer returns public id and digest of a token for every case of the scheme', () => {
    const { token, publicId, digest } = mintToken('partner');
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect(readBearer('partner', `${scheme} ${token}`)).toEqual({ publicId, digest });
    }
  });

  test('tokens are unique', () => {
    expect(new Set(Array.from({ length: 1000 }, () => mintToken('partner').publicId)).size).toBe(1000);
  });

  test('a token with one changed character never has the digest of the original', () => {
    const { token, digest } = mintToken('partner');
    for (let at = 0; at < token.length; at += 1) {
      const other = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1);
      expect(readBearer('partner', `Bearer ${other}`)?.digest.equals(digest) ?? false).toBe(false);
    }
  });

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    `Basic ${mintToken('partner').token}`,
    mintToken('partner').token,
    `Bearer ${mintToken('partner').token} x`,
  ])('readBearer refuses the header %j', (header) => {
    expect(readBearer('partner', header)).toBeUndefined();
  });

  test('readBearer refuses staff tokens for partners and partner tokens for staff', () => {
    expect(readBearer('partner', `Bearer ${mintToken('staff').token}`)).toBeUndefined();
    expect(readBearer('staff', `Bearer ${mintToken('partner').token}`)).toBeUndefined();
    const { token, publicId, digest } = mintToken('staff');
    expect(readBearer('staff', `Bearer ${token}`)).toEqual({ publicId, digest });
  });
});
