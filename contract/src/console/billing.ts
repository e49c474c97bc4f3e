// Money of a partner's companies: balances, transactions and current prices.

import { PRICING_MODELS, SENDER_TYPES, TRAFFIC_TYPES } from '@volley/domain/money/tariff.ts';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  Amount,
  Count,
  Currency,
  Datetime,
  Id,
  Money,
  oneOf,
  Page,
  pageSize,
  StringOrNull,
  TariffCountry,
} from '../fields.ts';
import { CompanyFields } from '../shapes/company.ts';
import { Forecast, MonthSpending } from './companies.ts';

const Month = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'such as 2026-11' });

const Wallet = Type.Object({ balance: Money, reserved: Money });

export const getBilling = endpoint({
  id: 'consoleGetBilling',
  surface: 'console',
  method: 'GET',
  path: '/billing',
  summary: 'Get the spending of this month by company, highest first, with wallets and a forecast',
  auth: 'session',
  right: 'money.read',
  query: Type.Object({ companyId: Type.Optional(Id), page: Page, perPage: pageSize(50) }),
  responses: {
    200: Type.Object({
      page: Type.Integer(),
      perPage: Type.Integer(),
      total: Count,
      month: Month,
      to: Type.Unsafe<string>({ ...Datetime, description: 'the first instant of the next month' }),
      sum: Type.Object({
        spent: Money,
        reserved: Money,
        fees: Money,
        late: Type.Unsafe<{ value: number; currency: string }>({
          ...Money,
          description: 'corrections of closed months',
        }),
        forecast: Type.Union([Money, Type.Null()]),
        wallets: Type.Array(Wallet, { description: 'by currency, sum of all companies' }),
      }),
      items: Type.Array(
        Type.Object({
          companyId: Id,
          name: CompanyFields.name,
          status: CompanyFields.status,
          spending: MonthSpending,
          fees: Money,
          forecast: Type.Union([Forecast, Type.Null()]),
          wallets: Type.Array(Wallet),
        }),
      ),
    }),
  },
});

export const OPERATION_KINDS = [
  'reserve',
  'spend',
  'package',
  'turn',
  'correction',
  'fee',
  'wallet-top-up',
  'wallet-correction',
  'wallet-reserve',
  'wallet-spend',
] as const;

const operationFilter = {
  companyId: Type.Optional(Id),
  month: Type.Optional(Month),
  kind: Type.Optional(Type.Array(oneOf(OPERATION_KINDS), { maxItems: 20 })),
};

const Operation = Type.Object({
  at: Type.Unsafe<string>({ ...Datetime, description: 'the last entry of the day' }),
  companyId: Id,
  companyName: Type.String(),
  kind: oneOf(OPERATION_KINDS),
  dispatchId: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  title: Type.Unsafe<string | null>({ ...StringOrNull, description: 'name of the dispatch or of the sender' }),
  lateOf: Type.Unsafe<string | null>({
    ...StringOrNull,
    description: 'the corrected closed month, such as 2026-10; outside the budget',
  }),
  messages: Count,
  spent: Type.Unsafe<{ value: number; currency: string }>({ ...Money, description: 'change of the spent amount' }),
  reserved: Type.Unsafe<{ value: number; currency: string }>({
    ...Money,
    description: 'change of the reserved amount',
  }),
  wallet: Type.Unsafe<{ value: number; currency: string }>({
    ...Money,
    description: 'change of the available balance',
  }),
  reason: StringOrNull,
});

export const listOperations = endpoint({
  id: 'consoleListOperations',
  surface: 'console',
  method: 'GET',
  path: '/billing/operations',
  summary: 'List the transactions of a month, newest first; those of a dispatch are summed by day',
  auth: 'session',
  right: 'money.read',
  query: Type.Object({ ...operationFilter, page: Page, perPage: pageSize(50) }),
  responses: {
    200: Type.Object({
      page: Type.Integer(),
      perPage: Type.Integer(),
      total: Count,
      month: Month,
      items: Type.Array(Operation),
    }),
  },
});

export const downloadOperations = endpoint({
  id: 'consoleDownloadOperations',
  surface: 'console',
  method: 'GET',
  path: '/billing/operations.csv',
  summary: 'Download the same list as a file, at most 50,000 rows',
  auth: 'session',
  right: 'money.read',
  query: Type.Object({ ...operationFilter, lang: Type.Optional(oneOf(['ru', 'en'])) }),
  isRecorded: true,
  replyType: 'application/octet-stream',
  responses: { 200: Type.String() },
});

const Ahead = Type.Object({
  at: Type.Unsafe<number>({ ...Count, description: 'the first message or recipient with this price' }),
  more: Type.Unsafe<number>({ ...Count, description: 'messages or recipients until then' }),
  price: Amount,
});

const Position = Type.Object({
  brand: Type.Unsafe<(typeof BRANDS)[number] | null>({
    enum: [...BRANDS, null],
    description: 'null: unknown operator',
  }),
  count: Type.Unsafe<number>({ ...Count, description: 'messages (SCALED) or recipients (MAU) of the month so far' }),
  price: Type.Unsafe<number>({ ...Amount, description: 'of the next message part' }),
  next: Type.Union([Ahead, Type.Null()]),
  nextPackage: Type.Union([Ahead, Type.Null()]),
});

export const getTariffPositions = endpoint({
  id: 'consoleGetTariffs',
  surface: 'console',
  method: 'GET',
  path: '/billing/tariffs',
  summary: 'List the tariffs in force and the step that a company has reached this month',
  auth: 'session',
  right: 'money.read',
  query: Type.Object({ companyId: Type.Optional(Id) }),
  responses: {
    200: Type.Object({
      month: Month,
      tariffs: Type.Array(
        Type.Object({
          id: Id,
          senderType: oneOf(SENDER_TYPES),
          brand: Type.Optional(oneOf(BRANDS)),
          trafficType: Type.Optional(oneOf(TRAFFIC_TYPES)),
          countryCode: Type.Optional(TariffCountry),
          pricingModel: oneOf(PRICING_MODELS),
          currency: Currency,
          steps: Type.Array(Type.Object({ from: Count, price: Amount, priceMauBatch: Amount })),
          positions: Type.Array(Position, { description: 'empty without a company and for fixed prices' }),
        }),
      ),
      senderFees: Type.Array(Type.Object({ brand: oneOf(BRANDS), fee: Money, names: Count }), {
        description: 'with the number of sender names of the company, or of all companies, that pay the fee',
      }),
    }),
  },
});
