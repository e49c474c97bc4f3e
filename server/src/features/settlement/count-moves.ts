// Counts moved messages by status and link, and the time of their receipts.
import { messageStatusOfCode } from '@volley/domain/sending/message-status.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MovedRow } from '../messages/move-messages.sql.ts';
import { linkNames } from '../operator-links/link-names.ts';

/** Label of messages that no link took. */
const NO_LINK = 'none';

export async function countMoves(
  platform: Pick<Platform, 'db' | 'metrics' | 'shared'>,
  moved: readonly MovedRow[],
): Promise<void> {
  const names = await linkNames(
    platform,
    moved.flatMap(({ link_id: id }) => (id === null ? [] : [id])),
  );
  const { metrics } = platform;
  for (const { status, link_id: id, messages, receipt_seconds: waits } of moved) {
    const link = (id === null ? undefined : names.get(id)) ?? NO_LINK;
    metrics.count('volley_messages_moved_total', { status: messageStatusOfCode(status) ?? 'CREATED', link }, messages);
    for (const seconds of waits ?? []) metrics.observe('volley_receipt_seconds', Math.max(0, seconds), { link });
  }
}
