// Opens the buckets of a day: inserts missing buckets and locks all rows until COMMIT.
import type { Tx } from '../../../platform/database/database.ts';
import { type BucketStrand, selectBucketStrands } from './bucket-strands.sql.ts';
import {
  type BucketOwner,
  type BucketSettings,
  insertBuckets,
  type LockedBucket,
  lockBuckets,
  lockWithBuckets,
} from './buckets.sql.ts';

/** The dispatch was stopped before its next cascade steps were stored. */
export class DispatchStopped extends Error {
  constructor(dispatchId: number) {
    super(`dispatch ${dispatchId} was stopped`);
  }
}

export type SendBucket = {
  readonly id: number;
  readonly digest: string;
  readonly lastSeq: number;
  readonly strands: readonly BucketStrand[];
};

/** Digest → the bucket of the day, inserted if missing; all rows are locked. */
export async function openBuckets(
  tx: Tx,
  owner: BucketOwner,
  settings: readonly BucketSettings[],
): Promise<Map<string, SendBucket>> {
  const digests = settings.map(({ digest }) => digest);
  await lockDispatch(tx, owner, digests);
  const found = await lockBuckets(tx, owner, digests);
  const known = new Set(found.map(({ digest }) => digest));
  const missing = settings.filter(({ digest }) => !known.has(digest));
  if (missing.length === 0) return withStrands(tx, found);
  await insertBuckets(tx, owner, missing);
  // Also locks a bucket that another process inserted in the meantime.
  return withStrands(tx, await lockBuckets(tx, owner, digests));
}

export async function lockExistingBuckets(tx: Tx, owner: BucketOwner, digests: readonly string[]): Promise<void> {
  await lockDispatch(tx, owner, digests);
  await lockBuckets(tx, owner, digests);
}

/** Locks the dispatch with its buckets in id order: a concurrent stop either sees every step or prevents it. */
async function lockDispatch(tx: Tx, owner: BucketOwner, digests: readonly string[]): Promise<void> {
  const { stepsOf } = owner;
  if (stepsOf === undefined) return;
  const rows = await lockWithBuckets(tx, stepsOf, owner, digests);
  if (rows.find(({ id }) => id === stepsOf)?.status === 'STOPPED') throw new DispatchStopped(stepsOf);
}

/**
 * The strands come with the locked rows in one round trip, but from the snapshot of the statement: after a wait for the
 * lock, strands may be missing. Every message is in one strand, so a difference of the sums means a second read.
 */
async function withStrands(tx: Tx, buckets: readonly LockedBucket[]): Promise<Map<string, SendBucket>> {
  const isComplete = ({ strands, total }: LockedBucket) =>
    strands.reduce((sum, strand) => sum + strand.messages, 0) === total;
  const reread = buckets.every(isComplete)
    ? undefined
    : await selectBucketStrands(
        tx,
        buckets.map(({ id }) => id),
      );
  return new Map(
    buckets.map(({ id, digest, lastSeq, strands }) => {
      const own = strands.map((strand) => ({
        ...strand,
        partMicros: strand.partMicros === null ? null : BigInt(strand.partMicros),
      }));
      const fresh = reread?.filter(({ dispatchId }) => dispatchId === id);
      return [digest, { id, digest, lastSeq, strands: fresh ?? own }];
    }),
  );
}
