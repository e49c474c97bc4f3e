// Format of a messaging API key: Base64 of `id:password`, so that it can follow `Basic` unchanged. The id finds the
// row, the password proves it. Only a digest of the password is stored: 256 random bits need no slow hash.
import { createHash, randomBytes } from 'node:crypto';
import type { KeyType } from '@volley/domain/people/key-type.ts';

const KEY_ID_BYTES = 9;
const PASSWORD_BYTES = 32;

export const KEY_ID_PATTERN = '^[\\w-]{12}$';

export type ApiKey = {
  readonly keyId: string;
  readonly companyId: number;
  readonly trafficCenterId: number;
  readonly name: string;
  readonly type: KeyType;
  readonly allowedAddresses: readonly string[];
  readonly status: 'ACTIVE' | 'INACTIVE';
  readonly createdAt: Date;
  /** Last four characters of the current value; null for values of earlier versions. */
  readonly lastFour: string | null;
  readonly lastUsedAt: Date | null;
  readonly lastUsedAddress: string | null;
  /** Method and route of the last request. */
  readonly lastUsedRoute: string | null;
};

/** Every value of a key begins with its id in Base64. */
export function keyPrefix(keyId: string): string {
  return Buffer.from(keyId).toString('base64');
}

export function mintKeyId(): string {
  return randomBytes(KEY_ID_BYTES).toString('base64url');
}

/** `value` is shown once; digest and last four characters are stored. */
export function mintKeyValue(keyId: string): { value: string; digest: Buffer; lastFour: string } {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const digest = digestOf(password);
  const value = Buffer.from(`${keyId}:${password}`).toString('base64');
  return { value, digest, lastFour: value.slice(-4) };
}

export type PresentedKey = { readonly scheme: 'basic' | 'bearer'; readonly keyId: string; readonly digest: Buffer };

/** The key after `Basic` or `Bearer`; undefined if the header does not have the format of a key. */
export function readKeyValue(authorization: string | undefined): PresentedKey | undefined {
  const [, scheme, value] = /^(basic|bearer) +([\w+/-]+={0,2}) *$/i.exec(authorization ?? '') ?? [];
  if (scheme === undefined || value === undefined) return undefined;
  const [, keyId, password] = /^([\w-]{12}):(.*)$/s.exec(Buffer.from(value, 'base64').toString()) ?? [];
  if (keyId === undefined || password === undefined) return undefined;
  return { scheme: scheme.toLowerCase() === 'basic' ? 'basic' : 'bearer', keyId, digest: digestOf(password) };
}

function digestOf(password: string): Buffer {
  return createHash('sha256').update(password).digest();
}
