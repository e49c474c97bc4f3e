import { expect, test } from 'vitest';
import { isSameSignature, signBareBody, signBody } from './body-signature.ts';

test('signBody and signBareBody equal other implementations of HMAC-SHA256', () => {
  // printf '%s' '1800000000.{"a":1}' | openssl dgst -sha256 -hmac secret
  expect(signBody('secret', '1800000000', '{"a":1}')).toBe(signBareBody('secret', '1800000000.{"a":1}'));
  // RFC 4231, test case 2.
  expect(signBareBody('Jefe', 'what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

test('isSameSignature accepts only the complete, correct signature', () => {
  const signature = signBody('secret', '1', 'body');
  expect(isSameSignature(signature, signature)).toBe(true);
  expect(isSameSignature(signature.slice(1), signature)).toBe(false);
  expect(isSameSignature('', signature)).toBe(false);
  expect(isSameSignature(signBody('secret', '2', 'body'), signature)).toBe(false);
  expect(isSameSignature(signBody('other', '1', 'body'), signature)).toBe(false);
  expect(isSameSignature(signBody('secret', '1', 'Body'), signature)).toBe(false);
});
