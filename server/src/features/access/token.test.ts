import { describe, expect, test } from 'vitest';
import { mintToken, readBearer } from './token.ts';

describe('partner tokens', () => {
  test('a token reads back to its own public id and digest, whatever the case of the scheme', () => {
    const { token, publicId, digest } = mintToken('partner');
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect(readBearer('partner', `${scheme} ${token}`)).toEqual({ publicId, digest });
    }
  });

  test('no two tokens are alike', () => {
    expect(new Set(Array.from({ length: 1000 }, () => mintToken('partner').publicId)).size).toBe(1000);
  });

  test('changing any one character makes a token unreadable or another token', () => {
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
  ])('%j is no token', (header) => {
    expect(readBearer('partner', header)).toBeUndefined();
  });

  test("a token of staff is none of a partner's, and the other way round", () => {
    expect(readBearer('partner', `Bearer ${mintToken('staff').token}`)).toBeUndefined();
    expect(readBearer('staff', `Bearer ${mintToken('partner').token}`)).toBeUndefined();
    const { token, publicId, digest } = mintToken('staff');
    expect(readBearer('staff', `Bearer ${token}`)).toEqual({ publicId, digest });
  });
});
