import { textArrayLiteral } from '../../platform/array-literal.ts';
import type { Tx } from '../../platform/database.ts';

/** PARTNER: one object a request. MESSAGING: an array of events of the feed. */
export type CallbackForm = 'PARTNER' | 'MESSAGING';

export type EndpointRow = {
  companyId: number;
  form: CallbackForm;
  url: string;
  credentialsSealed: string | null;
  identityDigest: string;
};

/** Identity → id. Those that are there are only read. */
export async function upsertEndpoints(tx: Tx, rows: readonly EndpointRow[]): Promise<Map<string, number>> {
  const found = await tx.query<{ id: number; digest: string }>(
    `select e.id, e.identity_digest as digest from unnest($1::int[], $2::text[]) as u(company_id, digest)
     join callback_endpoints e on e.company_id = u.company_id and e.identity_digest = u.digest`,
    [rows.map((row) => row.companyId), rows.map((row) => row.identityDigest)],
  );
  const ids = new Map(found.map(({ id, digest }) => [digest, id]));
  const missing = rows.filter((row) => !ids.has(row.identityDigest));
  const stored = missing.length === 0 ? [] : await insertEndpoints(tx, missing);
  for (const { id, digest } of stored) ids.set(digest, id);
  return ids;
}

function insertEndpoints(tx: Tx, rows: readonly EndpointRow[]) {
  return tx.query<{ id: number; digest: string }>(
    `insert into callback_endpoints (company_id, url, credentials_sealed, identity_digest, form)
     select * from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[]) as u(company_id, url, sealed, digest, form) order by digest
     on conflict (company_id, identity_digest) do update set url = excluded.url returning id, identity_digest as digest`,
    [
      rows.map((row) => row.companyId),
      rows.map((row) => row.url),
      rows.map((row) => row.credentialsSealed),
      rows.map((row) => row.identityDigest),
      rows.map((row) => row.form),
    ],
  );
}

export type QueuedEvents = { endpointId: number; dispatchId: number; count: number; events: string };

/** Adds events in their order. */
export async function insertCallbackBatches(tx: Tx, rows: readonly QueuedEvents[]): Promise<void> {
  await tx.planned(
    `insert into callback_batches (endpoint_id, dispatch_id, count, events, next_try_at)
     select endpoint_id, dispatch_id, count, events, $5 from unnest($1::int[], $2::int[], $3::int[], $4::text[])
     with ordinality as u(endpoint_id, dispatch_id, count, events, position) order by position`,
    [
      rows.map((row) => row.endpointId),
      rows.map((row) => row.dispatchId),
      rows.map((row) => row.count),
      textArrayLiteral(rows.map((row) => row.events)),
      tx.now,
    ],
  );
}

/** `busy`: how many endpoints of a company are being worked on already, of `ofOneMax` that it may have. */
export type Claim = {
  readonly failing: boolean;
  readonly limit: number;
  readonly ofOneMax: number;
  readonly busy: ReadonlyMap<number, number>;
};

/** Takes up to `limit` endpoints, failing ones or others, that have something due and nobody working on them. */
export function claimEndpoints(tx: Tx, owner: string, leaseMs: number, of: Claim) {
  return tx.query<{
    id: number;
    company_id: number;
    form: CallbackForm;
    url: string;
    credentials_sealed: string | null;
    failing_since: Date | null;
    tls_checked: boolean;
  }>(
    `with free as (
       select c.id, coalesce(busy.places, 0)
           + row_number() over (partition by c.company_id order by c.lease_until nulls first) as place
       from callback_endpoints c left join unnest($6::int[], $7::int[]) as busy(company_id, places) using (company_id)
       where c.id in (select b.endpoint_id from callback_batches b where b.next_try_at <= $4
           union select r.endpoint_id from callback_ranges r where r.next_try_at <= $4)
         and (c.failing_since is not null) = $5
         and (c.owner is null or c.lease_until < clock_timestamp())
         and (c.probe_at is null or c.probe_at <= $4))
     update callback_endpoints e set owner = $1, lease_until = clock_timestamp() + $2 * interval '1 millisecond'
     where e.id in (
       select c.id from free join callback_endpoints c using (id)
       where free.place <= $8 and (c.owner is null or c.lease_until < clock_timestamp())
       order by c.lease_until nulls first limit $3 for no key update of c skip locked)
     returning id, company_id, form, url, credentials_sealed, failing_since,
       (select callback_tls_checked from companies where companies.id = e.company_id) as tls_checked`,
    [owner, leaseMs, of.limit, tx.now, of.failing, [...of.busy.keys()], [...of.busy.values()], of.ofOneMax],
  );
}

export async function renewEndpoint(tx: Tx, endpointId: number, owner: string, leaseMs: number): Promise<void> {
  await tx.query(
    `update callback_endpoints set lease_until = clock_timestamp() + $3 * interval '1 millisecond' where id = $1 and owner = $2`,
    [endpointId, owner, leaseMs],
  );
}

export async function isOwned(tx: Tx, endpointId: number, owner: string): Promise<boolean> {
  const rows = await tx.query(
    'select id from callback_endpoints where id = $1 and owner = $2 and lease_until > clock_timestamp()',
    [endpointId, owner],
  );
  return rows.length > 0;
}

/** Nobody else takes the endpoint before the transaction ends. */
export async function lockOwned(tx: Tx, endpointId: number, owner: string): Promise<void> {
  const rows = await tx.query(
    'select id from callback_endpoints where id = $1 and owner = $2 and lease_until > clock_timestamp() for no key update',
    [endpointId, owner],
  );
  if (rows.length === 0) throw new Error('the lease of the endpoint was lost');
}

export async function releaseEndpoint(
  tx: Tx,
  endpointId: number,
  owner: string,
  health: { failing: boolean; probeAt: Date | null },
): Promise<void> {
  await tx.query(
    `update callback_endpoints set owner = null, lease_until = clock_timestamp(), probe_at = $4,
       failing_since = case when $3 then coalesce(failing_since, $5) end
     where id = $1 and owner = $2`,
    [endpointId, owner, health.failing, health.probeAt, tx.now],
  );
}

export type CallbackBatch = { id: bigint; count: number; events: string; attempts: number; first_try_at: Date | null };

/** First tries in the order of their making, then what is to be tried again. */
export function selectDueBatches(tx: Tx, endpointId: number, limit: number) {
  return tx.query<CallbackBatch>(
    `select id, count, events, attempts, first_try_at from callback_batches
     where endpoint_id = $1 and next_try_at <= $2 order by least(attempts, 1), id limit $3`,
    [endpointId, tx.now, limit],
  );
}

export async function countWaiting(tx: Tx, endpointId: number): Promise<number> {
  const rows = await tx.query<{ waiting: bigint | null }>(
    'select sum(count) as waiting from callback_batches where endpoint_id = $1',
    [endpointId],
  );
  return Number(rows[0]?.waiting ?? 0n);
}

export type TriedBatch = {
  id: bigint;
  count: number;
  events: string;
  attempts: number;
  firstTryAt: Date;
  nextTryAt: Date;
};

export async function storeTries(
  tx: Tx,
  endpointId: number,
  done: readonly bigint[],
  again: readonly TriedBatch[],
  givenUp: number,
): Promise<void> {
  if (done.length > 0) await tx.query('delete from callback_batches where id = any($1::bigint[])', [done]);
  if (again.length > 0) {
    await tx.query(
      `update callback_batches b set count = u.count, events = u.events, attempts = u.attempts, first_try_at = u.first_try_at, next_try_at = u.next_try_at
       from unnest($1::bigint[], $2::int[], $3::text[], $4::smallint[], $5::timestamptz[], $6::timestamptz[]) as u(id, count, events, attempts, first_try_at, next_try_at)
       where b.id = u.id`,
      [
        again.map((row) => row.id),
        again.map((row) => row.count),
        again.map((row) => row.events),
        again.map((row) => row.attempts),
        again.map((row) => row.firstTryAt),
        again.map((row) => row.nextTryAt),
      ],
    );
  }
  if (givenUp > 0) await addGivenUp(tx, endpointId, givenUp);
}

export async function addGivenUp(tx: Tx, endpointId: number, events: number): Promise<void> {
  await tx.query('update callback_endpoints set given_up = given_up + $2 where id = $1', [endpointId, events]);
}

/** A probe that failed stands for all that is due: it counts as tried, and what has had its last try is given up. */
export async function tryDueBatches(
  tx: Tx,
  endpointId: number,
  plan: { stepMs: number; repeatsMax: number },
): Promise<number> {
  const rows = await tx.query<{ given_up: bigint }>(
    `with due as (
       select id, coalesce(first_try_at, $2) as first_try_at,
         greatest(0, floor(extract(epoch from $2::timestamptz - coalesce(first_try_at, $2)) * 1000 / $3))::int as gone
       from callback_batches where endpoint_id = $1 and next_try_at <= $2 for update),
     over as (delete from callback_batches b using due where b.id = due.id and due.gone >= $4 returning b.count),
     later as (
       update callback_batches b set attempts = greatest(b.attempts, due.gone) + 1, first_try_at = due.first_try_at,
         next_try_at = due.first_try_at + (due.gone + 1) * $3 * interval '1 millisecond'
       from due where b.id = due.id and due.gone < $4)
     select coalesce(sum(count), 0)::bigint as given_up from over`,
    [endpointId, tx.now, plan.stepMs, plan.repeatsMax],
  );
  return Number(rows[0]?.given_up ?? 0n);
}

export function selectCredentials(tx: Tx, currentPrefix: string) {
  return tx.query<{ id: number; credentials_sealed: string }>(
    'select id, credentials_sealed from callback_endpoints where credentials_sealed is not null and not starts_with(credentials_sealed, $1) for update',
    [currentPrefix],
  );
}

export async function updateCredentials(tx: Tx, rows: readonly { id: number; sealed: string }[]): Promise<void> {
  await tx.query(
    'update callback_endpoints e set credentials_sealed = u.sealed from unnest($1::int[], $2::text[]) as u(id, sealed) where e.id = u.id',
    [rows.map((row) => row.id), rows.map((row) => row.sealed)],
  );
}

export async function updateLongLeases(tx: Tx, leaseMs: number): Promise<void> {
  await tx.query(
    `update callback_endpoints
     set lease_until = clock_timestamp() + $1 * interval '1 millisecond'
     where lease_until > clock_timestamp() + $1 * interval '1 millisecond'`,
    [leaseMs],
  );
}
