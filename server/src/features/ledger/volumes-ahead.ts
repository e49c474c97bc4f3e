// Counters of months to come, for estimates of what will be sent then. Most are at zero: a month has a counter from the
// first start that reserves in it.
import type { Tx } from '../../platform/database.ts';
import type { Terms } from './volumes.ts';

/** What prices of one month depend on. */
export type MonthVolumes = Pick<Terms, 'volumeOf' | 'waitingOf'>;

/** For the present month, whose terms are known, and for those after it; only these are asked for. */
export async function readVolumesAhead(
  tx: Tx,
  companyId: number,
  { month: present, terms }: { readonly month: string; readonly terms: MonthVolumes },
): Promise<(month: string) => MonthVolumes> {
  const rows = await tx.query<{ month: string; brand: number; model: string; count: number; waiting: number }>(
    `select v.month::text as month, v.brand, v.model, v.count,
       (select coalesce(sum(r.waiting), 0)::int
        from package_reserves r
        where v.model = 'MAU' and r.company_id = v.company_id and r.brand = v.brand and r.month = v.month) as waiting
     from volume_counters v
     where v.company_id = $1
       and v.month > $2`,
    [companyId, present],
  );
  return (month) => {
    if (month <= present) return terms;
    const find = (route: number, model: string) =>
      rows.find((row) => row.month === month && row.brand === route && row.model === model);
    return {
      volumeOf: (route, model) => find(route, model)?.count ?? 0,
      waitingOf: (route) => find(route, 'MAU')?.waiting ?? 0,
    };
  };
}
