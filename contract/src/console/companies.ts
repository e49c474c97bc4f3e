// Companies as the cabinet shows them: beside the facts, what they spend and what they lack.
import { CHANNEL_TYPES } from '@volley/domain/channel.ts';
import { CHECKLIST } from '@volley/domain/company-checklist.ts';
import { DISPATCH_STATUSES } from '@volley/domain/dispatch-status.ts';
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  Count,
  Datetime,
  DatetimeOrNull,
  Id,
  IdParams,
  Money,
  oneOf,
  Page,
  pageSize,
  StringOrNull,
  Uuid,
} from '../fields.ts';

const CompanyStatus = oneOf(['ACTIVE', 'DISABLED']);
const MoneyOrNull = Type.Union([Money, Type.Null()]);
const Month = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'such as 2026-11' });

export const MonthSpending = Type.Object({
  budget: Type.Unsafe<{ value: number; currency: string } | null>({
    ...MoneyOrNull,
    description: 'null: nothing limits the month',
  }),
  spent: Money,
  reserved: Money,
  left: Type.Unsafe<{ value: number; currency: string } | null>({
    ...MoneyOrNull,
    description: 'of the budget; never below zero',
  }),
});

export const Forecast = Type.Object({
  amount: Money,
  exhaustedAt: Type.Unsafe<string | null>({
    ...DatetimeOrNull,
    description: 'when the budget would be used up, if before the month ends',
  }),
});

const SenderCounts = Type.Object({
  total: Count,
  usable: Count,
  waiting: Type.Unsafe<number>({ ...Count, description: 'with the platform or an operator' }),
  yours: Type.Unsafe<number>({ ...Count, description: 'waiting for the partner' }),
});

const CompanyRow = Type.Object({
  companyId: Id,
  name: Type.String(),
  counteragentInn: Type.String(),
  status: CompanyStatus,
  spending: Type.Union([MonthSpending, Type.Null()], { description: 'null: for those who may not see money' }),
  running: Count,
  senders: SenderCounts,
  createdAt: Datetime,
});

const filter = {
  q: Type.Optional(Type.String({ maxLength: 255, description: 'part of the name, or the beginning of the INN' })),
  status: Type.Optional(CompanyStatus),
  sort: Type.Optional(oneOf(['name', 'spent', 'created'])),
};

export const listCompanyRows = endpoint({
  id: 'consoleListCompanies',
  surface: 'console',
  method: 'GET',
  path: '/companies',
  summary: 'Companies with the money of this month, running dispatches and sender names',
  auth: 'session',
  right: 'companies.read',
  query: Type.Object({ ...filter, page: Page, perPage: pageSize(50) }),
  responses: {
    200: Type.Object({ page: Type.Integer(), perPage: Type.Integer(), total: Count, items: Type.Array(CompanyRow) }),
  },
});

export const downloadCompanies = endpoint({
  id: 'consoleDownloadCompanies',
  surface: 'console',
  method: 'GET',
  path: '/companies.csv',
  summary: 'The same list as a file, 10 000 companies at most',
  auth: 'session',
  right: 'companies.read',
  query: Type.Object({ ...filter, lang: Type.Optional(oneOf(['ru', 'en'])) }),
  isRecorded: true,
  replyType: 'application/octet-stream',
  responses: { 200: Type.String() },
});

const RecentDispatch = Type.Object({
  id: Id,
  name: Type.String(),
  status: oneOf(DISPATCH_STATUSES),
  channelType: oneOf(CHANNEL_TYPES),
  counts: Type.Object({
    accepted: Count,
    queued: Count,
    withOperator: Count,
    delivered: Count,
    failed: Count,
  }),
  createdAt: Datetime,
  startedAt: DatetimeOrNull,
});

const CompanyMonth = Type.Object({
  month: Month,
  spent: Money,
  reserved: Money,
  fees: Money,
  late: Type.Unsafe<Static<typeof Money>>({ ...Money, description: 'changes of closed months, outside the budget' }),
  isClosed: Type.Boolean(),
});

export const getCompanyPage = endpoint({
  id: 'consoleGetCompany',
  surface: 'console',
  method: 'GET',
  path: '/companies/{id}',
  summary: 'A company with its money, names, latest dispatches and what it lacks to send',
  auth: 'session',
  right: 'companies.read',
  params: IdParams,
  responses: {
    200: Type.Object({
      ...CompanyRow.properties,
      counteragentType: oneOf(['LEGAL', 'INDIVIDUAL']),
      counteragentName: Type.String(),
      counteragentAddress: StringOrNull,
      counteragentKpp: StringOrNull,
      actualAddress: StringOrNull,
      updatedAt: Datetime,
      checklist: Type.Array(Type.Object({ check: oneOf(CHECKLIST), done: Type.Boolean() })),
      waitingMessages: Type.Unsafe<number>({ ...Count, description: 'of running dispatches, not handed over yet' }),
      recentDispatches: Type.Array(RecentDispatch),
      months: Type.Array(CompanyMonth, {
        description: 'newest first, two years at most; none for those who may not see money',
      }),
    }),
  },
});

export const getSpending = endpoint({
  id: 'consoleGetSpending',
  surface: 'console',
  method: 'GET',
  path: '/companies/{id}/spending',
  summary: 'What a company spent this month, day by day, and where it will end if it goes on so',
  auth: 'session',
  right: 'money.read',
  params: IdParams,
  responses: {
    200: Type.Object({
      month: Month,
      from: Datetime,
      to: Datetime,
      now: Datetime,
      spending: MonthSpending,
      forecast: Type.Union([Forecast, Type.Null()], { description: 'null on the first day of a month' }),
      days: Type.Array(
        Type.Object({
          day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
          spent: Money,
          total: Type.Unsafe<{ value: number; currency: string }>({ ...Money, description: 'from the 1st on' }),
        }),
        { description: 'every day until today' },
      ),
    }),
  },
});

export const downloadOwnDocument = endpoint({
  id: 'consoleDownloadDocument',
  surface: 'console',
  method: 'GET',
  path: '/documents/{id}',
  summary: "A document of one's own companies, as an attachment",
  auth: 'session',
  right: 'companies.read',
  params: Type.Object({ id: Uuid }),
  isRecorded: true,
  replyType: 'application/octet-stream',
  responses: { 200: Type.String() },
});

export const listDocumentFiles = endpoint({
  id: 'consoleListDocuments',
  surface: 'console',
  method: 'GET',
  path: '/companies/{id}/documents',
  summary: 'Documents of a company with what they are and which names use them, and the room that is left',
  auth: 'session',
  right: 'companies.read',
  params: IdParams,
  responses: {
    200: Type.Object({
      items: Type.Array(
        Type.Object({
          id: Uuid,
          filename: Type.String(),
          mediaType: oneOf(['application/pdf', 'image/jpeg', 'image/png']),
          sizeBytes: Count,
          createdAt: Datetime,
          senders: Type.Array(Type.Object({ id: Id, senderName: Type.String() })),
        }),
      ),
      room: Type.Object({ files: Count, filesMax: Count, bytes: Count, bytesMax: Count }),
    }),
  },
});
