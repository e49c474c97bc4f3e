// Messaging API keys of the partner's own companies; keys of other partners are not found. A list of addresses without
// the caller's own address requires a confirmation.
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction, read, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isAllowed, parseNetwork } from './allowed-addresses.ts';
import type { ApiKey } from './api-key.ts';
import {
  allowAddresses,
  createKey,
  deactivateKey,
  type KeyDraft,
  listKeys,
  reissueKey,
  type ShownKey,
} from './api-keys.ts';
import { countActiveKeys, type KeyPlace, lockOwnCompany, selectKeyPlaces } from './partner-keys.sql.ts';

type Needs = Pick<Platform, 'db'>;
type Who = Pick<Actor, 'partnerId'>;
type Placed<Key> = Key & Omit<KeyPlace, 'keyId'>;

export type PartnerKey = Placed<ApiKey>;
export type ShownPartnerKey = Placed<ShownKey>;

/** `address`: the caller's. `confirmed`: the list may leave it out. */
export type AddressGuard = { readonly address: string; readonly confirmed: boolean };

const LISTED_MAX = 1_000;
const ACTIVE_MAX = 100;

export function listPartnerKeys(
  { db }: Needs,
  { partnerId }: Who,
  filter: { companyId?: number },
): Promise<PartnerKey[]> {
  return read(db, async (tx) => {
    const places = await selectKeyPlaces(tx, partnerId, filter, LISTED_MAX);
    const byId = new Map(places.map((place) => [place.keyId, place]));
    const keys = await listKeys(tx, { ...filter, keyIds: [...byId.keys()] });
    return keys.flatMap((key) => {
      const place = byId.get(key.keyId);
      return place === undefined ? [] : [{ ...key, ...place }];
    });
  });
}

export function createPartnerKey(
  { db }: Needs,
  { partnerId }: Who,
  draft: KeyDraft,
  guard: AddressGuard,
): Promise<ShownPartnerKey> {
  checkReach(draft.allowedAddresses, guard);
  return inTransaction(db, async (tx) => {
    const { companyId } = draft;
    if (!(await lockOwnCompany(tx, partnerId, companyId)))
      throw new Refusal('not-found', { kind: 'Company', id: companyId });
    if ((await countActiveKeys(tx, companyId)) >= ACTIVE_MAX)
      throw new Refusal('bad-request', { field: 'companyId', problem: `has ${ACTIVE_MAX} active keys already` });
    return placed(tx, partnerId, await createKey(tx, draft));
  });
}

export function reissuePartnerKey({ db }: Needs, { partnerId }: Who, keyId: string): Promise<ShownPartnerKey> {
  return inTransaction(db, async (tx) => {
    await checkOwn(tx, partnerId, keyId);
    return placed(tx, partnerId, await reissueKey(tx, keyId));
  });
}

export function deactivatePartnerKey({ db }: Needs, { partnerId }: Who, keyId: string): Promise<PartnerKey> {
  return inTransaction(db, async (tx) => {
    await checkOwn(tx, partnerId, keyId);
    return placed(tx, partnerId, await deactivateKey(tx, keyId));
  });
}

export function allowPartnerAddresses(
  { db }: Needs,
  { partnerId }: Who,
  { keyId, addresses }: { keyId: string; addresses: readonly string[] },
  guard: AddressGuard,
): Promise<PartnerKey> {
  checkReach(addresses, guard);
  return inTransaction(db, async (tx) => {
    await checkOwn(tx, partnerId, keyId);
    return placed(tx, partnerId, await allowAddresses(tx, keyId, addresses));
  });
}

/** Malformed addresses pass here: `createKey` and `allowAddresses` refuse them. */
function checkReach(addresses: readonly string[], { address, confirmed }: AddressGuard): void {
  const networks = addresses.map(parseNetwork).filter((network) => network !== undefined);
  if (confirmed || networks.length < addresses.length || isAllowed(networks, address)) return;
  throw new Refusal('conflict', { problem: 'the list must contain the address that you call from', address });
}

async function checkOwn(tx: Tx, partnerId: number, keyId: string): Promise<void> {
  const places = await selectKeyPlaces(tx, partnerId, { keyId }, 1);
  if (places.length === 0) throw new Refusal('not-found', { kind: 'Key', id: keyId });
}

async function placed<Key extends ApiKey>(tx: Tx, partnerId: number, key: Key): Promise<Placed<Key>> {
  const [place] = await selectKeyPlaces(tx, partnerId, { keyId: key.keyId }, 1);
  if (place === undefined) throw new Refusal('not-found', { kind: 'Key', id: key.keyId });
  const { companyName, trafficCenterName } = place;
  return { ...key, companyName, trafficCenterName };
}
