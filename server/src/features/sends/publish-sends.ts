import type { Platform } from '../../platform/platform.ts';
import type { OutgoingBatch } from '../queue/batches/cut-batches.ts';
import { publishBatches } from '../queue/batches/publish-batches.ts';

/** Publishes the batches; wakes the pacer if messages wait. */
export async function publishSends(
  platform: Pick<Platform, 'bus' | 'log' | 'traces'>,
  { outgoing, isWaiting }: { readonly outgoing: readonly OutgoingBatch[]; readonly isWaiting: boolean },
): Promise<void> {
  if (isWaiting) platform.bus.wake('pace');
  await publishBatches(platform, outgoing);
}
