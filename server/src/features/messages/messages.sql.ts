import { must } from '@volley/domain/must.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import { bulkColumns } from '../../platform/database/bulk-columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { MessageRow } from './message-item.ts';
import { WAITS_FOR_ROUTE } from './waits-for-route.sql.ts';

/** SQL: the columns of `MessageRow`, of a message `m` and its dispatch `d`. */
export const MESSAGE_COLUMNS = `m.id, m.destination, coalesce(m.text, d.text) as text, m.parts, m.status,
  m.amount_micros, m.price_micros, m.package_micros, m.sender_id, m.brand,
  m.error_code, m.provider_code, m.created_at, m.sent_at, m.final_at,
  (
    select 'route'
    from strands t
    where t.dispatch_id = m.dispatch_id
      and t.strand = m.strand
      and ${WAITS_FOR_ROUTE}
  ) as waits_for`;

export type DispatchBounds = {
  id: number;
  last_seq: number;
  messages_delivered: number;
  messages_failed: number;
  first_message_id: string | null;
  last_message_id: string | null;
};

export async function findDispatchBounds(
  tx: Tx,
  partnerId: number,
  dispatchId: number,
): Promise<DispatchBounds | undefined> {
  const rows = await tx.query<DispatchBounds>(
    `select id, last_seq, messages_delivered, messages_failed, first_message_id, last_message_id
     from dispatches
     where id = $1
       and partner_id = $2
       and kind <> 'SEND'`,
    [dispatchId, partnerId],
  );
  return rows[0];
}

/** The ids bound the partitions that are searched. */
const OF_DISPATCH = `m.dispatch_id = $1
       and m.id between $2 and $3`;

export async function countMessages(tx: Tx, bounds: DispatchBounds, status: number): Promise<number> {
  if (bounds.first_message_id === null) return 0;
  const rows = await tx.query<{ total: bigint }>(
    `select count(*) as total
     from messages m
     where ${OF_DISPATCH}
       and m.status = $4`,
    [bounds.id, bounds.first_message_id, bounds.last_message_id, status],
  );
  return Number(must(rows[0], `count of messages of dispatch ${bounds.id}`).total);
}

const MESSAGES_OF_DISPATCH = `select ${MESSAGE_COLUMNS}
     from messages m
     join dispatches d on d.id = m.dispatch_id
     where ${OF_DISPATCH}`;

export async function selectMessages(
  tx: Tx,
  bounds: DispatchBounds,
  page: { readonly status: number | undefined; readonly limit: number; readonly offset: number },
): Promise<MessageRow[]> {
  if (bounds.first_message_id === null) return [];
  const { status, limit, offset } = page;
  const values = [bounds.id, bounds.first_message_id, bounds.last_message_id];
  if (status === undefined)
    return tx.query<MessageRow>(
      `${MESSAGES_OF_DISPATCH}
       and m.seq > $4
       and m.seq <= $5
     order by m.seq`,
      [...values, offset, offset + limit],
    );
  return tx.query<MessageRow>(
    `${MESSAGES_OF_DISPATCH}
       and m.status = $4
     order by m.seq
     limit $5
     offset $6`,
    [...values, status, limit, offset],
  );
}

export type WantedRange = {
  dispatchId: number;
  strand: number;
  afterSeq: number;
  toSeq: number;
  take: number;
  firstId: string;
  lastId: string;
  /** Messages of the verifier: their content is sealed in message_codes. */
  isCode: boolean;
};

export type OutgoingRow = {
  at: number;
  id: string;
  seq: number;
  destination: string;
  text: string | null;
  parts: number;
  special: Readonly<Record<string, unknown>> | null;
};

const rangeColumns = bulkColumns({
  dispatchId: 'int',
  strand: 'smallint',
  afterSeq: 'int',
  toSeq: 'int',
  take: 'int',
  firstId: 'uuid',
  lastId: 'uuid',
});
const SELECT_OUTGOING = `select w.at::int as at, m.id, m.seq, m.destination::text as destination,
       m.text, m.parts, m.special_content as special
     from ${rangeColumns.withPosition('w', 'at')},
     lateral (
       select id, seq, destination, text, parts, special_content
       from messages
       where dispatch_id = w.dispatch_id
         and strand = w.strand
         and seq > w.after_seq
         and seq <= w.to_seq
         and id between w.first_id and w.last_id
         and status = ${MESSAGE_STATUS_CODES.CREATED}
       order by seq
       limit w.take) m`;

/** Messages not yet handed over, of many ranges in one round trip, each range ordered by position. */
export function selectOutgoing(tx: Tx, ranges: readonly WantedRange[]) {
  return tx.query<OutgoingRow>(SELECT_OUTGOING, rangeColumns.values(ranges));
}
