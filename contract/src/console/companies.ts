// Companies of the partner console, with their spending and missing requirements.

import { CHECKLIST } from '@volley/domain/people/company-checklist.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  Count,
  Datetime,
  DatetimeOrNull,
  Id,
  IdParams,
  Money,
  MoneyOrNull,
  oneOf,
  Page,
  pageSize,
  Uuid,
} from '../fields.ts';
import { CompanyFields, CompanyStatus, CompanyTimes } from '../shapes/company.ts';
import { DispatchFields, DispatchTimes, StateCounts } from '../shapes/dispatch.ts';

const Month = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'such as 2026-11' });

export const MonthSpending = Type.Object({
  budget: Type.Unsafe<{ value: number; currency: string } | null>({
    ...MoneyOrNull,
    description: 'null: no monthly limit',
  }),
  spent: Money,
  reserved: Money,
  left: Type.Unsafe<{ value: number; currency: string } | null>({
    ...MoneyOrNull,
    description: 'rest of the budget; never below zero',
  }),
});

export const Forecast = Type.Object({
  amount: Money,
  exhaustedAt: Type.Unsafe<string | null>({
    ...DatetimeOrNull,
    description: 'when the budget will be exhausted, if before the end of the month',
  }),
});

const SenderCounts = Type.Object({
  total: Count,
  usable: Count,
  waiting: Type.Unsafe<number>({ ...Count, description: 'waiting for the platform or an operator' }),
  yours: Type.Unsafe<number>({ ...Count, description: 'waiting for the partner' }),
});

const { name, counteragentInn, status } = CompanyFields;
const { createdAt, updatedAt } = CompanyTimes;

const CompanyRow = Type.Object({
  companyId: Id,
  name,
  counteragentInn,
  status,
  spending: Type.Union([MonthSpending, Type.Null()], { description: 'null: without the right to see money' }),
  running: Count,
  senders: SenderCounts,
  createdAt,
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
  summary: 'List companies with the spending of this month, running dispatches and sender names',
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
  summary: 'Download the same list as a file, at most 10,000 companies',
  auth: 'session',
  right: 'companies.read',
  query: Type.Object({ ...filter, lang: Type.Optional(oneOf(['ru', 'en'])) }),
  isRecorded: true,
  replyType: 'application/octet-stream',
  responses: { 200: Type.String() },
});

const RecentDispatch = Type.Object({
  ...DispatchFields,
  channelType: oneOf(CHANNEL_TYPES),
  counts: Type.Object(StateCounts),
  ...DispatchTimes,
});

const CompanyMonth = Type.Object({
  month: Month,
  spent: Money,
  reserved: Money,
  fees: Money,
  late: Type.Unsafe<Static<typeof Money>>({
    ...Money,
    description: 'corrections of closed months, outside the budget',
  }),
  isClosed: Type.Boolean(),
});

export const getCompanyPage = endpoint({
  id: 'consoleGetCompany',
  surface: 'console',
  method: 'GET',
  path: '/companies/{id}',
  summary: 'Get a company with its spending, sender names, latest dispatches and missing requirements',
  auth: 'session',
  right: 'companies.read',
  params: IdParams,
  responses: {
    200: Type.Object({
      ...CompanyRow.properties,
      ...CompanyFields,
      updatedAt,
      checklist: Type.Array(Type.Object({ check: oneOf(CHECKLIST), done: Type.Boolean() })),
      waitingMessages: Type.Unsafe<number>({ ...Count, description: 'of running dispatches, not handed over yet' }),
      recentDispatches: Type.Array(RecentDispatch),
      months: Type.Array(CompanyMonth, {
        description: 'newest first, at most two years; empty without the right to see money',
      }),
    }),
  },
});

export const getSpending = endpoint({
  id: 'consoleGetSpending',
  surface: 'console',
  method: 'GET',
  path: '/companies/{id}/spending',
  summary: 'Get the daily spending of a company this month and a forecast',
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
          total: Type.Unsafe<{ value: number; currency: string }>({
            ...Money,
            description: 'from the first day of the month',
          }),
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
  summary: "Download a document of the partner's companies as an attachment",
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
  summary: 'List the documents of a company with their types, the sender names that use them, and the remaining quota',
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
