import type { Tx } from '../../platform/database.ts';
import type { CallbackForm } from './callbacks.sql.ts';

export type EndpointState = {
  readonly id: number;
  readonly companyId: number;
  readonly form: CallbackForm;
  /** Without login and password. */
  readonly url: string;
  readonly hasCredentials: boolean;
  readonly failingSince: Date | null;
  readonly waiting: number;
  readonly nextTryAt: Date | null;
  /** Since ever. */
  readonly givenUp: number;
};

export function selectEndpoints(tx: Tx, companyId: number): Promise<EndpointState[]> {
  return tx.query<EndpointState>(
    `select e.id, e.company_id as "companyId", e.form, e.url, e.credentials_sealed is not null as "hasCredentials",
            e.failing_since as "failingSince", e.given_up::double precision as "givenUp",
            coalesce(w.waiting, 0)::double precision as waiting, w.next_try_at as "nextTryAt"
       from callback_endpoints e left join lateral (
         select sum(count) as waiting, min(next_try_at) as next_try_at from (
           select b.count, b.next_try_at from callback_batches b where b.endpoint_id = e.id
           union all
           select r.count, r.next_try_at from callback_ranges r where r.endpoint_id = e.id and r.next_try_at is not null
         ) waiting_rows) w on true
      where e.company_id = $1 order by e.id`,
    [companyId],
  );
}
