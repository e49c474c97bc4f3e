// Queue of a callback target. A single notifier owns it at a time, so first tries keep the order of events per message.
// A failing event delays later ones by its first try only; it is repeated every five minutes for a day. Above 1,000
// waiting events a failing target gets one probe per five minutes and is drained when the probe succeeds.
import {
  afterFailedTry,
  CALLBACK_REPEATS_MAX,
  CALLBACK_STEP_MS,
  firstRepeat,
} from '@volley/domain/sending/callback-plan.ts';
import { inTransaction, read, type Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Attempt, insertAttempts } from '../feed/attempts.sql.ts';
import { type CallbackEvent, packEvents, unpackEvents } from '../feed/queue-events.ts';
import { findSigningKeys } from '../targets/signing-secrets.ts';
import {
  addGivenUp,
  type CallbackForm,
  claimTargets,
  countWaiting,
  deleteBatches,
  isOwned,
  renewTargetLease,
  selectDueBatches,
  type TriedBatch,
  tryDueBatches,
  updateReleasedTarget,
  updateTriedBatches,
} from './callbacks.sql.ts';

type Needs = Pick<Platform, 'db' | 'config' | 'secrets' | 'instanceId'>;

export type ClaimedTarget = {
  readonly id: number;
  readonly companyId: number;
  readonly form: CallbackForm;
  readonly url: string;
  readonly credentials: string | undefined;
  readonly failing: boolean;
  /** Requires a valid certificate. */
  readonly tlsChecked: boolean;
  /** Empty: the company has no signing secret. */
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

/** Free places for targets, at most `ofOneMax` per company. `busy`: the company of every target in progress. */
export type ClaimLimits = {
  readonly all: number;
  readonly failing: number;
  readonly ofOneMax: number;
  readonly busy: readonly number[];
};

export async function claimDueTargets(
  { db, config, secrets, instanceId }: Needs,
  { all, failing: failingMax, ofOneMax, busy }: ClaimLimits,
): Promise<ClaimedTarget[]> {
  const claimTurns = async (tx: Tx) => {
    const claim = (failing: boolean, limit: number, companyIds: readonly number[]) =>
      limit > 0
        ? claimTargets(tx, instanceId, config.instanceLeaseMs, {
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
  };
  // The plan is kept: one of empty queues would scan full ones.
  const { rows, keys } = await inTransaction(db, claimTurns, 'index');
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

/** The next due batches; empty when nothing is due or the lease was lost. */
export async function nextEvents({ db, instanceId }: Needs, targetId: number): Promise<DueEvents[]> {
  return read(db, async (tx) => {
    if (!(await isOwned(tx, targetId, instanceId))) return [];
    const rows = await selectDueBatches(tx, targetId, BATCHES_MAX);
    // Repeats go out after all first tries, never in one portion with them.
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

export async function renewLease({ db, config, instanceId }: Needs, targetId: number): Promise<void> {
  await inTransaction(db, (tx) => renewTargetLease(tx, targetId, instanceId, config.instanceLeaseMs));
}

export async function needsProbe({ db }: Needs, targetId: number): Promise<boolean> {
  return (await read(db, (tx) => countWaiting(tx, targetId))) > WAITING_FOR_PROBE;
}

export type TriedEvents = { readonly due: DueEvents; readonly failed: readonly CallbackEvent[] };

/** Deletes delivered events, schedules the repeat of failed ones. Returns the number of events given up. */
export async function storeTries(
  { db }: Needs,
  { id: targetId, companyId }: ClaimedTarget,
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
    if (done.length > 0) await deleteBatches(tx, done);
    if (again.length > 0) await updateTriedBatches(tx, again);
    if (givenUp > 0) await addGivenUp(tx, targetId, givenUp);
    await insertAttempts(tx, { targetId, companyId }, attempts);
    return givenUp;
  });
}

/** A failed probe counts as a try of all due events. Returns the number of events given up. */
export async function storeFailedProbe(
  { db }: Needs,
  { id: targetId, companyId }: ClaimedTarget,
  attempts: readonly Attempt[],
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const givenUp = await tryDueBatches(tx, targetId, { stepMs: CALLBACK_STEP_MS, repeatsMax: CALLBACK_REPEATS_MAX });
    if (givenUp > 0) await addGivenUp(tx, targetId, givenUp);
    await insertAttempts(tx, { targetId, companyId }, attempts);
    return givenUp;
  });
}

/** `failing`: every event of the last portion failed. */
export async function releaseTarget(
  { db, instanceId }: Needs,
  targetId: number,
  failing: boolean,
  probing: boolean,
): Promise<void> {
  await inTransaction(db, (tx) =>
    updateReleasedTarget(tx, targetId, instanceId, {
      failing,
      probeAt: probing ? new Date(tx.now.getTime() + CALLBACK_STEP_MS) : null,
    }),
  );
}
