// Keys of the messaging API as staff make and end them; the transaction is the caller's. A value is shown once,
// when it is made.
import { isIP } from 'node:net';
import { Refusal } from '@volley/domain/refusal.ts';
import type { Tx } from '../../platform/database.ts';
import { type ApiKey, mintKeyId, mintKeyValue } from './api-key.ts';
import { insertKey, replaceDigest, selectKeys, updateKey } from './api-keys.sql.ts';

export type KeyDraft = Pick<ApiKey, 'companyId' | 'name' | 'type' | 'allowedAddresses'>;
export type ShownKey = ApiKey & { readonly value: string };

export async function createKey(tx: Tx, draft: KeyDraft): Promise<ShownKey> {
  const keyId = mintKeyId();
  const { value, digest } = mintKeyValue(keyId);
  const allowedAddresses = draft.allowedAddresses.map(networkOf);
  const key = await insertKey(tx, { ...draft, allowedAddresses, keyId, digest });
  if (key === undefined) throw new Refusal('not-found', { kind: 'Company', id: draft.companyId });
  return { ...key, value };
}

export const listKeys = selectKeys;

/** The old value stops with this transaction; who needs an overlap makes a second key first. */
export async function reissueKey(tx: Tx, keyId: string): Promise<ShownKey> {
  const { value, digest } = mintKeyValue(keyId);
  return { ...known(await replaceDigest(tx, keyId, digest), keyId), value };
}

export async function deactivateKey(tx: Tx, keyId: string): Promise<ApiKey> {
  return known(await updateKey(tx, keyId, { status: 'INACTIVE' }), keyId);
}

/** An empty list restricts nothing. */
export async function allowAddresses(tx: Tx, keyId: string, addresses: readonly string[]): Promise<ApiKey> {
  return known(await updateKey(tx, keyId, { allowedAddresses: addresses.map(networkOf) }), keyId);
}

/** A single address or a range; the database cuts off the bits beyond the prefix. */
function networkOf(text: string): string {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  const bits = family === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : Number(prefix);
  const isRange = rest.length === 0 && (prefix === undefined || /^\d{1,3}$/.test(prefix)) && length <= bits;
  if (family === 0 || !isRange || address.includes('%')) {
    throw new Refusal('bad-request', {
      field: 'allowedAddresses',
      problem: 'must be addresses or ranges like 10.0.0.0/8',
    });
  }
  return `${address}/${length}`;
}

function known(key: ApiKey | undefined, keyId: string): ApiKey {
  if (key === undefined) throw new Refusal('not-found', { kind: 'Key', id: keyId });
  return key;
}
