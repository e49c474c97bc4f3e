import { read } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiKey } from '../access/api-key.ts';
import {
  allowAddresses,
  createKey,
  deactivateKey,
  type KeyDraft,
  listKeys,
  reissueKey,
  type ShownKey,
} from '../access/api-keys.ts';
import { getCenter } from '../traffic-centers/traffic-centers.ts';
import { changeAs, type Who } from './staff-actions.ts';

type Needs = Pick<Platform, 'db'>;

export function createKeyAs(platform: Needs, who: Who, draft: KeyDraft): Promise<ShownKey> {
  return changeAs(platform, who, async (tx) => {
    if (draft.trafficCenterId !== undefined) await getCenter(tx, draft.companyId, draft.trafficCenterId);
    const reply = await createKey(tx, draft);
    const { companyId, type, trafficCenterId, allowedAddresses } = reply;
    const details = { companyId, type, trafficCenterId, allowedAddresses };
    return { action: 'key.create', subject: { kind: 'key', id: reply.keyId }, details, reply };
  });
}

export function listKeysAs({ db }: Needs, filter: { companyId?: number }): Promise<ApiKey[]> {
  return read(db, (tx) => listKeys(tx, filter));
}

export function deactivateKeyAs(platform: Needs, who: Who, keyId: string): Promise<ApiKey> {
  return changeAs(platform, who, async (tx) => ({
    action: 'key.deactivate',
    subject: { kind: 'key', id: keyId },
    reply: await deactivateKey(tx, keyId),
  }));
}

export function reissueKeyAs(platform: Needs, who: Who, keyId: string): Promise<ShownKey> {
  return changeAs(platform, who, async (tx) => ({
    action: 'key.reissue',
    subject: { kind: 'key', id: keyId },
    reply: await reissueKey(tx, keyId),
  }));
}

export function allowAddressesAs(platform: Needs, who: Who, keyId: string, addresses: readonly string[]) {
  return changeAs(platform, who, async (tx) => {
    const reply = await allowAddresses(tx, keyId, addresses);
    const details = { allowedAddresses: reply.allowedAddresses };
    return { action: 'key.addresses', subject: { kind: 'key', id: keyId }, details, reply };
  });
}
