// Rows of companies, their months and their traffic centers.
import type { PricingModel } from '@volley/domain/money/tariff.ts';
import { BRAND_IDS, type Brand } from '@volley/domain/numbers/brand.ts';
import { changeRow, oneRow, type Place, statement } from './statement.ts';

export const changeCompany = (
  place: Place,
  companyId: number,
  change: {
    readonly status?: 'ACTIVE' | 'DISABLED';
    readonly budgetMicros?: bigint | number | null;
    readonly routing?: 'fallback' | 'strict';
    readonly allowedCountries?: readonly string[] | null;
    readonly textRetentionDays?: number;
  },
) => changeRow(place, 'companies', companyId, change);

export type CompanyMonth = { readonly month: string; readonly reserved: bigint; readonly spent: bigint };

/** Money of each month in which the company has reserved or spent, in micros. */
export const monthsOf = (place: Place, companyId: number) =>
  statement<CompanyMonth>(
    place,
    `select month::text as month, reserved_micros as reserved, spent_micros as spent
     from company_months
     where company_id = $1 and (reserved_micros > 0 or spent_micros > 0)
     order by month`,
    [companyId],
  );

/** Adds months that the company has paid for, as if its messages had. */
export async function givenMonths(place: Place, companyId: number, months: readonly CompanyMonth[]): Promise<void> {
  for (const { month, reserved, spent } of months)
    await statement(
      place,
      'insert into company_months (company_id, month, reserved_micros, spent_micros) values ($1, $2, $3, $4)',
      [companyId, month, reserved, spent],
    );
}

/** A company without any other row. */
export async function insertCompany(place: Place, partnerId: number, budgetMicros: bigint | null): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    place,
    `insert into companies (partner_id, name, counteragent_type, counteragent_name, counteragent_inn, budget_micros,
       created_at, updated_at)
     values ($1, 'C', 'LEGAL', 'C', '7700000001', $2, now(), now())
     returning id`,
    [partnerId, budgetMicros],
  );
  return id;
}

/** The messages that the company has sent in this month under prices that depend on volume. */
export async function changeVolume(place: Place, companyId: number, count: number): Promise<void> {
  await statement(place, 'update volume_counters set count = $2 where company_id = $1', [companyId, count]);
  await statement(place, 'update strands set handed_over = $2 where company_id = $1', [companyId, count]);
}

export type MonthRow = CompanyMonth & { readonly late: bigint; readonly isClosed: boolean };

/** All months of the company, those without money too. */
export const monthRowsOf = (place: Place, companyId: number) =>
  statement<MonthRow>(
    place,
    `select month::text as month, reserved_micros as reserved, spent_micros as spent, late_micros as late,
       closed_at is not null as "isClosed"
     from company_months
     where company_id = $1
     order by month`,
    [companyId],
  );

/** Messages that the company has sent under shared sender names. */
export async function sharedNameUses(place: Place, companyId: number): Promise<number> {
  const { uses } = await oneRow<{ uses: number }>(
    place,
    'select coalesce(sum(count), 0)::int as uses from shared_name_days where company_id = $1',
    [companyId],
  );
  return uses;
}

/** Money that the company has spent in the month. */
export async function setSpent(place: Place, companyId: number, month: string, micros: bigint): Promise<void> {
  await statement(
    place,
    `insert into company_months (company_id, month, reserved_micros, spent_micros)
     values ($1, $2, 0, $3)
     on conflict (company_id, month) do update set spent_micros = excluded.spent_micros`,
    [companyId, month, micros],
  );
}

type Volume = {
  readonly brand: Brand;
  readonly month: string;
  readonly model: PricingModel;
  readonly count: number;
};

/** As if the company had sent this number of messages under prices that depend on volume. */
export async function givenVolume(
  place: Place,
  companyId: number,
  { brand, month, model, count }: Volume,
): Promise<void> {
  await statement(
    place,
    'insert into volume_counters (company_id, brand, month, model, count) values ($1, $2, $3, $4, $5)',
    [companyId, BRAND_IDS[brand], month, model, count],
  );
}

export async function forgetVolume(place: Place, companyId: number, brand: Brand): Promise<void> {
  await statement(place, 'delete from volume_counters where company_id = $1 and brand = $2', [
    companyId,
    BRAND_IDS[brand],
  ]);
}

export async function givenTrafficCenters(place: Place, companyId: number, count: number): Promise<void> {
  await statement(
    place,
    `insert into traffic_centers (company_id, name, created_at)
     select $1, 'n' || n, now()
     from generate_series(1, $2::int) n`,
    [companyId, count],
  );
}

export async function companyName(place: Place, companyId: number): Promise<string> {
  return (await oneRow<{ name: string }>(place, 'select name from companies where id = $1', [companyId])).name;
}
