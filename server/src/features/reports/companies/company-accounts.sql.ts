// Companies with the month's money and their running dispatches, for staff.
import type { Tx } from '../../../platform/database/database.ts';

export type CompanyAccount = {
  readonly companyId: number;
  readonly name: string;
  readonly counteragentInn: string;
  readonly partnerId: number;
  readonly partnerLogin: string;
  readonly status: 'ACTIVE' | 'DISABLED';
  readonly currency: string;
  readonly budgetMicros: bigint | null;
  readonly spentMicros: bigint;
  readonly reservedMicros: bigint;
  /** Without the reserved amount; null: no wallet. */
  readonly walletMicros: bigint | null;
  readonly running: number;
  readonly sendersApproved: number;
  readonly sendersWaiting: number;
};

export type AccountFilter = {
  readonly partnerId?: number;
  readonly status?: 'ACTIVE' | 'DISABLED';
  /** Part of the name or of the partner's login, or the whole INN. */
  readonly search?: string;
};

const MATCHES = `($1::integer is null or c.partner_id = $1)
       and ($2::text is null or c.status = $2)
       and (
         $3::text is null
         or c.counteragent_inn = $3
         or strpos(lower(c.name), lower($3)) > 0
         or strpos(lower(p.login), lower($3)) > 0)`;
const RUNNING = `d.company_id = c.id
       and d.status = 'STARTED'
       and d.ended_at is null
       and d.kind <> 'SEND'`;

const valuesOf = (filter: AccountFilter) => [filter.partnerId ?? null, filter.status ?? null, filter.search ?? null];

export function selectAccounts(
  tx: Tx,
  filter: AccountFilter & { readonly month: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<CompanyAccount[]> {
  return tx.query<CompanyAccount>(
    `select
       c.id as "companyId",
       c.name,
       c.counteragent_inn as "counteragentInn",
       c.partner_id as "partnerId",
       p.login as "partnerLogin",
       c.status,
       p.currency,
       c.budget_micros as "budgetMicros",
       coalesce(m.spent_micros, 0) as "spentMicros",
       coalesce(m.reserved_micros, 0) as "reservedMicros",
       (
         select w.balance_micros
         from wallets w
         where w.company_id = c.id
           and w.currency = p.currency) as "walletMicros",
       (select count(*)::integer from dispatches d where ${RUNNING}) as running,
       (
         select count(*)::integer
         from senders s
         where s.company_id = c.id
           and s.registered
           and s.status = 'APPROVED') as "sendersApproved",
       (
         select count(*)::integer
         from senders s
         where s.company_id = c.id
           and s.registered
           and s.status in ('PRE_REVIEW', 'INTERNAL_REVIEW', 'EXTERNAL_REVIEW')) as "sendersWaiting"
     from companies c
     join partners p on p.id = c.partner_id
     left join company_months m on m.company_id = c.id
       and m.month = $4
     where ${MATCHES}
     order by c.id
     limit $5
     offset $6`,
    [...valuesOf(filter), filter.month, limit, offset],
  );
}

export async function countAccounts(tx: Tx, filter: AccountFilter): Promise<number> {
  const rows = await tx.query<{ total: number }>(
    `select count(*)::integer as total
     from companies c
     join partners p on p.id = c.partner_id
     where ${MATCHES}`,
    valuesOf(filter),
  );
  return rows[0]?.total ?? 0;
}

export type RunningDispatch = {
  readonly id: number;
  readonly name: string;
  readonly channelType: string;
  readonly startedAt: Date | null;
  readonly accepted: number;
  readonly sent: number;
  readonly delivered: number;
  readonly failed: number;
  /** Failed messages that were never submitted to an operator. */
  readonly unsent: number;
};

export function selectRunning(tx: Tx, companyId: number, limit: number): Promise<RunningDispatch[]> {
  return tx.query<RunningDispatch>(
    `select
       d.id,
       d.name,
       d.channel_type as "channelType",
       d.started_at as "startedAt",
       d.messages_total as accepted,
       d.messages_sent as sent,
       d.messages_delivered as delivered,
       d.messages_failed as failed,
       d.messages_unsent as unsent
     from dispatches d
     join companies c on c.id = d.company_id
     where c.id = $1
       and ${RUNNING}
     order by d.id desc
     limit $2`,
    [companyId, limit],
  );
}

export type AccountMonth = { readonly month: string; readonly spentMicros: bigint; readonly reservedMicros: bigint };

export function selectMonths(tx: Tx, companyId: number, limit: number): Promise<AccountMonth[]> {
  return tx.query<AccountMonth>(
    `select
       to_char(month, 'YYYY-MM') as month,
       spent_micros as "spentMicros",
       reserved_micros as "reservedMicros"
     from company_months
     where company_id = $1
     order by company_months.month desc
     limit $2`,
    [companyId, limit],
  );
}
