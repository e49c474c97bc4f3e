// Callbacks in the partner console: targets with their health, the log of requests, one request in full.
import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { CALLBACK_REPEATS_MAX } from '@volley/domain/sending/callback-plan.ts';
import { read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  type AttemptOfDelivery,
  type DeliveryFilter,
  type DeliveryRow,
  type HourRow,
  selectAttemptsOf,
  selectDeliveries,
  selectHours,
  selectTargets,
  type TargetRow,
} from '../feed/deliveries.sql.ts';
import { isWithin, readRanges } from '../feed/number-ranges.ts';
import { type NumberedEvent, numbered } from '../feed/read-feed.ts';
import { CALLBACK_AGENT } from '../targets/callback-headers.ts';
import { listSecrets } from '../targets/signing-secrets.ts';
import { selectByNumbers } from './partner-replays.sql.ts';

type Needs = Pick<Platform, 'db'>;
type Who = Pick<Actor, 'partnerId'>;

const TARGETS_MAX = 200;
const ATTEMPTS_MAX = 300;
const HOURS = 24;
const HOUR_MS = 3_600_000;

export type Target = TargetRow & { readonly hours: readonly Omit<HourRow, 'targetId'>[] };

export function listTargets({ db }: Needs, { partnerId }: Who, companyId: number | undefined): Promise<Target[]> {
  return read(db, async (tx) => {
    const targets = await selectTargets(tx, partnerId, { companyId }, TARGETS_MAX);
    const first = Math.floor(tx.now.getTime() / HOUR_MS) - HOURS + 1;
    const rows = await selectHours(
      tx,
      targets.map(({ id }) => id),
      new Date(first * HOUR_MS),
    );
    const known = new Map(rows.map((row) => [`${row.targetId} ${row.at.getTime()}`, row]));
    const hours = Array.from({ length: HOURS }, (_, at) => (first + at) * HOUR_MS);
    return targets.map((target) => ({
      ...target,
      hours: hours.map((ms) => {
        const { taken = 0, failed = 0 } = known.get(`${target.id} ${ms}`) ?? {};
        return { at: new Date(ms), taken, failed };
      }),
    }));
  });
}

export type Delivery = DeliveryRow;

/** `next`: `before` of the next page. */
export function listDeliveries(
  { db }: Needs,
  { partnerId }: Who,
  filter: DeliveryFilter,
  limit: number,
): Promise<{ rows: readonly Delivery[]; next: number | null }> {
  return read(db, async (tx) => {
    const found = await selectDeliveries(tx, partnerId, filter, { limit: limit + 1, repeatsMax: CALLBACK_REPEATS_MAX });
    const rows = found.slice(0, limit);
    return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
  });
}

export type WholeDelivery = {
  readonly delivery: Delivery;
  /** Null: not stored. */
  readonly events: readonly NumberedEvent[] | null;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly attempts: readonly AttemptOfDelivery[];
  readonly attemptsMax: number;
};

export function getDelivery({ db }: Needs, { partnerId }: Who, id: number): Promise<WholeDelivery> {
  return read(db, async (tx) => {
    const delivery = await findDelivery(tx, partnerId, id);
    const { numbers, targetId, companyId } = delivery;
    const isSigned = (await listSecrets(tx, companyId)).length > 0;
    return {
      delivery,
      events: numbers === null ? null : await eventsOf(tx, companyId, numbers),
      headers: headersOf(delivery, isSigned),
      attempts: numbers === null ? [delivery] : await selectAttemptsOf(tx, { targetId, numbers }, ATTEMPTS_MAX),
      attemptsMax: CALLBACK_REPEATS_MAX + 1,
    };
  });
}

export async function findDelivery(tx: Tx, partnerId: number, id: number): Promise<Delivery> {
  const [delivery] = await selectDeliveries(tx, partnerId, { id }, { limit: 1, repeatsMax: CALLBACK_REPEATS_MAX });
  if (delivery === undefined) throw new Refusal('not-found', { kind: 'Delivery', id });
  return delivery;
}

export async function findTarget(tx: Tx, partnerId: number, id: number): Promise<TargetRow> {
  const [target] = await selectTargets(tx, partnerId, { id }, 1);
  if (target === undefined) throw new Refusal('not-found', { kind: 'Callback address', id });
  return target;
}

async function eventsOf(tx: Tx, companyId: number, numbers: string): Promise<NumberedEvent[] | null> {
  const ranges = readRanges(numbers);
  const rows = await selectByNumbers(tx, companyId, numbers);
  const events = rows.flatMap(numbered).filter(({ number }) => isWithin(ranges, number));
  return events.length === 0 ? null : events;
}

/** The headers as sent, with credentials and signature masked. */
function headersOf({ webhookId, at, attempt, hasCredentials }: Delivery, isSigned: boolean) {
  return [
    { name: 'content-type', value: 'application/json' },
    { name: 'user-agent', value: CALLBACK_AGENT },
    { name: 'webhook-id', value: webhookId ?? '' },
    { name: 'webhook-timestamp', value: String(Math.floor(at.getTime() / 1_000)) },
    { name: 'x-attempt', value: String(attempt) },
    ...(hasCredentials ? [{ name: 'authorization', value: 'Basic …' }] : []),
    ...(isSigned ? [{ name: 'webhook-signature', value: 'v1,…' }] : []),
  ];
}
