import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import type { Tx } from '../../platform/database/database.ts';

export type PricedMessageRow = {
  dispatch_id: number;
  company_id: number;
  status: number;
  brand: number;
  parts: number;
  tariff_id: number;
  month: string | null;
  volume_before: number | null;
  reserved_micros: bigint;
  price_micros: bigint | null;
  package_micros: bigint | null;
};

export async function findPricedMessage(
  tx: Tx,
  id: string,
  partnerId: number | null,
): Promise<PricedMessageRow | undefined> {
  const rows = await tx.query<PricedMessageRow>(
    `select
       coalesce(d.steps_of, m.dispatch_id) as dispatch_id,
       m.company_id,
       m.status,
       t.route as brand,
       m.parts,
       t.tariff_id,
       coalesce(date_trunc('month', m.sent_at at time zone 'Europe/Moscow')::date, t.month)::text as month,
       m.volume_before,
       case
         when m.status = ${MESSAGE_STATUS_CODES.CREATED}
         then coalesce(m.parts * t.part_micros, m.amount_micros)
         else m.amount_micros
       end as reserved_micros,
       m.price_micros,
       m.package_micros
     from messages m
     join dispatches d on d.id = m.dispatch_id
     join strands t on t.dispatch_id = m.dispatch_id
       and t.strand = m.strand
     where m.id = $1
       and ($2::int is null or d.partner_id = $2)
       and t.tariff_id is not null`,
    [id, partnerId],
  );
  return rows[0];
}
