import type { Platform } from '../../platform/platform.ts';
import type { OutgoingBatch } from '../dispatches/cut-batches.ts';
import { publishBatches } from '../dispatches/publish-batches.ts';

/** Batches go out now; what waits is the pacer's, who is told of it. */
export async function publishSends(
  platform: Pick<Platform, 'bus' | 'log'>,
  { outgoing, isWaiting }: { readonly outgoing: readonly OutgoingBatch[]; readonly isWaiting: boolean },
): Promise<void> {
  if (isWaiting) platform.bus.ring('pace');
  await publishBatches(platform, outgoing);
}
