import type { Tx } from '../../platform/database.ts';
import { MESSAGE_COLUMNS, type MessageRow } from './message-item.ts';

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
    `select id, last_seq, messages_delivered, messages_failed, first_message_id, last_message_id from dispatches
     where id = $1 and partner_id = $2 and kind <> 'SEND'`,
    [dispatchId, partnerId],
  );
  return rows[0];
}

/** The ids bound the partitions that are looked at. */
const OF_DISPATCH = 'm.dispatch_id = $1 and m.id between $2 and $3';

export async function countMessages(tx: Tx, bounds: DispatchBounds, status: number): Promise<number> {
  if (bounds.first_message_id === null) return 0;
  const rows = await tx.query<{ total: bigint }>(
    `select count(*) as total from messages m where ${OF_DISPATCH} and m.status = $4`,
    [bounds.id, bounds.first_message_id, bounds.last_message_id, status],
  );
  return Number(rows[0]?.total ?? 0n);
}

export async function selectMessages(
  tx: Tx,
  bounds: DispatchBounds,
  status: number | undefined,
  limit: number,
  offset: number,
): Promise<MessageRow[]> {
  if (bounds.first_message_id === null) return [];
  const base = `select ${MESSAGE_COLUMNS} from messages m join dispatches d on d.id = m.dispatch_id where ${OF_DISPATCH}`;
  const values = [bounds.id, bounds.first_message_id, bounds.last_message_id];
  return status === undefined
    ? tx.query<MessageRow>(`${base} and m.seq > $4 and m.seq <= $5 order by m.seq`, [...values, offset, offset + limit])
    : tx.query<MessageRow>(`${base} and m.status = $4 order by m.seq limit $5 offset $6`, [
        ...values,
        status,
        limit,
        offset,
      ]);
}

export type WantedRange = {
  dispatchId: number;
  strand: number;
  afterSeq: number;
  toSeq: number;
  take: number;
  firstId: string;
  lastId: string;
  /** Messages of the verifier: what they say is sealed elsewhere. */
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

/** Messages not yet handed over, of many ranges in one round trip, each range in its order. */
export function selectOutgoing(tx: Tx, ranges: readonly WantedRange[]) {
  return tx.query<OutgoingRow>(
    `select w.at::int as at, m.id, m.seq, m.destination::text as destination, m.text, m.parts, m.special_content as special
     from unnest($1::int[], $2::smallint[], $3::int[], $4::int[], $5::int[], $6::uuid[], $7::uuid[]) with ordinality
       as w(dispatch_id, strand, after_seq, to_seq, take, first_id, last_id, at),
     lateral (
       select id, seq, destination, text, parts, special_content from messages
       where dispatch_id = w.dispatch_id and strand = w.strand and seq > w.after_seq and seq <= w.to_seq
         and id between w.first_id and w.last_id and status = 0
       order by seq limit w.take) m`,
    [
      ranges.map((range) => range.dispatchId),
      ranges.map((range) => range.strand),
      ranges.map((range) => range.afterSeq),
      ranges.map((range) => range.toSeq),
      ranges.map((range) => range.take),
      ranges.map((range) => range.firstId),
      ranges.map((range) => range.lastId),
    ],
  );
}
