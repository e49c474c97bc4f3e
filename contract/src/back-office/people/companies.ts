import { LINK_MODES, type LinkMode } from '@volley/domain/links/link-order.ts';
import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Currency, Id, IdParams, Money, oneOf, Page, pageSize } from '../../fields.ts';
import {
  BudgetLimit,
  CompanyBudget,
  CompanyFields,
  CompanyRouting,
  CompanyStatus,
  CompanyTimes,
  INN_PATTERN,
} from '../../shapes/company.ts';
import { CountriesOrNull, pageOf, Reason } from '../fields.ts';

const DaysOrNull = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 3650,
  description: 'days after the end of a dispatch; null: texts are not erased',
});

const CompanyLinkMode = Type.Unsafe<LinkMode>({
  ...oneOf(LINK_MODES),
  description:
    'choice between links of one priority: by weight, by price, by delivery share, or by the share of codes entered',
});

const Company = Type.Object(
  {
    companyId: Id,
    partnerId: Id,
    partnerLogin: Type.String(),
    ...CompanyFields,
    currency: Currency,
    budget: CompanyBudget,
    routing: CompanyRouting,
    textRetentionDays: DaysOrNull,
    inboundEnabled: Type.Boolean({ description: 'whether inbound messages are received' }),
    callbackTlsChecked: Type.Boolean({
      description: 'whether the TLS certificates of callback receivers are verified; disable only in exceptional cases',
    }),
    allowedCountries: CountriesOrNull,
    linkMode: CompanyLinkMode,
    ...CompanyTimes,
  },
  { title: 'Company' },
);

export const listCompanies = endpoint({
  id: 'adminListCompanies',
  surface: 'back-office',
  method: 'GET',
  path: '/companies',
  summary: 'List companies of all partners, oldest first',
  auth: 'staff',
  capability: 'companies.read',
  query: Type.Object({
    partnerId: Type.Optional(Id),
    status: Type.Optional(CompanyStatus),
    counteragentInn: Type.Optional(Type.String({ pattern: INN_PATTERN })),
    name: Type.Optional(Type.String({ maxLength: 255, description: 'part of the name' })),
    page: Page,
    perPage: pageSize(50),
  }),
  responses: { 200: pageOf(Company) },
});

export const getCompany = endpoint({
  id: 'adminGetCompany',
  surface: 'back-office',
  method: 'GET',
  path: '/companies/{id}',
  summary: 'Get a company with its spending of this month',
  auth: 'staff',
  capability: 'companies.read',
  params: IdParams,
  responses: { 200: Type.Intersect([Company, Type.Object({ spent: Money })]) },
});

export const changeCompany = endpoint({
  id: 'adminChangeCompany',
  surface: 'back-office',
  method: 'PUT',
  path: '/companies/{id}',
  summary:
    'Change status, routing, budget, retention, inbound messages, callbacks, countries or the choice of links of a company; absent members do not change',
  auth: 'staff',
  capability: 'companies.write',
  params: IdParams,
  body: Type.Object(
    {
      status: Type.Optional(CompanyStatus),
      routing: Type.Optional(CompanyRouting),
      budget: Type.Optional(BudgetLimit),
      textRetentionDays: Type.Optional(DaysOrNull),
      inboundEnabled: Type.Optional(Type.Boolean()),
      callbackTlsChecked: Type.Optional(Type.Boolean()),
      allowedCountries: Type.Optional(CountriesOrNull),
      linkMode: Type.Optional(CompanyLinkMode),
      reason: Type.Optional(Reason),
    },
    { minProperties: 1 },
  ),
  responses: { 200: Company },
});
