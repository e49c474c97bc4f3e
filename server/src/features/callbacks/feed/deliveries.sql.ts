import type { Tx } from '../../../platform/database/database.ts';
import type { CallbackForm } from '../partner/callbacks.sql.ts';

/** `recovered`: the request failed, a later one delivered its events. */
export type DeliveryState = 'delivered' | 'retrying' | 'recovered' | 'given-up';

export type DeliveryRow = {
  readonly id: number;
  readonly at: Date;
  readonly companyId: number;
  readonly targetId: number;
  readonly url: string;
  readonly hasCredentials: boolean;
  readonly form: CallbackForm;
  readonly kinds: string | null;
  readonly events: number;
  readonly messageUuid: string | null;
  readonly state: DeliveryState;
  readonly attempt: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
  readonly numbers: string | null;
  readonly webhookId: string | null;
  readonly response: string | null;
  readonly nextTryAt: Date | null;
  readonly attemptsMade: number | null;
};

export type DeliveryFilter = {
  readonly companyId?: number | undefined;
  readonly targetId?: number | undefined;
  readonly state?: DeliveryState | undefined;
  readonly messageUuid?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly before?: number | undefined;
  readonly id?: number | undefined;
};

// `w`: the earliest waiting or given-up row of the attempt. Arrays are matched by numbers, single callbacks by target.
const ROWS = `
  select
    a.id::double precision as id,
    a.at,
    a.company_id as "companyId",
    a.endpoint_id as "targetId",
    e.url,
    e.credentials_sealed is not null as "hasCredentials",
    e.form,
    a.kinds,
    a.events,
    a.message_uuid as "messageUuid",
    a.attempt,
    a.status,
    a.error,
    a.ms,
    a.numbers::text as numbers,
    a.webhook_id as "webhookId",
    a.response,
    w.next_try_at as "nextTryAt",
    w.attempts as "attemptsMade",
    case
      when a.status between 200 and 299 then 'delivered'
      when w.next_try_at is not null then 'retrying'
      when w.given_up_at is not null or a.attempt > $12 then 'given-up'
      else 'recovered'
    end as state
  from callback_attempts a
  join callback_endpoints e on e.id = a.endpoint_id
  join companies c on c.id = a.company_id
  left join lateral (
    select next_try_at, given_up_at, attempts
    from (
      select r.next_try_at, r.given_up_at, r.attempts
      from callback_ranges r
      where a.numbers is not null
        and r.endpoint_id = a.endpoint_id
        and r.attempts > 0
        and r.numbers && a.numbers
      union all
      select b.next_try_at, null, b.attempts
      from callback_batches b
      where a.numbers is null
        and b.endpoint_id = a.endpoint_id
        and b.attempts > 0
        and b.first_try_at <= a.at
    ) waiting
    order by next_try_at nulls last
    limit 1
  ) w on a.status is null or a.status not between 200 and 299
  where c.partner_id = $1
    and a.id is not null
    and ($2::int is null or a.company_id = $2)
    and ($3::int is null or a.endpoint_id = $3)
    and ($4::uuid is null or a.message_uuid = $4)
    and ($5::timestamptz is null or a.at >= $5)
    and ($6::timestamptz is null or a.at < $6)
    and ($7::bigint is null or a.id < $7)
    and ($8::bigint is null or a.id = $8)
    and ($9::boolean is null or coalesce(a.status between 200 and 299, false) = $9)`;

/** Newest first. */
export function selectDeliveries(
  tx: Tx,
  partnerId: number,
  filter: DeliveryFilter,
  { limit, repeatsMax }: { limit: number; repeatsMax: number },
): Promise<DeliveryRow[]> {
  return tx.query<DeliveryRow>(
    `select *
     from (${ROWS}) deliveries
     where ($10::text is null or state = $10)
     order by id desc
     limit $11`,
    [
      partnerId,
      filter.companyId ?? null,
      filter.targetId ?? null,
      filter.messageUuid ?? null,
      filter.from ?? null,
      filter.to ?? null,
      filter.before ?? null,
      filter.id ?? null,
      // Filters by success before the lateral join: most requests succeed.
      filter.state === undefined ? null : filter.state === 'delivered',
      filter.state ?? null,
      limit,
      repeatsMax,
    ],
  );
}

export type AttemptOfDelivery = {
  readonly id: number;
  readonly at: Date;
  readonly attempt: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
};

/** Requests to the target that carried one of the numbers, oldest first. */
export function selectAttemptsOf(
  tx: Tx,
  { targetId, numbers }: { targetId: number; numbers: string },
  limit: number,
): Promise<AttemptOfDelivery[]> {
  return tx.query<AttemptOfDelivery>(
    `select id::double precision as id, at, attempt, status, error, ms
     from callback_attempts
     where endpoint_id = $1
       and id is not null
       and numbers && $2::int8multirange
     order by at, id
     limit $3`,
    [targetId, numbers, limit],
  );
}

export type TargetRow = {
  readonly id: number;
  readonly companyId: number;
  readonly form: CallbackForm;
  readonly url: string;
  readonly hasCredentials: boolean;
  readonly failingSince: Date | null;
  readonly waiting: number;
  readonly nextTryAt: Date | null;
  readonly givenUp: number;
};

export function selectTargets(
  tx: Tx,
  partnerId: number,
  { companyId, id }: { companyId?: number | undefined; id?: number | undefined },
  limit: number,
): Promise<TargetRow[]> {
  return tx.query<TargetRow>(
    `select
       e.id,
       e.company_id as "companyId",
       e.form,
       e.url,
       e.credentials_sealed is not null as "hasCredentials",
       e.failing_since as "failingSince",
       e.given_up::double precision as "givenUp",
       coalesce(w.waiting, 0)::double precision as waiting,
       w.next_try_at as "nextTryAt"
     from callback_endpoints e
     join companies c on c.id = e.company_id
     left join lateral (
       select sum(count) as waiting, min(next_try_at) as next_try_at
       from (
         select b.count, b.next_try_at
         from callback_batches b
         where b.endpoint_id = e.id
         union all
         select r.count, r.next_try_at
         from callback_ranges r
         where r.endpoint_id = e.id
           and r.next_try_at is not null
       ) waiting_rows
     ) w on true
     where c.partner_id = $1
       and ($2::int is null or e.company_id = $2)
       and ($3::int is null or e.id = $3)
     order by e.failing_since nulls last, e.id desc
     limit $4`,
    [partnerId, companyId ?? null, id ?? null, limit],
  );
}

export type HourRow = { readonly targetId: number; readonly at: Date; readonly taken: number; readonly failed: number };

export function selectHours(tx: Tx, targetIds: readonly number[], from: Date): Promise<HourRow[]> {
  return tx.query<HourRow>(
    `select
       endpoint_id as "targetId",
       date_trunc('hour', at, 'UTC') as at,
       coalesce(sum(events) filter (where status between 200 and 299), 0)::int as taken,
       coalesce(sum(events) filter (where status is null or status not between 200 and 299), 0)::int as failed
     from callback_attempts
     where endpoint_id = any($1::int[])
       and at >= $2
     group by 1, 2
     order by 1, 2`,
    [targetIds, from],
  );
}

export type TargetAccess = { readonly sealed: string | null; readonly tlsChecked: boolean };

export async function selectAccess(tx: Tx, targetId: number): Promise<TargetAccess | undefined> {
  const rows = await tx.query<TargetAccess>(
    `select e.credentials_sealed as sealed, c.callback_tls_checked as "tlsChecked"
     from callback_endpoints e
     join companies c on c.id = e.company_id
     where e.id = $1`,
    [targetId],
  );
  return rows[0];
}
