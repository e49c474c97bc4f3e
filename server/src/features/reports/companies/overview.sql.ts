// Statements of the overview page, bounded by the partner's own companies and by the number of shown rows.
import type { Moderation } from '@volley/domain/senders/sender-status.ts';
import { MESSAGE_STATUS_CODES } from '@volley/domain/sending/message-status.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { idBounds, type Scope } from '../messages/message-selection.sql.ts';
import { turnSql } from '../senders/sender-state.sql.ts';

export type Chosen = { readonly partnerId: number; readonly companyId: number | null };

const SHOWN_MAX = 5;
const COMPANIES_SHOWN = 8;

/** `c` is a company; $1 the partner, $2 the chosen company or null. */
const CHOSEN = `c.partner_id = $1
       and ($2::integer is null or c.id = $2)`;

/** Messages of these dispatches within the range; the index of the result is the status code. */
export async function countPartialByStatus(tx: Tx, { range }: Scope, ids: readonly number[]): Promise<number[]> {
  const { lo, hi } = idBounds(range);
  const rows = await tx.query<{ status: number; count: number }>(
    `select m.status, count(*)::double precision as count
     from dispatches d
     join messages m on m.dispatch_id = d.id
       and m.id between d.first_message_id and d.last_message_id
     where d.id = any($1::integer[])
       and m.id >= $2
       and m.id < $3
     group by m.status`,
    [ids, lo, hi],
  );
  return Object.values(MESSAGE_STATUS_CODES).map((status) => rows.find((row) => row.status === status)?.count ?? 0);
}

export type RunningRow = {
  readonly id: number;
  readonly name: string;
  readonly companyId: number;
  readonly companyName: string;
  readonly startedAt: Date | null;
  readonly total: number;
  readonly sent: number;
  readonly delivered: number;
  readonly failed: number;
  readonly unsent: number;
  /** Total number of running dispatches. */
  readonly running: number;
};

export function selectRunning(tx: Tx, { partnerId, companyId }: Chosen): Promise<RunningRow[]> {
  return tx.query<RunningRow>(
    `select
       d.id,
       d.name,
       c.id as "companyId",
       c.name as "companyName",
       d.started_at as "startedAt",
       d.messages_total as total,
       d.messages_sent as sent,
       d.messages_delivered as delivered,
       d.messages_failed as failed,
       d.messages_unsent as unsent,
       count(*) over ()::integer as running
     from companies c
     join dispatches d on d.company_id = c.id
     where ${CHOSEN}
       and d.status = 'STARTED'
       and d.kind <> 'SEND'
     order by d.started_at desc nulls last, d.id desc
     limit ${SHOWN_MAX}`,
    [partnerId, companyId],
  );
}

export type BudgetRow = {
  readonly companyId: number;
  readonly name: string;
  readonly budgetMicros: bigint | null;
  readonly spentMicros: bigint;
  readonly reservedMicros: bigint;
};

/** Highest share of the budget first, then companies without a budget by spending. */
export function selectBudgets(tx: Tx, { partnerId, companyId }: Chosen, month: string): Promise<BudgetRow[]> {
  return tx.query<BudgetRow>(
    `select
       c.id as "companyId",
       c.name,
       c.budget_micros as "budgetMicros",
       coalesce(m.spent_micros, 0) as "spentMicros",
       coalesce(m.reserved_micros, 0) as "reservedMicros"
     from companies c
     left join company_months m on m.company_id = c.id
       and m.month = $3
     where ${CHOSEN}
       and c.status = 'ACTIVE'
     order by
       (coalesce(m.spent_micros, 0) + coalesce(m.reserved_micros, 0))::numeric
         / nullif(c.budget_micros, 0) desc nulls last,
       coalesce(m.spent_micros, 0) desc,
       c.id
     limit ${COMPANIES_SHOWN}`,
    [partnerId, companyId, month],
  );
}

export type WaitingSender = {
  readonly id: number;
  readonly senderName: string;
  readonly brand: string;
  readonly companyId: number;
  readonly companyName: string;
  readonly status: string;
  readonly comment: string | null;
  readonly waiting: number;
};

export function selectWaitingSenders(tx: Tx, { partnerId, companyId }: Chosen, moderation: Moderation) {
  return tx.query<WaitingSender>(
    `select
       s.id,
       s.sender_name as "senderName",
       s.brand,
       c.id as "companyId",
       c.name as "companyName",
       s.status,
       s.manager_comment as comment,
       count(*) over ()::integer as waiting
     from companies c
     join senders s on s.company_id = c.id
     where c.partner_id = $2
       and ($3::integer is null or c.id = $3)
       and s.registered
       and (${turnSql(moderation)}) = 'partner'
     order by s.id desc
     limit ${SHOWN_MAX}`,
    [tx.now, partnerId, companyId],
  );
}

export type FailingTarget = {
  readonly id: number;
  readonly url: string;
  readonly companyId: number;
  readonly companyName: string;
  readonly since: Date;
};

export async function selectCallbackHealth(tx: Tx, { partnerId, companyId }: Chosen) {
  const [counts] = await tx.query<{ endpoints: number; attempts: number; refused: number }>(
    `select
       count(*)::integer as endpoints,
       coalesce(sum(a.attempts), 0)::double precision as attempts,
       coalesce(sum(a.refused), 0)::double precision as refused
     from companies c
     join callback_endpoints e on e.company_id = c.id
     cross join lateral (
       select
         count(*) as attempts,
         count(*) filter (where t.status is null or t.status not between 200 and 299) as refused
       from callback_attempts t
       where t.endpoint_id = e.id
         and t.at > $3::timestamptz - interval '1 day') a
     where ${CHOSEN}`,
    [partnerId, companyId, tx.now],
  );
  const failing = await tx.query<FailingTarget>(
    `select e.id, e.url, c.id as "companyId", c.name as "companyName", e.failing_since as since
     from companies c
     join callback_endpoints e on e.company_id = c.id
     where ${CHOSEN}
       and e.failing_since is not null
     order by e.failing_since
     limit ${SHOWN_MAX}`,
    [partnerId, companyId],
  );
  return { ...(counts ?? { endpoints: 0, attempts: 0, refused: 0 }), failing };
}

/** Onboarding steps that the partner has completed. */
export type Beginnings = Readonly<Record<'company' | 'sender' | 'key' | 'message' | 'callback', boolean>>;

const existsWith = (join: string) => `exists (select from companies c ${join} where ${CHOSEN})`;

export async function selectBeginnings(tx: Tx, { partnerId, companyId }: Chosen): Promise<Beginnings> {
  const [row] = await tx.query<Beginnings>(
    `select
       ${existsWith('')} as company,
       ${existsWith('join senders s on s.company_id = c.id')} as sender,
       ${existsWith('join api_keys k on k.company_id = c.id')} as key,
       ${existsWith('join dispatches d on d.company_id = c.id and d.messages_sent > 0')} as message,
       ${existsWith('join callback_endpoints e on e.company_id = c.id')} as callback`,
    [partnerId, companyId],
  );
  return row ?? { company: false, sender: false, key: false, message: false, callback: false };
}

export type FailureRow = { readonly errorCode: number; readonly meaning: string | null; readonly count: number };

/** Scans the messages of dispatches with failures only. */
export function selectFailures(tx: Tx, { partnerId, companyId }: Chosen, { range }: Pick<Scope, 'range'>) {
  const { lo, hi } = idBounds(range);
  return tx.query<FailureRow>(
    `select x."errorCode", e.meaning, x.count
     from (
       select m.error_code as "errorCode", count(*)::double precision as count
       from companies c
       join dispatches d on d.company_id = c.id
       join messages m on m.dispatch_id = d.id
         and m.id between d.first_message_id and d.last_message_id
       where ${CHOSEN}
         and d.messages_failed > 0
         and d.first_message_id < $4
         and d.last_message_id >= $3
         and m.id >= $3
         and m.id < $4
         and m.status = ${MESSAGE_STATUS_CODES.FAILED}
         and m.error_code is not null
       group by m.error_code
       order by count desc, m.error_code
       limit 8) x
     left join message_errors e on e.code = x."errorCode"
     order by x.count desc, x."errorCode"`,
    [partnerId, companyId, lo, hi],
  );
}
