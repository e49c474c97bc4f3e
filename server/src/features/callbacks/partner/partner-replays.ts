// Callback actions of a partner: replay events, send an example to a target, rotate the signing secret.
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { inTransaction, read, type Tx } from '../../../platform/database/database.ts';
import { openTarget } from '../../../platform/http/outbound-http.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getOwnCompany } from '../../companies/find-company.ts';
import { selectAccess } from '../feed/deliveries.sql.ts';
import { type ReplayRequest, replayCallbacks } from '../feed/replay-events.ts';
import { callbackHeaders } from '../targets/callback-headers.ts';
import {
  findSigningKeys,
  listSecrets,
  rotateSecret,
  type ShownSecret,
  type SigningSecret,
} from '../targets/signing-secrets.ts';
import { findDelivery, findTarget } from './partner-deliveries.ts';

type Needs = Pick<Platform, 'db'>;
type Who = Pick<Actor, 'partnerId'>;

export type PartnerReplay =
  | { readonly what: 'delivery'; readonly deliveryId: number }
  | Extract<ReplayRequest, { readonly what: 'message' | 'period' | 'failed' }>;

/** Returns the number of replayed events. A dry run counts them and rolls back. */
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
    platform.bus.wake('notify');
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
      problem: 'belongs to the partner API, whose events are not stored',
    });
  return { what: 'numbers', numbers, count: events, endpointId: targetId };
}

export type ExampleOutcome = {
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
  readonly response: string | null;
};

/** Sends one request now. It is neither repeated nor logged. */
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
    // The exact error would reveal details of our network.
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
