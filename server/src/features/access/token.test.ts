import { describe, expect, test } from 'vitest';
import { mintToken, readBearer } from './token.ts';

describe('partner tokens', () => {
  test('a token reads back to its own public id and digest, whatever the case of the scheme', () => {
    const { token, publicId, digest } = mintToken();
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect(readBearer(`${scheme} ${token}`)).toEqual({ publicId, digest });
    }
  });

  test('no two tokens are alike', () => {
    expect(new Set(Array.from({ length: 1000 }, () => mintToken().publicId)).size).toBe(1000);
  });

  test('changing any one character makes a token unreadable or another token', () => {
    const { token, digest } = mintToken();
    for (let at = 0; at < token.length; at += 1) {
      const other = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1);
      expect(readBearer(`Bearer ${other}`)?.digest.equals(digest) ?? false).toBe(false);
    }
  });

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    `Basic ${mintToken().token}`,
    mintToken().token,
    `Bearer ${mintToken().token} x`,
  ])('%j is no token', (header) => {
    expect(readBearer(header)).toBeUndefined();
  });
});
