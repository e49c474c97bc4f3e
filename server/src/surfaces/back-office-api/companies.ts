import * as contract from '@volley/contract/back-office/people/companies.ts';
import { decimalFromMicros, type Micros, microsFromDecimal } from '@volley/domain/money/money.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { Refusal } from '@volley/domain/refusals/refusal.ts';
import { changeCompanyAs, getCompanyAs, listCompaniesAs } from '../../features/back-office/manage-companies.ts';
import type { GovernedCompany } from '../../features/companies/governed-company.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApiServer } from '../http/http-server.ts';
import { mount } from '../http/mount-endpoint.ts';
import { shownBudget, shownCompany } from '../presentation/shown-company.ts';
import { refuseReasonAlone } from './reason.ts';

export function mountAllCompanies(app: ApiServer, platform: Pick<Platform, 'db' | 'bus'>): void {
  mount(app, contract.listCompanies, platform, async ({ query }) => {
    const { total, items } = await listCompaniesAs(platform, query);
    return { page: query.page, perPage: query.perPage, total, items: items.map(shown) };
  });

  mount(app, contract.getCompany, platform, async ({ params }) => {
    const { spentMicros, ...company } = await getCompanyAs(platform, params.id);
    return { ...shown(company), spent: { value: decimalFromMicros(spentMicros), currency: company.currency } };
  });

  mount(app, contract.changeCompany, platform, async ({ actor, params, body }) => {
    const { status, routing, budget, textRetentionDays, inboundEnabled, callbackTlsChecked } = body;
    const { allowedCountries, linkMode, reason } = body;
    const change = {
      ...(reason !== undefined && { reason }),
      ...(status !== undefined && { status }),
      ...(routing !== undefined && { routing }),
      ...(textRetentionDays !== undefined && { textRetentionDays }),
      ...(inboundEnabled !== undefined && { inboundEnabled }),
      ...(callbackTlsChecked !== undefined && { callbackTlsChecked }),
      ...(allowedCountries !== undefined && { allowedCountries }),
      ...(linkMode !== undefined && { linkMode }),
      ...(budget !== undefined && { budgetMicros: budgetMicros(budget) }),
    };
    refuseReasonAlone(body);
    return shown(await changeCompanyAs(platform, actor, params.id, change));
  });
}

function shown(company: GovernedCompany) {
  const { partnerId, partnerLogin, currency, routing, textRetentionDays, allowedCountries } = company;
  const { inboundEnabled, callbackTlsChecked, linkMode } = company;
  return {
    ...shownCompany(company),
    partnerId,
    partnerLogin,
    currency,
    budget: shownBudget(company, currency),
    routing,
    textRetentionDays,
    inboundEnabled,
    callbackTlsChecked,
    allowedCountries,
    linkMode,
  };
}

function budgetMicros(budget: number | null): Micros | null {
  if (budget === null) return null;
  const micros = microsFromDecimal(budget);
  if (micros === undefined) {
    throw new Refusal('bad-request', { field: 'budget', problem: PROBLEM.twoDecimals });
  }
  return micros;
}
