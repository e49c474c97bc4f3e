import type { KeyActor } from '@volley/domain/people/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { findKey } from './api-keys.sql.ts';

/** The account of a key that the service uses itself; undefined if the key or its account is inactive. */
export async function findKeyHolder({ db }: Pick<Platform, 'db'>, keyId: string): Promise<KeyActor | undefined> {
  const key = await findKey(db, keyId);
  if (!key?.active) return undefined;
  const { type, companyId, partnerId, currency, trafficCenterId } = key;
  return { kind: 'key', keyId, type, companyId, partnerId, currency, trafficCenterId };
}
