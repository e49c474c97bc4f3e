// Read and not read: the status of the message, the event that tells it, and the cascade's step that waits for it
// change together.
import { READ_CHANNELS } from '@volley/domain/channel.ts';
import type { Tx } from '../../platform/database.ts';
import type { EventBatch, MessageEvent } from '../callbacks/message-event.ts';
import { recordEvents } from '../callbacks/record-events.ts';
import { markRead, markUnread, type ReadMark } from '../messages/mark-read.ts';
import type { MessageRange } from '../messages/move-ranges.ts';
import type { Reads } from '../receipts/match-receipts.ts';
import { noteDueCascades, noteEndedCascades } from './due-cascades.ts';

/** Only what has been delivered counts as read, so the receipts' other news goes first. */
export async function recordRead(tx: Tx, reads: Reads): Promise<void> {
  if (reads.size === 0) return;
  const marks = await markRead(tx, reads);
  await recordEvents(tx, eventsOf(marks, 'read'));
  await noteEndedCascades(
    tx,
    marks.flatMap((mark) => (mark.awaited ? mark.id : [])),
  );
}

/** The lifetime of these messages is over: what was delivered and not read by now never counts as read. */
export async function recordUnread(tx: Tx, ranges: readonly MessageRange[]): Promise<void> {
  if (ranges.length === 0) return;
  const marks = await markUnread(tx, ranges, READ_CHANNELS);
  await recordEvents(tx, eventsOf(marks, 'unread'));
  await noteDueCascades(
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
});
