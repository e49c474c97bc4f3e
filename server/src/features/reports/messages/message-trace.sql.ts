// The path of a message through the engine, for staff. Shows the last two digits of the number and no text.
import type { ChosenBy, PassedBecause } from '@volley/domain/links/link-order.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type TraceRow = {
  readonly messageUuid: string;
  readonly companyId: number;
  readonly companyName: string;
  readonly dispatchId: number;
  readonly dispatchName: string;
  readonly dispatchKind: string;
  readonly channelType: string;
  readonly senderName: string;
  readonly numberEnd: string;
  readonly brand: number;
  readonly parts: number;
  /** The link that took the message; null: none yet, or unknown. */
  readonly linkName: string | null;
  /** Currency of the price. */
  readonly currency: string;
  readonly priceMicros: bigint | null;
  readonly costMicros: bigint | null;
  readonly costCurrency: string | null;
  readonly status: number;
  readonly errorCode: number | null;
  readonly providerCode: string | null;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  readonly finalAt: Date | null;
  readonly readAt: Date | null;
  readonly strand: number;
  readonly seq: number;
  readonly trafficType: string;
  readonly lane: number;
};

export async function selectTrace(tx: Tx, id: string): Promise<TraceRow | undefined> {
  const rows = await tx.query<TraceRow>(
    `select
       m.id as "messageUuid",
       m.company_id as "companyId",
       c.name as "companyName",
       m.dispatch_id as "dispatchId",
       d.name as "dispatchName",
       d.kind as "dispatchKind",
       t.channel_type as "channelType",
       s.sender_name as "senderName",
       right(m.destination::text, 2) as "numberEnd",
       m.brand,
       m.parts,
       l.name as "linkName",
       p.currency,
       m.price_micros as "priceMicros",
       m.cost_micros as "costMicros",
       m.cost_currency as "costCurrency",
       m.status,
       m.error_code as "errorCode",
       m.provider_code as "providerCode",
       m.created_at as "createdAt",
       m.sent_at as "sentAt",
       m.final_at as "finalAt",
       m.read_at as "readAt",
       m.strand,
       m.seq,
       t.traffic_type as "trafficType",
       t.lane
     from messages m
     join dispatches d on d.id = m.dispatch_id
     join partners p on p.id = d.partner_id
     join companies c on c.id = m.company_id
     join senders s on s.id = m.sender_id
     join strands t on t.dispatch_id = m.dispatch_id
       and t.strand = m.strand
     left join operator_links l on l.id = m.link_id
     where m.id = $1`,
    [id],
  );
  return rows[0];
}

export type TraceBatch = {
  readonly batchId: string;
  readonly linkName: string | null;
  readonly attempt: number;
  readonly doubts: number;
  readonly hops: number;
  readonly state: number;
  readonly waitingFor: string | null;
  readonly messages: number;
  /** Null: no link of the batch has a route, and it never moved. */
  readonly chosenBy: ChosenBy | null;
  readonly passed: readonly { readonly linkName: string; readonly because: PassedBecause }[];
};

/** The batch of the message; undefined after the batches of its dispatch are deleted. */
export async function selectTraceBatch(tx: Tx, row: TraceRow): Promise<TraceBatch | undefined> {
  const rows = await tx.query<TraceBatch>(
    `select
       b.id as "batchId",
       l.name as "linkName",
       b.attempt,
       b.doubts,
       b.hops,
       b.state,
       b.waiting_for as "waitingFor",
       b.count as messages,
       b.choice->>'by' as "chosenBy",
       coalesce((
         select json_agg(
           json_build_object('linkName', k.name, 'because', e.value->>'because')
           order by e.place)
         from jsonb_array_elements(b.choice->'passed') with ordinality e(value, place)
         join operator_links k on k.id = (e.value->>'linkId')::integer), '[]') as passed
     from batches b
     left join operator_links l on l.id = b.link_id
     where b.dispatch_id = $1
       and b.strand = $2
       and b.to_seq >= $3
       and b.from_seq <= $3
     order by b.to_seq
     limit 1`,
    [row.dispatchId, row.strand, row.seq],
  );
  return rows[0];
}
