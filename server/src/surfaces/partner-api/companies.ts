import { formatDatetime } from '@volley/contract/datetime.ts';
import type { BodyOf } from '@volley/contract/endpoint.ts';
import * as contract from '@volley/contract/partner/companies.ts';
import { CompanyChanges } from '@volley/contract/shapes/company.ts';
import { decimalFromMicros, type Micros, microsFromDecimal } from '@volley/domain/money/money.ts';
import { counteragentFaults } from '@volley/domain/people/counteragent.ts';
import type { Fault } from '@volley/domain/refusals/fault.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { refuseFaults } from '@volley/domain/refusals/refusal.ts';
import { budgetFaults } from '../../features/companies/budget-limit.ts';
import type { Company } from '../../features/companies/company.ts';
import { createCompany } from '../../features/companies/create-company.ts';
import { getCompany } from '../../features/companies/get-company.ts';
import { listCompanies } from '../../features/companies/list-companies.ts';
import { updateCompany } from '../../features/companies/update-company.ts';
import { releaseHeld } from '../../features/queue/pacing/release-held.ts';
import { type CompanyMoney, readCompanyMoney } from '../../features/reports/billing/company-money.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount, mountChange } from '../http/mount-endpoint.ts';
import { type Sound, withRules } from '../http/request-input.ts';
import { pickMembers } from '../presentation/pick-members.ts';
import { seesMoney } from '../presentation/sees-money.ts';
import { shownBudget, shownCompany } from '../presentation/shown-company.ts';

export function mountCompanies(app: ApiServer, platform: Pick<Platform, 'db' | 'bus'>): void {
  mountChange(app, withRules(contract.createCompany, companyFaults), platform, {
    act: ({ actor, body }) => {
      refuseFaults(companyFaults(body));
      return createCompany(platform, actor, { ...body.company, budgetMicros: budgetMicros(body.budget) });
    },
    show: (created) => created,
  });

  mount(app, contract.listCompanies, platform, async ({ actor, query: { page, per_page: perPage } }) => {
    const { total, items } = await listCompanies(platform, actor, { page, perPage });
    const hidden = seesMoney(actor) ? {} : { budget: null };
    return { page, perPage, total, items: items.map((company) => ({ ...listed(company, actor.currency), ...hidden })) };
  });

  mount(app, withRules(contract.updateCompany, limitFaults), platform, async ({ actor, params, body }) => {
    const { budget, status } = body;
    refuseFaults(limitFaults({ budget }));
    const company = await updateCompany(platform, actor, params.id, {
      // A body may carry members that the caller must not change.
      ...pickMembers(body, CompanyChanges),
      ...(budget !== undefined && { budgetMicros: budgetMicros(budget) }),
    });
    if (status === 'ACTIVE') await releaseHeld(platform, { companyId: company.companyId });
    return { companyId: company.companyId, updatedAt: formatDatetime(company.updatedAt) };
  });

  mount(app, contract.getCompany, platform, async ({ actor, params }) => {
    const company = await getCompany(platform, actor, params.id);
    const { reservedMicros, months } = await readCompanyMoney(platform, params.id);
    return {
      ...shownCompany(company),
      budget: shownBudget(company, actor.currency),
      spent: { value: decimalFromMicros(company.spentMicros), currency: actor.currency },
      reserved: { value: decimalFromMicros(reservedMicros), currency: actor.currency },
      months: months.map(shownMonth),
    };
  });
}

function listed(company: Company, currency: string) {
  const { companyId, name, counteragentName, counteragentInn, status } = company;
  return { companyId, name, counteragentName, counteragentInn, status, budget: shownBudget(company, currency) };
}

function shownMonth({
  month,
  spentMicros,
  reservedMicros,
  feesMicros,
  lateMicros,
  isClosed,
}: CompanyMoney['months'][number]) {
  return {
    month: month.slice(0, 7),
    spent: decimalFromMicros(spentMicros),
    reserved: decimalFromMicros(reservedMicros),
    fees: decimalFromMicros(feesMicros),
    late: decimalFromMicros(lateMicros),
    isClosed,
  };
}

type NewCompany = Sound<BodyOf<typeof contract.createCompany>>;

function companyFaults({ company = {}, budget }: NewCompany): Fault[] {
  return [...counteragentFaults(company, 'company.'), ...limitFaults({ budget })];
}

function limitFaults({ budget }: Pick<NewCompany, 'budget'>): Fault[] {
  if (budget === null || budget === undefined) return [];
  const micros = microsFromDecimal(budget);
  return micros === undefined
    ? [{ field: 'budget', reason: PROBLEM.twoDecimals, code: 'wrong-form' }]
    : budgetFaults(micros);
}

/** The budget has passed `limitFaults`. */
function budgetMicros(budget: number | null | undefined): Micros | null {
  if (budget === null || budget === undefined) return null;
  const micros = microsFromDecimal(budget);
  if (micros === undefined) throw new Error(`budget ${budget} has more than six decimals`);
  return micros;
}
