import type { DispatchStatus } from '@volley/domain/dispatches/dispatch-status.ts';
import type { ChannelType } from '@volley/domain/sending/channel.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type RecentDispatchRow = {
  id: number;
  name: string;
  status: DispatchStatus;
  channelType: ChannelType;
  total: number;
  sent: number;
  delivered: number;
  failed: number;
  unsent: number;
  createdAt: Date;
  startedAt: Date | null;
};

export function selectRecentDispatches(tx: Tx, companyId: number, limit: number) {
  return tx.query<RecentDispatchRow>(
    `select
       id,
       name,
       status,
       channel_type as "channelType",
       messages_total as total,
       messages_sent as sent,
       messages_delivered as delivered,
       messages_failed as failed,
       messages_unsent as unsent,
       created_at as "createdAt",
       started_at as "startedAt"
     from dispatches
     where company_id = $1
       and kind <> 'SEND'
     order by id desc
     limit $2`,
    [companyId, limit],
  );
}

/** Messages of running dispatches that are not submitted yet. */
export async function countWaiting(tx: Tx, companyId: number): Promise<number> {
  const rows = await tx.query<{ waiting: number }>(
    `select coalesce(sum(messages_total - messages_sent - messages_unsent), 0)::integer as waiting
     from dispatches
     where company_id = $1
       and status = 'STARTED'
       and ended_at is null`,
    [companyId],
  );
  return rows[0]?.waiting ?? 0;
}

export async function countDocuments(tx: Tx, companyId: number): Promise<number> {
  const rows = await tx.query<{ total: number }>(
    `select count(*)::integer as total
     from documents
     where company_id = $1`,
    [companyId],
  );
  return rows[0]?.total ?? 0;
}

export type MonthRow = {
  month: string;
  spentMicros: bigint;
  reservedMicros: bigint;
  feesMicros: bigint;
  /** Changes of closed earlier months; outside the budget. */
  lateMicros: bigint;
  isClosed: boolean;
};

/** Newest first; months without money or fees are absent. */
export function selectMonths(tx: Tx, companyId: number, limit: number): Promise<MonthRow[]> {
  return tx.query<MonthRow>(
    `select
       coalesce(m.month, f.month)::text as month,
       coalesce(m.spent_micros, 0) as "spentMicros",
       coalesce(m.reserved_micros, 0) as "reservedMicros",
       coalesce(f.fees, 0)::bigint as "feesMicros",
       coalesce(m.late_micros, 0) as "lateMicros",
       m.closed_at is not null as "isClosed"
     from (select * from company_months where company_id = $1) m
     full join (
       select month, sum(value_micros) as fees
       from sender_fee_charges
       where company_id = $1
       group by month) f on f.month = m.month
     order by 1 desc
     limit $2`,
    [companyId, limit],
  );
}

/** Sum over all months. */
export async function selectReserved(tx: Tx, companyId: number): Promise<bigint> {
  const rows = await tx.query<{ reservedMicros: bigint }>(
    `select coalesce(sum(reserved_micros), 0)::bigint as "reservedMicros"
     from company_months
     where company_id = $1`,
    [companyId],
  );
  return rows[0]?.reservedMicros ?? 0n;
}

/** Spending under the budget, by Moscow day; changes of closed months are excluded. */
export function selectSpendingByDay(tx: Tx, companyId: number, month: string) {
  return tx.query<{ day: string; spentMicros: bigint }>(
    `select
       (created_at at time zone 'Europe/Moscow')::date::text as day,
       sum(spent_micros)::bigint as "spentMicros"
     from ledger
     where company_id = $1
       and month = $2
       and late_of is null
       and spent_micros <> 0
     group by 1
     order by 1`,
    [companyId, month],
  );
}

export type DocumentUseRow = { documentId: string; id: number; senderName: string };

export function selectDocumentUse(tx: Tx, companyId: number): Promise<DocumentUseRow[]> {
  return tx.query<DocumentUseRow>(
    `select distinct on (d, s.sender_name) d as "documentId", s.id, s.sender_name as "senderName"
     from senders s, unnest(s.document_ids) d
     where s.company_id = $1
       and s.registered
     order by d, s.sender_name, s.id`,
    [companyId],
  );
}
