// Volumes of a month from the strands of its dispatches: every message once, by the attributes of its price. A dispatch
// that spans two months counts in the later one.
import type { SenderType, TrafficType } from '@volley/domain/money/tariff.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type VolumeRow = {
  readonly company_id: number;
  readonly brand: number;
  readonly sender_type: SenderType;
  readonly traffic_type: TrafficType;
  readonly country: string | null;
  readonly messages: number;
  readonly parts: number;
};

/** Companies whose partners have one of these price lists; null: all. Ordered by company because of the limit. */
export function selectVolumes(tx: Tx, month: string, priceListIds: readonly number[] | null, limit: number) {
  return tx.query<VolumeRow>(
    `select
       t.company_id,
       t.route as brand,
       r.sender_type,
       t.traffic_type,
       t.country,
       sum(t.messages)::double precision as messages,
       sum(t.parts)::double precision as parts
     from dispatches d
     join strands t on t.dispatch_id = d.id
     join tariffs r on r.id = t.tariff_id
     join partners p on p.id = d.partner_id
     where t.month = $1
       and ($2::int[] is null or p.price_list_id = any($2))
     group by 1, 2, 3, 4, 5
     order by 1, 2, 3, 4, 5
     limit $3`,
    [month, priceListIds, limit],
  );
}

export type PayingCompany = {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
  readonly priceListId: number;
};

export function selectPayers(tx: Tx, ids: readonly number[]) {
  return tx.query<PayingCompany>(
    `select c.id, c.name, p.currency, p.price_list_id as "priceListId"
     from companies c
     join partners p on p.id = c.partner_id
     where c.id = any($1)`,
    [ids],
  );
}

export function selectRecipients(tx: Tx, month: string, ids: readonly number[]) {
  return tx.query<{ company_id: number; brand: number; count: number }>(
    `select company_id, brand, count
     from volume_counters
     where month = $1
       and model = 'MAU'
       and company_id = any($2)`,
    [month, ids],
  );
}
