import type { LinkMode } from '@volley/domain/links/link-order.ts';
import type { Tx } from '../../platform/database/database.ts';

type ContextRow = {
  status: string;
  routing: 'fallback' | 'strict';
  linkMode: LinkMode;
  priceListId: number;
  tariffs: number;
  general: boolean | null;
  own: boolean | null;
  hasTemplates: boolean;
  hasBlockLists: boolean;
  walletMicros: bigint;
  budgetMicros: bigint | null;
  openCountries: string[] | null;
  volumes: { brand: number; model: string; count: number }[] | null;
};

type ContextKey = { companyId: number; partnerId: number; currency: string; month: string };

export async function selectContext(tx: Tx, key: ContextKey): Promise<ContextRow | undefined> {
  const rows = await tx.planned<ContextRow>(
    `select
       c.status,
       c.routing,
       c.link_mode as "linkMode",
       p.price_list_id as "priceListId",
       (select count(*)::int from tariffs) as tariffs,
       (select is_on from feature_switches where name = 'accept-messages' and company_id is null) as general,
       (select is_on from feature_switches where name = 'accept-messages' and company_id = c.id) as own,
       exists (
         select from templates t
         where t.company_id = c.id
           and t.status not in ('REJECTED', 'DENIED', 'CLOSED')) as "hasTemplates",
       exists (select from blacklist b where b.company_id = c.id)
         or exists (select from blocked_numbers)
         or exists (select from blocked_sender_names) as "hasBlockLists",
       coalesce(c.allowed_countries, p.allowed_countries) as "openCountries",
       coalesce(w.balance_micros, 0) as "walletMicros",
       c.budget_micros - coalesce(m.reserved_micros + m.spent_micros, 0) as "budgetMicros",
       (
         select json_agg(json_build_object('brand', v.brand, 'model', v.model, 'count', v.count))
         from volume_counters v
         where v.company_id = c.id
           and v.month = $4) as volumes
     from companies c
     join partners p on p.id = c.partner_id
     left join wallets w on w.company_id = c.id and w.currency = $3
     left join company_months m on m.company_id = c.id and m.month = $4
     where c.id = $1
       and c.partner_id = $2`,
    [key.companyId, key.partnerId, key.currency, key.month],
  );
  return rows[0];
}
