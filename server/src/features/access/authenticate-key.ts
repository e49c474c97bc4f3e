// Authentication by key. Reads the row at every request, without a cache, so a reissue or deactivation takes effect at
// once in every process. Order of checks: key, address, type.
import { timingSafeEqual } from 'node:crypto';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import type { KeyType } from '@volley/domain/people/key-type.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import type { Platform } from '../../platform/platform.ts';
import { isAllowed } from './allowed-addresses.ts';
import { type PresentedKey, readKeyValue } from './api-key.ts';
import { findKey, type KeyRow } from './api-keys.sql.ts';

type Caller = {
  readonly authorization: string | undefined;
  readonly address: string;
  /** Receives the holder of the key before the checks, so that a refusal can be logged for it. */
  readonly onFound?: (holder: KeyActor) => void;
};

export async function authenticateKey({ db }: Pick<Platform, 'db'>, caller: Caller): Promise<KeyActor> {
  const presented = readKeyValue(caller.authorization);
  if (presented === undefined) throw new Refusal('not-authenticated');
  const stored = await findKey(db, presented.keyId);
  if (stored?.active) caller.onFound?.(holderOf(stored));
  checkValue(stored, presented);
  if (!isAllowed(stored.allowedAddresses, caller.address)) throw new Refusal('address-not-allowed');
  return holderOf(stored);
}

function holderOf({ keyId, type, companyId, partnerId, currency, trafficCenterId }: KeyRow): KeyActor {
  return { kind: 'key', keyId, type, companyId, partnerId, currency, trafficCenterId };
}

/** `allowed` undefined: the endpoint accepts every key type. */
export function checkKeyType({ type }: KeyActor, allowed: readonly KeyType[] | undefined): void {
  if (allowed !== undefined && !allowed.includes(type)) throw new Refusal('access-denied');
}

/** Only a Basic pair has an id and a password; a wrong Bearer value is an unknown key. */
function checkValue(stored: KeyRow | undefined, presented: PresentedKey): asserts stored is KeyRow {
  if (!stored?.active) throw new Refusal('not-authenticated');
  if (timingSafeEqual(stored.digest, presented.digest)) return;
  const isSuperseded = stored.supersededDigests.some((digest) => timingSafeEqual(digest, presented.digest));
  throw new Refusal(presented.scheme === 'bearer' || isSuperseded ? 'not-authenticated' : 'bad-credentials');
}
