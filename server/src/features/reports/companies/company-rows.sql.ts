import type { Moderation } from '@volley/domain/senders/sender-status.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { LIVING_FIRST, turnSql, usableSql } from '../senders/sender-state.sql.ts';

export type CompanyRow = {
  companyId: number;
  name: string;
  counteragentInn: string;
  status: 'ACTIVE' | 'DISABLED';
  budgetMicros: bigint | null;
  spentMicros: bigint;
  reservedMicros: bigint;
  running: number;
  senders: { total: number; usable: number; waiting: number; yours: number };
  createdAt: Date;
};

export type CompanyRowFilter = {
  readonly q?: string | undefined;
  readonly status?: 'ACTIVE' | 'DISABLED' | undefined;
  readonly companyId?: number | undefined;
};

export type CompanySort = 'name' | 'spent' | 'created';

const ORDER: Readonly<Record<CompanySort, string>> = {
  name: 'lower(c.name), c.id',
  spent: 'coalesce(m.spent_micros, 0) desc, c.id',
  created: 'c.id desc',
};

const MATCHES = `c.partner_id = $1
       and ($2::text is null or c.name ilike $2 or c.counteragent_inn like $3)
       and ($4::text is null or c.status = $4)
       and ($5::integer is null or c.id = $5)`;

/** `q` matches a part of the name or the beginning of the INN. */
function valuesOf(partnerId: number, { q, status, companyId }: CompanyRowFilter): unknown[] {
  const sought = q === undefined || q.trim() === '' ? null : q.trim().replaceAll(/[\\%_]/g, '\\$&');
  return [partnerId, sought && `%${sought}%`, sought && `${sought}%`, status ?? null, companyId ?? null];
}

/** The sender expressions expect the time as `$1`; here it is `$7`. */
const atTime = (expression: string) => expression.replaceAll('$1', '$7');

export function selectCompanyRows(
  tx: Tx,
  partnerId: number,
  filter: CompanyRowFilter,
  page: {
    readonly month: string;
    readonly moderation: Moderation;
    readonly sort: CompanySort;
    readonly limit: number;
    readonly offset: number;
  },
): Promise<CompanyRow[]> {
  return tx.query<CompanyRow>(
    `select
       c.id as "companyId",
       c.name,
       c.counteragent_inn as "counteragentInn",
       c.status,
       c.budget_micros as "budgetMicros",
       coalesce(m.spent_micros, 0) as "spentMicros",
       coalesce(m.reserved_micros, 0) as "reservedMicros",
       c.created_at as "createdAt",
       (
         select count(*)::integer
         from dispatches d
         where d.company_id = c.id
           and d.status = 'STARTED'
           and d.kind <> 'SEND') as running,
       (
         select
           json_build_object(
             'total', count(*),
             'usable', count(*) filter (where n.usable),
             'waiting', count(*) filter (where n.turn in ('platform', 'operator')),
             'yours', count(*) filter (where n.turn = 'partner'))
         from (
           select distinct on (s.channel_type, s.sender_name, s.brand)
             ${atTime(usableSql(page.moderation))} as usable,
             ${atTime(turnSql(page.moderation))} as turn
           from senders s
           where s.company_id = c.id
             and s.registered
           order by s.channel_type, s.sender_name, s.brand, ${atTime(LIVING_FIRST)}) n) as senders
     from companies c
     left join company_months m on m.company_id = c.id
       and m.month = $6
     where ${MATCHES}
     order by ${ORDER[page.sort]}
     limit $8
     offset $9`,
    [...valuesOf(partnerId, filter), page.month, tx.now, page.limit, page.offset],
  );
}

export async function countCompanyRows(tx: Tx, partnerId: number, filter: CompanyRowFilter): Promise<number> {
  const rows = await tx.query<{ total: number }>(
    `select count(*)::integer as total
     from companies c
     where ${MATCHES}`,
    valuesOf(partnerId, filter),
  );
  return rows[0]?.total ?? 0;
}
