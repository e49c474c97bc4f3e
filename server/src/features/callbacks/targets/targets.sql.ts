import { bulkColumns } from '../../../platform/database/bulk-columns.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { CallbackForm } from '../partner/callbacks.sql.ts';

export type NewTarget = {
  readonly companyId: number;
  readonly form: CallbackForm;
  readonly url: string;
  readonly credentialsSealed: string | null;
  readonly identityDigest: string;
};

type TargetId = { readonly id: number; readonly digest: string };

const identities = bulkColumns({ companyId: 'int', identityDigest: 'text' });

export function selectTargetIds(tx: Tx, rows: readonly NewTarget[]): Promise<TargetId[]> {
  return tx.query<TargetId>(
    `select e.id, e.identity_digest as digest
     from ${identities.as('u')}
     join callback_endpoints e
       on e.company_id = u.company_id
      and e.identity_digest = u.identity_digest`,
    identities.values(rows),
  );
}

const newTargets = bulkColumns({
  companyId: 'int',
  url: 'text',
  credentialsSealed: 'text',
  identityDigest: 'text',
  form: 'text',
});

/** Sorted by digest: concurrent inserts of the same targets lock in one order. */
export function insertTargets(tx: Tx, rows: readonly NewTarget[]): Promise<TargetId[]> {
  return tx.query<TargetId>(
    `insert into callback_endpoints (${newTargets.names})
     select ${newTargets.names}
     from ${newTargets.as('u')}
     order by u.identity_digest
     on conflict (company_id, identity_digest)
     do update set url = excluded.url
     returning id, identity_digest as digest`,
    newTargets.values(rows),
  );
}

export type CallbackTarget = {
  readonly id: number;
  readonly companyId: number;
  readonly form: CallbackForm;
  /** Without login and password. */
  readonly url: string;
  readonly hasCredentials: boolean;
  readonly failingSince: Date | null;
  readonly waiting: number;
  readonly nextTryAt: Date | null;
  /** Events given up since the target was registered. */
  readonly givenUp: number;
};

export function selectCompanyTargets(tx: Tx, companyId: number): Promise<CallbackTarget[]> {
  return tx.query<CallbackTarget>(
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
     where e.company_id = $1
     order by e.id`,
    [companyId],
  );
}

export function selectCredentials(tx: Tx, currentPrefix: string) {
  return tx.query<{ id: number; credentials_sealed: string }>(
    `select id, credentials_sealed
     from callback_endpoints
     where credentials_sealed is not null
       and not starts_with(credentials_sealed, $1)
     for update`,
    [currentPrefix],
  );
}

const resealed = bulkColumns({ id: 'int', sealed: 'text' });

export async function updateCredentials(tx: Tx, rows: readonly { id: number; sealed: string }[]): Promise<void> {
  await tx.query(
    `update callback_endpoints e
     set credentials_sealed = u.sealed
     from ${resealed.as('u')}
     where e.id = u.id`,
    resealed.values(rows),
  );
}
