import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Amount, Count, Datetime, Id, IdParams, Money, Name, oneOf, Page, pageSize, StringOrNull } from '../fields.ts';

const CounteragentType = oneOf(['LEGAL', 'INDIVIDUAL']);
const CompanyStatus = oneOf(['ACTIVE', 'DISABLED']);
const Address = Type.String({ maxLength: 1000 });
/** `null` means that nothing limits the spending of the month. */
const BudgetOrNull = Type.Union([Money, Type.Null()]);

const BudgetLimit = Type.Unsafe<number | null>({
  type: ['number', 'null'],
  minimum: 0,
  maximum: 999_999_999.99,
  description: 'monthly limit with at most two decimals; null means unlimited',
});

const CompanyItem = Type.Object({
  companyId: Id,
  name: Type.String(),
  counteragentName: Type.String(),
  counteragentInn: Type.String(),
  status: CompanyStatus,
  budget: BudgetOrNull,
});

const CompanyMonth = Type.Object({
  month: Type.String({ description: 'YYYY-MM, in Europe/Moscow' }),
  spent: Type.Unsafe<number>({ ...Amount, description: 'for messages' }),
  reserved: Type.Unsafe<number>({ ...Amount, description: 'held for messages that are not final yet' }),
  fees: Type.Unsafe<number>({ ...Amount, description: 'monthly fees of sender names, outside the budget' }),
  late: Type.Number({
    description: 'changes of earlier months that became known after their closing, up or down; outside the budget',
  }),
  isClosed: Type.Boolean({ description: 'it never changes again' }),
});

export const createCompany = endpoint({
  id: 'createCompany',
  surface: 'partner',
  method: 'POST',
  path: '/company',
  summary: 'Create a company',
  auth: 'partner',
  right: 'companies.write',
  body: Type.Object({
    company: Type.Object({
      name: Name,
      counteragentType: CounteragentType,
      counteragentInn: Type.String({
        pattern: '^(\\d{10}|\\d{12})$',
        'x-form': 'must be 10 digits for LEGAL, 12 digits for INDIVIDUAL',
        description: '10 digits for LEGAL, 12 for INDIVIDUAL',
      }),
      counteragentAddress: Type.Optional(Address),
      counteragentKpp: Type.Optional(
        Type.String({
          pattern: '^\\d{4}[0-9A-Z]{2}\\d{3}$',
          'x-form': 'must be 9 characters for LEGAL: 4 digits, 2 digits or capital letters, 3 digits',
          description: 'for LEGAL only',
        }),
      ),
    }),
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
  summary: 'Get one company with its money by month',
  auth: 'partner',
  // It shows what was spent; the console's own page hides it from those who may not see money.
  right: 'money.read',
  params: IdParams,
  responses: {
    200: Type.Object({
      companyId: Id,
      name: Type.String(),
      counteragentType: CounteragentType,
      counteragentName: Type.String(),
      counteragentInn: Type.String(),
      counteragentAddress: StringOrNull,
      counteragentKpp: StringOrNull,
      actualAddress: StringOrNull,
      status: CompanyStatus,
      budget: BudgetOrNull,
      spent: Type.Unsafe<Static<typeof Money>>({ ...Money, description: 'of this month' }),
      reserved: Type.Unsafe<Static<typeof Money>>({
        ...Money,
        description: 'held for messages that are not final yet, of all months; counts for the budget of its month',
      }),
      months: Type.Array(CompanyMonth, { description: 'newest first, the last twelve with anything in them' }),
      createdAt: Datetime,
      updatedAt: Datetime,
    }),
  },
});

export const updateCompany = endpoint({
  id: 'updateCompany',
  surface: 'partner',
  method: 'PUT',
  path: '/company/{id}',
  summary: 'Change a company: only what is sent changes',
  auth: 'partner',
  right: 'companies.write',
  params: IdParams,
  body: Type.Object({
    budget: Type.Optional(BudgetLimit),
    status: Type.Optional(CompanyStatus),
    name: Type.Optional(Name),
    actualAddress: Type.Optional(Address),
  }),
  responses: { 200: Type.Object({ companyId: Id, updatedAt: Datetime }) },
});
