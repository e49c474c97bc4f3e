// Creation and deactivation of messaging API keys by staff and partners. The caller opens the transaction. A value is
// shown once, on creation.
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Tx } from '../../platform/database/database.ts';
import { parseNetwork } from './allowed-addresses.ts';
import { type ApiKey, mintKeyId, mintKeyValue } from './api-key.ts';
import { insertKey, replaceDigest, selectKeys, updateKey } from './api-keys.sql.ts';

/** `trafficCenterId` must belong to the company; absent: the default center. */
export type KeyDraft = Pick<ApiKey, 'companyId' | 'name' | 'type' | 'allowedAddresses'> & {
  readonly trafficCenterId?: number;
};
export type ShownKey = ApiKey & { readonly value: string };

export async function createKey(tx: Tx, draft: KeyDraft): Promise<ShownKey> {
  const keyId = mintKeyId();
  const { value, ...kept } = mintKeyValue(keyId);
  const allowedAddresses = draft.allowedAddresses.map(networkOf);
  const key = await insertKey(tx, { ...draft, ...kept, allowedAddresses, keyId });
  if (key === undefined) throw new Refusal('not-found', { kind: 'Company', id: draft.companyId });
  return { ...key, value };
}

export const listKeys = selectKeys;

/** The old value is invalid from COMMIT on; for an overlap create a second key first. */
export async function reissueKey(tx: Tx, keyId: string): Promise<ShownKey> {
  const { value, ...kept } = mintKeyValue(keyId);
  return { ...known(await replaceDigest(tx, keyId, kept), keyId), value };
}

export async function deactivateKey(tx: Tx, keyId: string): Promise<ApiKey> {
  return known(await updateKey(tx, keyId, { status: 'INACTIVE' }), keyId);
}

/** An empty list allows every address. */
export async function allowAddresses(tx: Tx, keyId: string, addresses: readonly string[]): Promise<ApiKey> {
  return known(await updateKey(tx, keyId, { allowedAddresses: addresses.map(networkOf) }), keyId);
}

/** PostgreSQL clears the bits beyond the prefix. */
function networkOf(text: string): string {
  const network = parseNetwork(text);
  if (network === undefined) {
    throw new Refusal('bad-request', {
      field: 'allowedAddresses',
      problem: 'must be addresses or ranges like 10.0.0.0/8',
    });
  }
  return network;
}

function known(key: ApiKey | undefined, keyId: string): ApiKey {
  if (key === undefined) throw new Refusal('not-found', { kind: 'Key', id: keyId });
  return key;
}
