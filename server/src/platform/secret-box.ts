// Passwords at rest (callback credentials, operator links): AES-256-GCM under named keys. The first key
// seals, every key opens, so a key is replaced by putting a new one in front and sealing all rows again. What
// is only ever compared is kept as a keyed hash (HMAC-SHA-256 under a key derived from the same ones).
import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export type SecretBox = {
  readonly currentKeyId: string;
  seal(plain: string): string;
  open(sealed: string): string;
  mac(plain: string): string;
  /** Takes the same time wherever they differ. */
  isMacOf(plain: string, mac: string): boolean;
};

const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createSecretBox(keys: readonly string[]): SecretBox {
  const byId = new Map(keys.map(parseKey));
  const current = byId.entries().next().value;
  const sealWith = () => current ?? fail('SECRET_KEYS is empty: a password cannot be kept');
  return {
    currentKeyId: current?.[0] ?? '',
    seal: (plain) => {
      const [id, key] = sealWith();
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open: (sealed) => {
      const [id = '', body = ''] = sealed.split('.');
      const key = byId.get(id) ?? fail(`no key "${id}" in SECRET_KEYS`);
      const bytes = Buffer.from(body, 'base64url');
      // A tag cut short would be easier to guess, so only the whole one is accepted.
      const iv = bytes.subarray(0, IV_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    },
    mac: (plain) => {
      const [id, key] = sealWith();
      return `${id}.${macUnder(key, plain).toString('base64url')}`;
    },
    isMacOf: (plain, mac) => {
      const [id = '', body = ''] = mac.split('.');
      const key = byId.get(id) ?? fail(`no key "${id}" in SECRET_KEYS`);
      const given = Buffer.from(body, 'base64url');
      const right = macUnder(key, plain);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

/** Never the key that seals itself: one key, one purpose. */
function macUnder(key: Buffer, plain: string): Buffer {
  const own = createHmac('sha256', key).update('keyed hashes').digest();
  return createHmac('sha256', own).update(plain).digest();
}

function parseKey(text: string): [string, Buffer] {
  const [id, encoded] = text.split(':');
  const key = Buffer.from(encoded ?? '', 'base64');
  if (id === undefined || !/^\w{1,16}$/.test(id) || key.length !== 32)
    fail('SECRET_KEYS: each key is id:base64 of 32 bytes');
  return [id, key];
}

function fail(message: string): never {
  throw new Error(message);
}
