import { messagingStatusOf } from '@volley/domain/dispatches/messaging-dispatch-status.ts';
import type { KeyActor } from '@volley/domain/people/actor.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { read } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { MessagingDispatchFilter, MessagingDispatchItem, StatusCounts } from './messaging-dispatch.ts';
import { countMessagingDispatches, type ListedDispatch, selectMessagingDispatches } from './messaging-list.sql.ts';

export async function listMessagingDispatches(
  { db }: Pick<Platform, 'db'>,
  account: KeyActor,
  filter: MessagingDispatchFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ total: number; items: MessagingDispatchItem[] }> {
  return read(db, async (tx) => {
    const range = { limit: perPage, offset: (page - 1) * perPage };
    const total = await countMessagingDispatches(tx, account.companyId, filter);
    const rows = await selectMessagingDispatches(tx, account.companyId, filter, range);
    return { total, items: rows.map(asItem) };
  });
}

export async function getMessagingDispatch(
  { db }: Pick<Platform, 'db'>,
  account: KeyActor,
  id: number,
): Promise<MessagingDispatchItem> {
  return read(db, async (tx) => {
    const [row] = await selectMessagingDispatches(tx, account.companyId, { id }, { limit: 1, offset: 0 });
    if (row === undefined) throw new Refusal('not-found', { kind: 'Dispatch', id });
    return asItem(row);
  });
}

function asItem(row: ListedDispatch): MessagingDispatchItem {
  return {
    dispatchId: row.id,
    name: row.name,
    createdAt: row.created_at,
    localSendTime: row.local_send_time,
    localCompletionTime: row.local_completion_time,
    useLocalTime: row.use_local_time,
    status: messagingStatusOf({
      status: row.status,
      isUnsent: row.is_unsent,
      isBegun: row.is_begun,
      isHeld: row.is_held,
      isOverdue: row.is_overdue,
    }),
    channelType: row.channel_type,
    senderName: row.sender_name,
    text: row.text,
    trafficCenterId: row.traffic_center_id,
    trafficCenterName: row.traffic_center_name,
    rate: row.rate === null || row.rate_term === null ? null : { rate: row.rate, rateTerm: row.rate_term },
    parts: countsOf({
      total: row.parts_total,
      handedOver: row.parts_sent,
      delivered: row.parts_delivered,
      failed: row.parts_failed,
      unsent: row.parts_unsent,
    }),
    messages: countsOf({
      total: row.messages_total,
      handedOver: row.messages_sent,
      delivered: row.messages_delivered,
      failed: row.messages_failed,
      unsent: row.messages_unsent,
    }),
  };
}

type Counters = { total: number; handedOver: number; delivered: number; failed: number; unsent: number };

function countsOf({ total, handedOver, delivered, failed, unsent }: Counters): StatusCounts {
  const undelivered = failed - unsent;
  return {
    total,
    delivered,
    undelivered,
    unsent,
    sent: handedOver - delivered - undelivered,
    sending: total - handedOver - unsent,
  };
}
