import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { KEY_ID_PATTERN, mintKeyId, mintKeyValue } from './api-key.ts';

test('a key value is the Base64 form of the key id and a password whose digest is stored', () => {
  const keyId = mintKeyId();
  const { value, digest } = mintKeyValue(keyId);
  const [id, password = ''] = Buffer.from(value, 'base64').toString().split(':');
  expect(id).toBe(keyId);
  expect(password).toMatch(/^[\w-]{43}$/);
  expect(createHash('sha256').update(password).digest().equals(digest)).toBe(true);
});

test('key ids are unique and never contain a colon', () => {
  const ids = Array.from({ length: 1000 }, mintKeyId);
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(new RegExp(KEY_ID_PATTERN));
});
