import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Currency, Datetime, Id, IdParams, Money, oneOf, Page, pageSize, StringOrNull } from '../fields.ts';
import { ActiveOrDisabled, CountriesOrNull, pageOf, Reason } from './fields.ts';

const DaysOrNull = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 3650,
  description: 'days after the end of a dispatch; null keeps texts',
});

const Company = Type.Object({
  companyId: Id,
  partnerId: Id,
  partnerLogin: Type.String(),
  name: Type.String(),
  counteragentType: oneOf(['LEGAL', 'INDIVIDUAL']),
  counteragentName: Type.String(),
  counteragentInn: Type.String(),
  counteragentAddress: StringOrNull,
  counteragentKpp: StringOrNull,
  actualAddress: StringOrNull,
  status: ActiveOrDisabled,
  currency: Currency,
  budget: Type.Union([Money, Type.Null()]),
  routing: oneOf(['fallback', 'strict']),
  textRetentionDays: DaysOrNull,
  inboundEnabled: Type.Boolean({ description: 'whether inbound messages are received' }),
  callbackTlsChecked: Type.Boolean({
    description: 'whether callbacks go only to receivers whose certificate is good; not to be switched off lightly',
  }),
  allowedCountries: CountriesOrNull,
  createdAt: Datetime,
  updatedAt: Datetime,
});

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
    status: Type.Optional(ActiveOrDisabled),
    counteragentInn: Type.Optional(Type.String({ pattern: '^(\\d{10}|\\d{12})$' })),
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
  summary: 'Get one company with what it has spent this month',
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
    'Change status, routing, budget, retention, inbound messages, callbacks or countries of a company; what is absent stays',
  auth: 'staff',
  capability: 'companies.write',
  params: IdParams,
  body: Type.Object(
    {
      status: Type.Optional(ActiveOrDisabled),
      routing: Type.Optional(oneOf(['fallback', 'strict'])),
      budget: Type.Optional(
        Type.Unsafe<number | null>({
          type: ['number', 'null'],
          minimum: 0,
          maximum: 999_999_999.99,
          description: 'monthly limit with at most two decimals; null means unlimited',
        }),
      ),
      textRetentionDays: Type.Optional(DaysOrNull),
      inboundEnabled: Type.Optional(Type.Boolean()),
      callbackTlsChecked: Type.Optional(Type.Boolean()),
      allowedCountries: Type.Optional(CountriesOrNull),
      reason: Type.Optional(Reason),
    },
    { minProperties: 1 },
  ),
  responses: { 200: Company },
});
