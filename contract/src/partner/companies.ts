import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Amount, Count, Datetime, Id, IdParams, Money, Page, pageSize } from '../fields.ts';
import {
  BudgetLimit,
  CompanyBudget,
  CompanyChanges,
  CompanyFields,
  CompanyTimes,
  NewCompanyFields,
} from '../shapes/company.ts';

const { name, counteragentName, counteragentInn, status } = CompanyFields;

const CompanyItem = Type.Object(
  {
    companyId: Id,
    name,
    counteragentName,
    counteragentInn,
    status,
    budget: CompanyBudget,
  },
  { title: 'CompanySummary' },
);

const CompanyMonth = Type.Object(
  {
    month: Type.String({ description: 'YYYY-MM, in Europe/Moscow' }),
    spent: Type.Unsafe<number>({ ...Amount, description: 'for messages' }),
    reserved: Type.Unsafe<number>({ ...Amount, description: 'reserved for messages that are not final yet' }),
    fees: Type.Unsafe<number>({ ...Amount, description: 'monthly fees of sender names, outside the budget' }),
    late: Type.Number({
      description: 'corrections of earlier months after their closing, positive or negative; outside the budget',
    }),
    isClosed: Type.Boolean({ description: 'true: the month does not change any more' }),
  },
  { title: 'CompanyMonth' },
);

export const createCompany = endpoint({
  id: 'createCompany',
  surface: 'partner',
  method: 'POST',
  path: '/company',
  summary: 'Create a company',
  auth: 'partner',
  right: 'companies.write',
  body: Type.Object({
    company: Type.Object(NewCompanyFields, { title: 'CompanyDraft' }),
    budget: Type.Optional(BudgetLimit),
  }),
  responses: { 201: Type.Object({ companyId: Id }) },
});

export const listCompanies = endpoint({
  id: 'listCompanies',
  surface: 'partner',
  method: 'GET',
  path: '/company',
  summary: 'List companies, oldest first',
  auth: 'partner',
  right: 'companies.read',
  query: Type.Object({ page: Page, per_page: pageSize(10) }),
  responses: {
    200: Type.Object({ page: Type.Integer(), perPage: Type.Integer(), total: Count, items: Type.Array(CompanyItem) }),
  },
});

export const getCompany = endpoint({
  id: 'getCompany',
  surface: 'partner',
  method: 'GET',
  path: '/company/{id}',
  summary: 'Get a company with its spending by month',
  auth: 'partner',
  // The spending is included; the console's own page hides it from users without the right.
  right: 'money.read',
  params: IdParams,
  responses: {
    200: Type.Object(
      {
        companyId: Id,
        ...CompanyFields,
        budget: CompanyBudget,
        spent: Type.Unsafe<Static<typeof Money>>({ ...Money, description: 'of this month' }),
        reserved: Type.Unsafe<Static<typeof Money>>({
          ...Money,
          description:
            'reserved for messages that are not final yet, of all months; counts against the budget of its month',
        }),
        months: Type.Array(CompanyMonth, { description: 'newest first, the last twelve months with any amount' }),
        ...CompanyTimes,
      },
      { title: 'Company' },
    ),
  },
});

export const updateCompany = endpoint({
  id: 'updateCompany',
  surface: 'partner',
  method: 'PUT',
  path: '/company/{id}',
  summary: 'Change a company: members that are absent do not change',
  auth: 'partner',
  right: 'companies.write',
  params: IdParams,
  body: Type.Object({ budget: Type.Optional(BudgetLimit), ...CompanyChanges }, { title: 'CompanyChange' }),
  responses: { 200: Type.Object({ companyId: Id, updatedAt: Datetime }) },
});
