import { must } from '@volley/domain/must.ts';
import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** PARTNER: one object per request. MESSAGING: an array of events of the feed. */
export type CallbackForm = 'PARTNER' | 'MESSAGING';

export type QueuedEvents = { endpointId: number; dispatchId: number; count: number; events: string };

const queuedEvents = bulkColumns({ endpointId: 'int', dispatchId: 'int', count: 'int', events: 'text' }, 2);

/** Ids follow the order of the rows. */
export async function insertCallbackBatches(tx: Tx, rows: readonly QueuedEvents[]): Promise<void> {
  await tx.planned(
    `insert into callback_batches (${queuedEvents.names}, next_try_at)
     select ${queuedEvents.names}, $1
     from ${queuedEvents.withPosition('u', 'position')}
     order by position`,
    [tx.now, ...queuedEvents.values(rows)],
  );
}

/** `busy`: targets in progress by company id, at most `ofOneMax` per company. */
export type Claim = {
  readonly failing: boolean;
  readonly limit: number;
  readonly ofOneMax: number;
  readonly busy: ReadonlyMap<number, number>;
};

const busyTargets = bulkColumns({ companyId: 'int', places: 'int' }, 7);

/** Leases up to `limit` targets, failing or healthy ones, that have events due and no owner. */
export function claimTargets(tx: Tx, owner: string, leaseMs: number, claim: Claim) {
  return tx.planned<{
    id: number;
    company_id: number;
    form: CallbackForm;
    url: string;
    credentials_sealed: string | null;
    failing_since: Date | null;
    tls_checked: boolean;
  }>(
    `with free as (
       select
         c.id,
         coalesce(busy.places, 0)
           + row_number() over (partition by c.company_id order by c.lease_until nulls first) as place
       from callback_endpoints c
       left join ${busyTargets.as('busy')} using (company_id)
       where c.id in (
           select b.endpoint_id
           from callback_batches b
           where b.next_try_at <= $4
           union
           select r.endpoint_id
           from callback_ranges r
           where r.next_try_at <= $4
         )
         and (c.failing_since is not null) = $5
         and (c.owner is null or c.lease_until < clock_timestamp())
         and (c.probe_at is null or c.probe_at <= $4)
     )
     update callback_endpoints e
     set owner = $1, lease_until = clock_timestamp() + $2 * interval '1 millisecond'
     where e.id in (
       select c.id
       from free
       join callback_endpoints c using (id)
       where free.place <= $6
         and (c.owner is null or c.lease_until < clock_timestamp())
       order by c.lease_until nulls first
       limit $3
       for no key update of c skip locked
     )
     returning
       id,
       company_id,
       form,
       url,
       credentials_sealed,
       failing_since,
       (select callback_tls_checked from companies where companies.id = e.company_id) as tls_checked`,
    [
      owner,
      leaseMs,
      claim.limit,
      tx.now,
      claim.failing,
      claim.ofOneMax,
      ...busyTargets.values([...claim.busy].map(([companyId, places]) => ({ companyId, places }))),
    ],
  );
}

export async function renewTargetLease(tx: Tx, targetId: number, owner: string, leaseMs: number): Promise<void> {
  await tx.query(
    `update callback_endpoints
     set lease_until = clock_timestamp() + $3 * interval '1 millisecond'
     where id = $1
       and owner = $2`,
    [targetId, owner, leaseMs],
  );
}

export async function isOwned(tx: Tx, targetId: number, owner: string): Promise<boolean> {
  const rows = await tx.query(
    `select id
     from callback_endpoints
     where id = $1
       and owner = $2
       and lease_until > clock_timestamp()`,
    [targetId, owner],
  );
  return rows.length > 0;
}

/** Prevents another instance from claiming the target before the transaction ends. */
export async function lockOwned(tx: Tx, targetId: number, owner: string): Promise<void> {
  const rows = await tx.query(
    `select id
     from callback_endpoints
     where id = $1
       and owner = $2
       and lease_until > clock_timestamp()
     for no key update`,
    [targetId, owner],
  );
  if (rows.length === 0) throw new Error(`instance ${owner} lost the lease of callback target ${targetId}`);
}

export async function updateReleasedTarget(
  tx: Tx,
  targetId: number,
  owner: string,
  health: { failing: boolean; probeAt: Date | null },
): Promise<void> {
  await tx.query(
    `update callback_endpoints
     set
       owner = null,
       lease_until = clock_timestamp(),
       probe_at = $4,
       failing_since = case when $3 then coalesce(failing_since, $5) end
     where id = $1
       and owner = $2`,
    [targetId, owner, health.failing, health.probeAt, tx.now],
  );
}

export type CallbackBatch = { id: bigint; count: number; events: string; attempts: number; first_try_at: Date | null };

/** First tries in the order of their creation, then repeats. */
export function selectDueBatches(tx: Tx, targetId: number, limit: number) {
  return tx.query<CallbackBatch>(
    `select id, count, events, attempts, first_try_at
     from callback_batches
     where endpoint_id = $1
       and next_try_at <= $2
     order by least(attempts, 1), id
     limit $3`,
    [targetId, tx.now, limit],
  );
}

export async function countWaiting(tx: Tx, targetId: number): Promise<number> {
  const rows = await tx.query<{ waiting: bigint | null }>(
    `select sum(count) as waiting
     from callback_batches
     where endpoint_id = $1`,
    [targetId],
  );
  return Number(rows[0]?.waiting ?? 0n);
}

export async function deleteBatches(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await tx.query('delete from callback_batches where id = any($1::bigint[])', [ids]);
}

export type TriedBatch = {
  id: bigint;
  count: number;
  events: string;
  attempts: number;
  firstTryAt: Date;
  nextTryAt: Date;
};

const triedBatches = bulkColumns({
  id: 'bigint',
  count: 'int',
  events: 'text',
  attempts: 'smallint',
  firstTryAt: 'timestamptz',
  nextTryAt: 'timestamptz',
});

export async function updateTriedBatches(tx: Tx, rows: readonly TriedBatch[]): Promise<void> {
  await tx.query(
    `update callback_batches b
     set
       count = u.count,
       events = u.events,
       attempts = u.attempts,
       first_try_at = u.first_try_at,
       next_try_at = u.next_try_at
     from ${triedBatches.as('u')}
     where b.id = u.id`,
    triedBatches.values(rows),
  );
}

export async function addGivenUp(tx: Tx, targetId: number, events: number): Promise<void> {
  await tx.query(
    `update callback_endpoints
     set given_up = given_up + $2
     where id = $1`,
    [targetId, events],
  );
}

/** Counts a failed probe as a try of every due batch. Returns the events given up after their last try. */
export async function tryDueBatches(
  tx: Tx,
  targetId: number,
  plan: { stepMs: number; repeatsMax: number },
): Promise<number> {
  const rows = await tx.query<{ given_up: bigint }>(
    `with due as (
       select
         id,
         coalesce(first_try_at, $2) as first_try_at,
         greatest(
           0,
           floor(extract(epoch from $2::timestamptz - coalesce(first_try_at, $2)) * 1000 / $3)
         )::int as gone
       from callback_batches
       where endpoint_id = $1
         and next_try_at <= $2
       for update
     ),
     over as (
       delete from callback_batches b
       using due
       where b.id = due.id
         and due.gone >= $4
       returning b.count
     ),
     later as (
       update callback_batches b
       set
         attempts = greatest(b.attempts, due.gone) + 1,
         first_try_at = due.first_try_at,
         next_try_at = due.first_try_at + (due.gone + 1) * $3 * interval '1 millisecond'
       from due
       where b.id = due.id
         and due.gone < $4
     )
     select coalesce(sum(count), 0)::bigint as given_up
     from over`,
    [targetId, tx.now, plan.stepMs, plan.repeatsMax],
  );
  return Number(must(rows[0], `events given up at callback target ${targetId}`).given_up);
}

export async function updateLongLeases(tx: Tx, leaseMs: number): Promise<void> {
  await tx.query(
    `update callback_endpoints
     set lease_until = clock_timestamp() + $1 * interval '1 millisecond'
     where lease_until > clock_timestamp() + $1 * interval '1 millisecond'`,
    [leaseMs],
  );
}
