// Publishes claimed batches after COMMIT. The lease of the claim brings back a batch whose publication failed.
import type { Platform } from '../../../platform/platform.ts';
import type { OutgoingBatch } from './cut-batches.ts';
import { tracePublished } from './trace-batches.ts';

export const LANE_NAMES = ['urgent', 'normal', 'bulk'] as const;

/** Dispatches that a log line names. */
const NAMED_MAX = 20;

export async function publishBatches(
  { bus, log, traces }: Pick<Platform, 'bus' | 'log' | 'traces'>,
  outgoing: readonly OutgoingBatch[],
): Promise<void> {
  const startedAt = performance.now();
  const results = await Promise.allSettled(
    outgoing.map(({ batch, payload }) =>
      bus.publish('send', `${LANE_NAMES[batch.lane]}.${batch.linkId}`, `${batch.id}.${batch.attempt}`, payload),
    ),
  );
  if (traces.isOn)
    tracePublished(
      traces,
      outgoing.map(({ batch }, at) =>
        results[at]?.status === 'rejected' ? { batch, failure: 'not published' } : { batch },
      ),
      startedAt,
    );
  const failed = results.filter((result) => result.status === 'rejected');
  if (failed[0] === undefined) return;
  const dispatches = new Set(
    outgoing.flatMap(({ batch }, at) => (results[at]?.status === 'rejected' ? batch.dispatchId : [])),
  );
  const dispatchIds = [...dispatches].slice(0, NAMED_MAX);
  log.warn(
    { err: failed[0].reason, batches: failed.length, dispatchIds },
    'batches not published; their lease brings them back',
  );
}
