// Rows of callback targets.
import { type Place, statement } from './statement.ts';

/** Targets that dispatches name; `isSealed`: the address has credentials. */
export const targetsInUse = (place: Place, companyId: number) =>
  statement<{ url: string; isSealed: boolean; dispatches: number }>(
    place,
    `select e.url, e.credentials_sealed is not null as "isSealed", count(d.id)::int as dispatches
     from callback_endpoints e
     join dispatches d on d.callback_endpoint_id = e.id
     where e.company_id = $1
     group by 1, 2
     order by 1, 2`,
    [companyId],
  );
