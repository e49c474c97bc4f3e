// Publishes claimed batches after COMMIT. The lease of the claim brings back a batch whose publication failed.
import type { Platform } from '../../../platform/platform.ts';
import type { OutgoingBatch } from './cut-batches.ts';

export const LANE_NAMES = ['urgent', 'normal', 'bulk'] as const;

export async function publishBatches(
  { bus, log }: Pick<Platform, 'bus' | 'log'>,
  outgoing: readonly OutgoingBatch[],
): Promise<void> {
  const results = await Promise.allSettled(
    outgoing.map(({ batch, payload }) =>
      bus.publish('send', `${LANE_NAMES[batch.lane]}.${batch.linkId}`, `${batch.id}.${batch.attempt}`, payload),
    ),
  );
  const failed = results.filter((result) => result.status === 'rejected');
  if (failed[0] !== undefined)
    log.warn({ err: failed[0].reason, batches: failed.length }, 'batches not published; their lease brings them back');
}
