// The queue of one callback endpoint, worked by one notifier at a time so that first tries go out in order
// of occurrence per message. A failing event never holds up a later one beyond its own first try; it is
// tried again every five minutes for a day. Above 1,000 waiting events an endpoint that fails gets one
// probe in five minutes and is drained when the probe succeeds.
import { afterFailedTry, CALLBACK_REPEATS_MAX, CALLBACK_STEP_MS, firstRepeat } from '@volley/domain/callback-plan.ts';
import { inTransaction, read } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Attempt, insertAttempts } from './attempts.sql.ts';
import {
  type CallbackForm,
  claimEndpoints,
  countWaiting,
  isOwned,
  releaseEndpoint,
  renewEndpoint,
  selectDueBatches,
  storeTries,
  type TriedBatch,
  tryDueBatches,
} from './callbacks.sql.ts';
import { type CallbackEvent, packEvents, unpackEvents } from './queue-events.ts';
import { findSigningKeys } from './signing-secrets.ts';

type Needs = Pick<Platform, 'db' | 'config' | 'secrets' | 'instanceId'>;

export type ClaimedEndpoint = {
  readonly id: number;
  readonly companyId: number;
  readonly form: CallbackForm;
  readonly url: string;
  readonly credentials: string | undefined;
  readonly failing: boolean;
  /** Its certificate must be good. */
  readonly tlsChecked: boolean;
  /** What its requests are signed with; empty when the company has no secret. */
  readonly signingKeys: readonly Buffer[];
};

export type DueEvents = {
  readonly id: bigint;
  readonly attempts: number;
  readonly firstTryAt: Date | null;
  readonly events: readonly CallbackEvent[];
};

const WAITING_FOR_PROBE = 1_000;
const BATCHES_MAX = 4;

/** Places for endpoints, of which one company may have `ofOneMax`; `busy` are those of companies that have some. */
export type Room = {
  readonly all: number;
  readonly failing: number;
  readonly ofOneMax: number;
  readonly busy: readonly number[];
};

export async function takeEndpoints(
  { db, config, secrets, instanceId }: Needs,
  { all, failing: failingMax, ofOneMax, busy }: Room,
): Promise<ClaimedEndpoint[]> {
  const { rows, keys } = await inTransaction(db, async (tx) => {
    const claim = (failing: boolean, limit: number, companyIds: readonly number[]) =>
      limit > 0
        ? claimEndpoints(tx, instanceId, config.instanceLeaseMs, {
            failing,
            limit,
            ofOneMax,
            busy: countOf(companyIds),
          })
        : [];
    const others = await claim(false, all, busy);
    const busyThen = [...busy, ...others.map((row) => row.company_id)];
    const claimed = [...others, ...(await claim(true, Math.min(failingMax, all - others.length), busyThen))];
    return {
      rows: claimed,
      keys: await findSigningKeys(tx, secrets, [...new Set(claimed.map((row) => row.company_id))]),
    };
  });
  return rows.map((row) => ({
    id: row.id,
    companyId: row.company_id,
    form: row.form,
    signingKeys: keys.get(row.company_id) ?? [],
    url: row.url,
    credentials: row.credentials_sealed === null ? undefined : secrets.open(row.credentials_sealed),
    failing: row.failing_since !== null,
    tlsChecked: row.tls_checked,
  }));
}

function countOf(companyIds: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const id of companyIds) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** The next portion, or nothing when the endpoint has nothing due or the lease was lost. */
export async function nextEvents({ db, instanceId }: Needs, endpointId: number): Promise<DueEvents[]> {
  return read(db, async (tx) => {
    if (!(await isOwned(tx, endpointId, instanceId))) return [];
    const rows = await selectDueBatches(tx, endpointId, BATCHES_MAX);
    // Retries go out after all first tries, never in one portion with them.
    const first = rows[0]?.attempts === 0;
    return rows
      .filter((row) => (row.attempts === 0) === first)
      .map((row) => ({
        id: row.id,
        attempts: row.attempts,
        firstTryAt: row.first_try_at,
        events: unpackEvents(row.events),
      }));
  });
}

export async function renewLease({ db, config, instanceId }: Needs, endpointId: number): Promise<void> {
  await inTransaction(db, (tx) => renewEndpoint(tx, endpointId, instanceId, config.instanceLeaseMs));
}

export async function needsProbe({ db }: Needs, endpointId: number): Promise<boolean> {
  return (await read(db, (tx) => countWaiting(tx, endpointId))) > WAITING_FOR_PROBE;
}

export type TriedEvents = { readonly due: DueEvents; readonly failed: readonly CallbackEvent[] };

/** Writes what became of a portion: what arrived is gone, what failed has its next time, what is over is given up. */
export async function keepTries(
  { db }: Needs,
  { id: endpointId, companyId }: ClaimedEndpoint,
  tried: readonly TriedEvents[],
  attempts: readonly Attempt[],
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const again: TriedBatch[] = [];
    const done: bigint[] = [];
    let givenUp = 0;
    for (const { due, failed } of tried) {
      const firstTryAt = due.firstTryAt ?? tx.now;
      const { attempts, nextMs } = afterFailedTry(firstRepeat(firstTryAt.getTime()), due.attempts, tx.now.getTime());
      if (failed.length === 0 || nextMs === undefined) {
        done.push(due.id);
        givenUp += failed.length;
      } else {
        again.push({
          id: due.id,
          count: failed.length,
          events: packEvents(failed),
          attempts,
          firstTryAt,
          nextTryAt: new Date(nextMs),
        });
      }
    }
    await storeTries(tx, endpointId, done, again, givenUp);
    await insertAttempts(tx, { endpointId, companyId }, attempts);
    return givenUp;
  });
}

/** One event was tried for all that wait, and failed. Returns how many are given up with it. */
export async function keepFailedProbe(
  { db }: Needs,
  { id: endpointId, companyId }: ClaimedEndpoint,
  attempts: readonly Attempt[],
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const givenUp = await tryDueBatches(tx, endpointId, { stepMs: CALLBACK_STEP_MS, repeatsMax: CALLBACK_REPEATS_MAX });
    await storeTries(tx, endpointId, [], [], givenUp);
    await insertAttempts(tx, { endpointId, companyId }, attempts);
    return givenUp;
  });
}

/** `failing`: the last portion did not get through. */
export async function leaveEndpoint(
  { db, instanceId }: Needs,
  endpointId: number,
  failing: boolean,
  probing: boolean,
): Promise<void> {
  await inTransaction(db, (tx) =>
    releaseEndpoint(tx, endpointId, instanceId, {
      failing,
      probeAt: probing ? new Date(tx.now.getTime() + CALLBACK_STEP_MS) : null,
    }),
  );
}
