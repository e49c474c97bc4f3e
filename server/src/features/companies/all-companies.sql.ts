// Companies of all partners, for staff.
import { must } from '@volley/domain/must.ts';
import type { Tx } from '../../platform/database/database.ts';
import { COMPANY_COLUMNS } from './companies.sql.ts';
import type { GovernedCompany } from './governed-company.ts';

const COLUMNS = `${COMPANY_COLUMNS},
       p.login as "partnerLogin",
       p.currency,
       companies.text_retention_days as "textRetentionDays",
       companies.inbound_enabled as "inboundEnabled",
       companies.callback_tls_checked as "callbackTlsChecked",
       companies.allowed_countries as "allowedCountries",
       companies.link_mode as "linkMode"`;

const FROM = `
     from companies
     join partners p on p.id = companies.partner_id`;
const MATCHES = `($1::integer is null or companies.partner_id = $1)
       and ($2::text is null or companies.status = $2)
       and ($3::text is null or companies.counteragent_inn = $3)
       and ($4::text is null or strpos(lower(companies.name), lower($4)) > 0)`;

export type CompanyFilter = {
  readonly partnerId?: number;
  readonly status?: 'ACTIVE' | 'DISABLED';
  readonly counteragentInn?: string;
  /** Part of the name, case-insensitive. */
  readonly name?: string;
};

const valuesOf = (filter: CompanyFilter) => [
  filter.partnerId ?? null,
  filter.status ?? null,
  filter.counteragentInn ?? null,
  filter.name ?? null,
];

export function selectAllCompanies(
  tx: Tx,
  filter: CompanyFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<GovernedCompany[]> {
  return tx.query<GovernedCompany>(
    `select ${COLUMNS}
     ${FROM}
     where ${MATCHES}
     order by companies.id
     limit $5
     offset $6`,
    [...valuesOf(filter), limit, offset],
  );
}

export async function countAllCompanies(tx: Tx, filter: CompanyFilter): Promise<number> {
  const rows = await tx.query<{ total: number }>(
    `select count(*)::integer as total
     ${FROM}
     where ${MATCHES}`,
    valuesOf(filter),
  );
  return must(rows[0], 'number of companies').total;
}

export async function selectAnyCompany(tx: Tx, companyId: number): Promise<GovernedCompany | undefined> {
  const rows = await tx.query<GovernedCompany>(
    `select ${COLUMNS}
     ${FROM}
     where companies.id = $1`,
    [companyId],
  );
  return rows[0];
}

export type Governance = Partial<
  Pick<
    GovernedCompany,
    | 'status'
    | 'routing'
    | 'budgetMicros'
    | 'textRetentionDays'
    | 'inboundEnabled'
    | 'callbackTlsChecked'
    | 'allowedCountries'
    | 'linkMode'
  >
>;

/** Absent members stay unchanged; `null` is a value of budget, retention and countries. */
export async function updateGovernance(tx: Tx, companyId: number, change: Governance): Promise<boolean> {
  const rows = await tx.query(
    `update companies
     set
       status = coalesce($2, status),
       routing = coalesce($3, routing),
       budget_micros = case when $4 then $5::bigint else budget_micros end,
       text_retention_days = case when $6 then $7::integer else text_retention_days end,
       inbound_enabled = coalesce($9, inbound_enabled),
       callback_tls_checked = coalesce($10, callback_tls_checked),
       allowed_countries = case when $11 then $12::text[] else allowed_countries end,
       link_mode = coalesce($13, link_mode),
       updated_at = $8
     where id = $1
     returning id`,
    [
      companyId,
      change.status ?? null,
      change.routing ?? null,
      change.budgetMicros !== undefined,
      change.budgetMicros ?? null,
      change.textRetentionDays !== undefined,
      change.textRetentionDays ?? null,
      tx.now,
      change.inboundEnabled ?? null,
      change.callbackTlsChecked ?? null,
      change.allowedCountries !== undefined,
      change.allowedCountries ?? null,
      change.linkMode ?? null,
    ],
  );
  return rows.length === 1;
}
