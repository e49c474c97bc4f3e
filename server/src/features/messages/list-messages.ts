import type { Actor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { MESSAGE_STATUS_CODES, type MessageStatus } from '@volley/domain/sending/message-status.ts';
import { read, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type MessageItem, messageItem } from './message-item.ts';
import { countMessages, type DispatchBounds, findDispatchBounds, selectMessages } from './messages.sql.ts';

type ListQuery = {
  readonly dispatchId: number;
  readonly status?: MessageStatus;
  readonly page: number;
  readonly perPage: number;
};

/** Without a status the page is a range of positions: the last page of ten million costs as much as the first. */
export async function listMessages(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  query: ListQuery,
): Promise<{ total: number; items: MessageItem[] }> {
  return read(db, async (tx) => {
    const bounds = await findDispatchBounds(tx, actor.partnerId, query.dispatchId);
    if (bounds === undefined) throw new Refusal('not-found', { kind: 'Dispatch', id: query.dispatchId });
    const status = query.status === undefined ? undefined : MESSAGE_STATUS_CODES[query.status];
    const total = await totalOf(tx, bounds, query.status);
    const offset = (query.page - 1) * query.perPage;
    // Positions past the end may exceed int4.
    const rows = offset >= total ? [] : await selectMessages(tx, bounds, { status, limit: query.perPage, offset });
    return { total, items: rows.map(messageItem) };
  });
}

/** The dispatch row counts all, delivered and failed messages; other statuses are counted in its messages. */
async function totalOf(tx: Tx, bounds: DispatchBounds, status: MessageStatus | undefined): Promise<number> {
  if (status === undefined) return bounds.last_seq;
  if (status === 'DELIVERED') return bounds.messages_delivered;
  if (status === 'FAILED') return bounds.messages_failed;
  return countMessages(tx, bounds, MESSAGE_STATUS_CODES[status]);
}
