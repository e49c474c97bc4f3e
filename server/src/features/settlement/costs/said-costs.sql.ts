import type { Tx } from '../../../platform/database/database.ts';
import { firstAndLast } from '../../messages/move-messages.sql.ts';

export type HandedOverMessage = {
  readonly id: string;
  readonly companyId: number;
  readonly channelType: string;
  /** Currency of its price. */
  readonly currency: string;
  readonly linkId: number | null;
  readonly brand: number;
  /** Null: the home country. */
  readonly country: string | null;
  readonly parts: number;
  readonly sentAt: Date;
  /** Of the hand-over (Europe/Moscow). */
  readonly day: string;
  readonly costMicros: bigint | null;
  readonly costCurrency: string | null;
};

export function lockHandedOver(tx: Tx, ids: readonly string[]): Promise<HandedOverMessage[]> {
  return tx.query<HandedOverMessage>(
    `select m.id,
       m.company_id as "companyId",
       d.channel_type as "channelType",
       p.currency,
       m.link_id as "linkId",
       m.brand,
       t.country,
       m.parts,
       m.sent_at as "sentAt",
       (m.sent_at at time zone 'Europe/Moscow')::date::text as day,
       m.cost_micros as "costMicros",
       m.cost_currency as "costCurrency"
     from messages m
     join dispatches d on d.id = m.dispatch_id
     join partners p on p.id = d.partner_id
     join strands t on t.dispatch_id = m.dispatch_id
       and t.strand = m.strand
     where m.id = any($1::uuid[])
       and m.id between $2 and $3
       and m.sent_at is not null
     order by m.id
     for update of m`,
    [ids, ...firstAndLast(ids)],
  );
}
