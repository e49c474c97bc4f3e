// Facts for alerts that the operations wall does not show. Like its statements, they read open rows, never history.
import type { Tx } from '../../../platform/database/database.ts';

const LISTED_MAX = 50;

export type InboxRow = { readonly oldestId: bigint | null; readonly events: number };

const INBOX_COUNTED_MAX = 10_000;

/** Counts the events of the oldest entries only. */
export async function selectOldestInbox(tx: Tx): Promise<InboxRow> {
  const rows = await tx.query<InboxRow>(
    `select min(i.id) as "oldestId", coalesce(sum(i.count), 0)::float8 as events
     from (
       select id, count
       from event_inbox
       order by id
       limit ${INBOX_COUNTED_MAX}) i`,
  );
  return rows[0] ?? { oldestId: null, events: 0 };
}

export type ClosedAccount = { readonly senderId: number; readonly channelType: string; readonly companyId: number };

export function selectClosedAccounts(tx: Tx): Promise<ClosedAccount[]> {
  return tx.query<ClosedAccount>(
    `select a.sender_id as "senderId", s.channel_type as "channelType", a.company_id as "companyId"
     from sender_accounts a
     join senders s on s.id = a.sender_id
     where a.problem is not null
     order by a.problem_at desc
     limit ${LISTED_MAX}`,
  );
}

export type StoppedTemplate = {
  readonly templateId: number;
  readonly companyId: number;
  readonly providerStatus: string;
};

export function selectStoppedTemplates(tx: Tx): Promise<StoppedTemplate[]> {
  return tx.query<StoppedTemplate>(
    `select id as "templateId", company_id as "companyId", coalesce(provider_status, '') as "providerStatus"
     from templates
     where status not in ('REJECTED', 'DENIED', 'CLOSED')
       and provider_problem is not null
     order by id desc
     limit ${LISTED_MAX}`,
  );
}

export type PartitionHorizon = { readonly table: string; readonly daysAhead: number };

export function selectPartitionHorizons(tx: Tx): Promise<PartitionHorizon[]> {
  return tx.query<PartitionHorizon>(
    `select
       i.inhparent::regclass::text as "table",
       right(max(c.relname), 8)::date - ($1::timestamptz at time zone 'UTC')::date as "daysAhead"
     from pg_inherits i
     join pg_class c on c.oid = i.inhrelid
       and c.relkind = 'r'
     join pg_partitioned_table p on p.partrelid = i.inhparent
     group by 1
     order by 1`,
    [tx.now],
  );
}

export type OldDoubts = { readonly link: string; readonly batches: number; readonly oldestSeconds: number };

/** `in_flight_at` is real time. */
export function selectOldDoubts(tx: Tx): Promise<OldDoubts[]> {
  return tx.query<OldDoubts>(
    `select
       l.name as link,
       count(*)::integer as batches,
       extract(epoch from clock_timestamp() - min(b.in_flight_at))::float8 as "oldestSeconds"
     from batches b
     join operator_links l on l.id = b.link_id
     where b.waiting_for = 'doubt'
       and b.in_flight_at is not null
     group by 1
     order by 1`,
  );
}

export type RecentSpending = { readonly companyId: number; readonly country: string };

export function selectSpending(tx: Tx, since: Date): Promise<RecentSpending[]> {
  return tx.query<RecentSpending>(
    `select distinct company_id as "companyId", country
     from spend_alarms
     where raised_at >= $1
     order by 1, 2
     limit ${LISTED_MAX}`,
    [since],
  );
}

export type AuditAge = { readonly findings: number; readonly ageSeconds: number };

export async function selectAuditAge(tx: Tx): Promise<AuditAge | null> {
  const rows = await tx.query<AuditAge>(
    `select findings, extract(epoch from clock_timestamp() - ended_at)::float8 as "ageSeconds"
     from last_audits`,
  );
  return rows[0] ?? null;
}
