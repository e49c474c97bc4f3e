// Counters of later months, for estimates. Most are zero: the first start that reserves in a month creates its counter.
import type { Tx } from '../../platform/database/database.ts';
import type { Terms } from './volumes.ts';

/** Volumes that the prices of one month depend on. */
export type MonthVolumes = Pick<Terms, 'volumeOf' | 'waitingOf'>;

/** For the present month, whose terms are known, and for later ones. Earlier months get the present terms. */
export async function readVolumesAhead(
  tx: Tx,
  companyId: number,
  { month: present, terms }: { readonly month: string; readonly terms: MonthVolumes },
): Promise<(month: string) => MonthVolumes> {
  const rows = await tx.query<{ month: string; brand: number; model: string; count: number; waiting: number }>(
    `select
       v.month::text as month,
       v.brand,
       v.model,
       v.count,
       (
         select coalesce(sum(r.waiting), 0)::int
         from package_reserves r
         where v.model = 'MAU'
           and r.company_id = v.company_id
           and r.brand = v.brand
           and r.month = v.month) as waiting
     from volume_counters v
     where v.company_id = $1
       and v.month > $2`,
    [companyId, present],
  );
  return (month) => {
    if (month <= present) return terms;
    const find = (brand: number, model: string) =>
      rows.find((row) => row.month === month && row.brand === brand && row.model === model);
    return {
      volumeOf: (brand, model) => find(brand, model)?.count ?? 0,
      waitingOf: (brand) => find(brand, 'MAU')?.waiting ?? 0,
    };
  };
}
