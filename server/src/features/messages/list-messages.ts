import type { Actor } from '@volley/domain/actor.ts';
import { MESSAGE_STATUS_CODES, type MessageStatus } from '@volley/domain/message-status.ts';
import { Refusal } from '@volley/domain/refusal.ts';
import { read, type Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type MessageItem, messageItem } from './message-item.ts';
import { countMessages, type DispatchBounds, findDispatchBounds, selectMessages } from './messages.sql.ts';

type ListQuery = {
  readonly dispatchId: number;
  readonly status?: MessageStatus;
  readonly page: number;
  readonly perPage: number;
};

/** Without a status the page is a range of positions, so the last page of ten million costs what the first does. */
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
    // Past the end there is nothing to ask for, and positions there may be larger than any the table can hold.
    const rows = offset >= total ? [] : await selectMessages(tx, bounds, status, query.perPage, offset);
    return { total, items: rows.map(messageItem) };
  });
}

/** What the dispatch counts anyway is not counted again; the rest is, within one dispatch. */
async function totalOf(tx: Tx, bounds: DispatchBounds, status: MessageStatus | undefined): Promise<number> {
  if (status === undefined) return bounds.last_seq;
  if (status === 'DELIVERED') return bounds.messages_delivered;
  if (status === 'FAILED') return bounds.messages_failed;
  return countMessages(tx, bounds, MESSAGE_STATUS_CODES[status]);
}
