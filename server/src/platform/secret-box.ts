// Encryption of passwords at rest (callback credentials, operator links): AES-256-GCM under named keys. The first key
// seals and every key opens; to rotate, put a new key in front and seal all rows again. Values that are only compared
// are stored as a keyed hash (HMAC-SHA-256 under a key derived from the same ones).
import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export type SecretBox = {
  readonly currentKeyId: string;
  seal(plain: string): string;
  open(sealed: string): string;
  mac(plain: string): string;
  /** In constant time. */
  isMacOf(plain: string, mac: string): boolean;
};

const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createSecretBox(keys: readonly string[]): SecretBox {
  const byId = new Map(keys.map(parseKey));
  const current = byId.entries().next().value;
  const sealWith = () => current ?? fail('SECRET_KEYS is empty: a password cannot be stored');
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
      // A truncated tag is easier to guess, so the full length is enforced.
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

/** Derived, because the sealing key must not serve a second purpose. */
function macUnder(key: Buffer, plain: string): Buffer {
  const own = createHmac('sha256', key).update('keyed hashes').digest();
  return createHmac('sha256', own).update(plain).digest();
}

function parseKey(text: string, at: number): [string, Buffer] {
  const [id, encoded] = text.split(':');
  const key = Buffer.from(encoded ?? '', 'base64');
  if (id === undefined || !/^\w{1,16}$/.test(id) || key.length !== 32)
    fail(`SECRET_KEYS: key ${at + 1} must be id:base64, with an id of 1 to 16 letters or digits and 32 bytes`);
  return [id, key];
}

function fail(message: string): never {
  throw new Error(message);
}
