// Read status: the message, its event and the cascade step that waits for it change together.
import { READ_CHANNELS } from '@volley/domain/sending/channel.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { EventBatch, MessageEvent } from '../callbacks/feed/message-event.ts';
import { recordEvents } from '../callbacks/feed/record-events.ts';
import { markRead, markUnread, type ReadMark } from '../messages/mark-read.sql.ts';
import type { MessageRange } from '../messages/move-ranges.sql.ts';
import type { Reads } from '../receipts/match-receipts.ts';
import { recordDueCascades, recordEndedCascades } from './due-cascades.ts';

/** Only delivered messages count as read: call after the receipts have moved the messages to DELIVERED. */
export async function recordRead(tx: Tx, reads: Reads): Promise<void> {
  if (reads.size === 0) return;
  const marks = await markRead(tx, reads);
  await recordEvents(tx, eventsOf(marks, 'read'));
  await recordEndedCascades(
    tx,
    marks.flatMap((mark) => (mark.awaited ? mark.id : [])),
  );
}

/** The lifetime of these messages is over: delivered messages without a read receipt become unread for good. */
export async function recordUnread(tx: Tx, ranges: readonly MessageRange[]): Promise<void> {
  if (ranges.length === 0) return;
  const marks = await markUnread(tx, ranges, READ_CHANNELS);
  await recordEvents(tx, eventsOf(marks, 'unread'));
  await recordDueCascades(
    tx,
    marks.flatMap((mark) => (mark.cascading ? mark.id : [])),
  );
}

function eventsOf(marks: readonly ReadMark[], status: 'read' | 'unread'): EventBatch[] {
  return [...Map.groupBy(marks, (mark) => mark.dispatch_id).values()].flatMap((own) => {
    const [first] = own;
    return first === undefined
      ? []
      : {
          companyId: first.company_id,
          endpointId: first.endpoint_id,
          wanted: first.wanted,
          events: own.map((mark) => eventOf(mark, status)),
        };
  });
}

const eventOf = (mark: ReadMark, status: 'read' | 'unread'): MessageEvent => ({
  kind: 'read',
  status,
  messageUuid: mark.id,
  channelType: mark.channel_type,
  atMs: mark.read_at.getTime(),
  ...(mark.external_message_id !== null && { externalMessageId: mark.external_message_id }),
  ...(mark.cascade_root !== null && { cascadeRoot: mark.cascade_root }),
  ...(mark.cascade_step !== null && { cascadeStep: mark.cascade_step }),
  ...(mark.verification_id !== null && { verificationUuid: mark.verification_id }),
});
