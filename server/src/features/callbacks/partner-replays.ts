// What a partner does about its callbacks: have them sent once more, try an address with an invented event, change the
// secret they are signed with.
import type { Actor } from '@volley/domain/actor.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { inTransaction, read, type Tx } from '../../platform/database.ts';
import { openTarget } from '../../platform/outbound-http.ts';
import type { Platform } from '../../platform/platform.ts';
import { getOwnCompany } from '../companies/find-company.ts';
import { callbackHeaders } from './callback-headers.ts';
import { selectAccess } from './deliveries.sql.ts';
import { findDelivery, findTarget } from './partner-deliveries.ts';
import { type ReplayRequest, replayCallbacks } from './replay-callbacks.ts';
import { findSigningKeys, listSecrets, rotateSecret, type ShownSecret, type SigningSecret } from './signing-secrets.ts';

type Needs = Pick<Platform, 'db'>;
type Who = Pick<Actor, 'partnerId'>;

export type PartnerReplay =
  | { readonly what: 'delivery'; readonly deliveryId: number }
  | Extract<ReplayRequest, { readonly what: 'message' | 'period' | 'failed' }>;

/** Returns how many events go out again; a dry run undoes all of it and only tells the number. */
export async function replayForPartner(
  platform: Pick<Platform, 'db' | 'bus'>,
  { partnerId }: Who,
  companyId: number,
  { request, dryRun }: { request: PartnerReplay; dryRun: boolean },
): Promise<number> {
  const counted = new DryRun();
  try {
    const events = await inTransaction(platform.db, async (tx) => {
      await getOwnCompany(tx, partnerId, companyId);
      if (request.what !== 'delivery' && request.endpointId !== undefined)
        await findTarget(tx, partnerId, request.endpointId);
      counted.events = await replayCallbacks(tx, companyId, await requestOf(tx, partnerId, companyId, request));
      if (dryRun) throw counted;
      return counted.events;
    });
    platform.bus.ring('notify');
    return events;
  } catch (error) {
    if (error === counted) return counted.events;
    throw error;
  }
}

class DryRun extends Error {
  events = 0;
}

async function requestOf(tx: Tx, partnerId: number, companyId: number, request: PartnerReplay): Promise<ReplayRequest> {
  if (request.what !== 'delivery') return request;
  const { deliveryId } = request;
  const delivery = await findDelivery(tx, partnerId, deliveryId);
  if (delivery.companyId !== companyId) throw new Refusal('not-found', { kind: 'Delivery', id: deliveryId });
  const { numbers, events, targetId } = delivery;
  if (numbers === null)
    throw new Refusal('bad-request', {
      field: 'deliveryId',
      problem: 'is of the partner API, whose events are not kept',
    });
  return { what: 'numbers', numbers, count: events, endpointId: targetId };
}

export type ExampleOutcome = {
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
  readonly response: string | null;
};

/** One request, now, to an address of the partner; it is not repeated and not in the log. */
export async function sendExample(
  { db, config, secrets }: Pick<Platform, 'db' | 'config' | 'secrets'>,
  { partnerId }: Who,
  targetId: number,
  { id, body }: { readonly id: string; readonly body: string },
): Promise<ExampleOutcome> {
  const { url, sealed, tlsChecked, signingKeys } = await read(db, async (tx) => {
    const target = await findTarget(tx, partnerId, targetId);
    const keys = await findSigningKeys(tx, secrets, [target.companyId]);
    const { sealed = null, tlsChecked = true } = (await selectAccess(tx, targetId)) ?? {};
    return { url: target.url, sealed, tlsChecked, signingKeys: keys.get(target.companyId) ?? [] };
  });
  const { origin, pathname, search } = new URL(url);
  const { callbackAllow: allow, callbackSourceAddress: sourceAddress } = config;
  const authorization = sealed === null ? undefined : `Basic ${Buffer.from(secrets.open(sealed)).toString('base64')}`;
  const headers = callbackHeaders({ authorization, signingKeys }, { id, attempt: 1, body });
  const target = openTarget(origin, { allow, sourceAddress, tlsChecked, connections: 1 });
  const startedAt = performance.now();
  try {
    const { status, text } = await target.post(`${pathname}${search}`, headers, body);
    return { status, error: null, response: text, ms: Math.round(performance.now() - startedAt) };
  } catch {
    // What exactly went wrong would tell about our network.
    return { status: null, error: 'unreachable', response: null, ms: Math.round(performance.now() - startedAt) };
  } finally {
    await target.close();
  }
}

export function listPartnerSecrets({ db }: Needs, { partnerId }: Who, companyId: number): Promise<SigningSecret[]> {
  return read(db, async (tx) => {
    await getOwnCompany(tx, partnerId, companyId);
    return listSecrets(tx, companyId);
  });
}

export function rotatePartnerSecret(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  { partnerId }: Who,
  companyId: number,
): Promise<ShownSecret> {
  return inTransaction(db, async (tx) => {
    await getOwnCompany(tx, partnerId, companyId);
    return rotateSecret(tx, secrets, companyId);
  });
}
