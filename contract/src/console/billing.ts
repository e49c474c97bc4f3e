// Money of a partner's companies: what is left, what was done with it, and what things cost now.
import { BRANDS } from '@volley/domain/brand.ts';
import { PRICING_MODELS, SENDER_TYPES, TRAFFIC_TYPES } from '@volley/domain/tariff.ts';
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
import { Forecast, MonthSpending } from './companies.ts';

const Month = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'such as 2026-11' });

const Wallet = Type.Object({ balance: Money, reserved: Money });

export const getBilling = endpoint({
  id: 'consoleGetBilling',
  surface: 'console',
  method: 'GET',
  path: '/billing',
  summary: 'The money of this month by company, dearest first, with wallets and a forecast',
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
        late: Type.Unsafe<{ value: number; currency: string }>({ ...Money, description: 'changes of closed months' }),
        forecast: Type.Union([Money, Type.Null()]),
        wallets: Type.Array(Wallet, { description: 'by currency, of all companies together' }),
      }),
      items: Type.Array(
        Type.Object({
          companyId: Id,
          name: Type.String(),
          status: oneOf(['ACTIVE', 'DISABLED']),
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
  at: Type.Unsafe<string>({ ...Datetime, description: 'the last of the day' }),
  companyId: Id,
  companyName: Type.String(),
  kind: oneOf(OPERATION_KINDS),
  dispatchId: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  title: Type.Unsafe<string | null>({ ...StringOrNull, description: 'name of the dispatch or of the sender' }),
  lateOf: Type.Unsafe<string | null>({
    ...StringOrNull,
    description: 'the closed month it is about, such as 2026-10; outside the budget',
  }),
  messages: Count,
  spent: Type.Unsafe<{ value: number; currency: string }>({ ...Money, description: 'change of what is spent' }),
  reserved: Type.Unsafe<{ value: number; currency: string }>({ ...Money, description: 'change of what is set aside' }),
  wallet: Type.Unsafe<{ value: number; currency: string }>({
    ...Money,
    description: 'change of what is free in the wallet',
  }),
  reason: StringOrNull,
});

export const listOperations = endpoint({
  id: 'consoleListOperations',
  surface: 'console',
  method: 'GET',
  path: '/billing/operations',
  summary: 'What was done with the money of a month, newest first; those of a dispatch are added up by day',
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
  summary: 'The same as a file, 50 000 rows at most',
  auth: 'session',
  right: 'money.read',
  query: Type.Object({ ...operationFilter, lang: Type.Optional(oneOf(['ru', 'en'])) }),
  isRecorded: true,
  replyType: 'application/octet-stream',
  responses: { 200: Type.String() },
});

const Ahead = Type.Object({
  at: Type.Unsafe<number>({ ...Count, description: 'the message, or the recipient, that has it first' }),
  more: Type.Unsafe<number>({ ...Count, description: 'how many come before it' }),
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
  summary: 'Tariffs in force, and where a company stands on their steps this month',
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
        description: 'with how many names of the company, or of all, pay it',
      }),
    }),
  },
});
