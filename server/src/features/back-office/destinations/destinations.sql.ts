import type { Tx } from '../../../platform/database/database.ts';

export type CountryList = {
  readonly of: 'partner' | 'company';
  readonly id: number;
  readonly name: string;
  readonly partnerId: number;
  readonly allowedCountries: readonly string[];
};

/** Lists of partners, then of companies, `limit` each. With `companyId`: only those of the company and its partner. */
export function selectCountryLists(tx: Tx, companyId: number | null, limit: number): Promise<CountryList[]> {
  return tx.query<CountryList>(
    `(
       select
         'partner' as of,
         p.id,
         p.login as name,
         p.id as "partnerId",
         p.allowed_countries as "allowedCountries"
       from partners p
       where p.allowed_countries is not null
         and ($1::int is null or p.id = (select c.partner_id from companies c where c.id = $1))
       order by p.id
       limit $2
     )
     union all
     (
       select 'company', c.id, c.name, c.partner_id, c.allowed_countries
       from companies c
       where c.allowed_countries is not null
         and ($1::int is null or c.id = $1)
       order by c.id
       limit $2
     )`,
    [companyId, limit],
  );
}
