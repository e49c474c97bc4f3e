// The first page: how today goes, what runs, what waits for somebody.
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Count, Datetime, DatetimeOrNull, Id, Money, oneOf, StringOrNull } from '../fields.ts';

export const GETTING_STARTED = ['company', 'sender', 'key', 'message', 'callback'] as const;

const States = Type.Object({
  from: Datetime,
  accepted: Count,
  queued: Count,
  withOperator: Count,
  delivered: Count,
  failed: Count,
});

const MoneyOrNull = Type.Unsafe<{ value: number; currency: string } | null>({
  ...Type.Union([Money, Type.Null()]),
  description: 'null: nothing limits the month',
});

const query = {
  company: Type.Optional(Id),
  dayStart: Type.Optional(
    Type.Unsafe<string>({ ...Datetime, description: "when the reader's day began; without it, that of Moscow" }),
  ),
};

export const getOverview = endpoint({
  id: 'consoleGetOverview',
  surface: 'console',
  method: 'GET',
  path: '/overview',
  summary: 'Today and the last seven days, what runs and what waits; money only for those who may see it',
  auth: 'session',
  right: 'overview.read',
  query: Type.Object(query),
  responses: {
    200: Type.Object({
      today: States,
      week: States,
      running: Type.Object({
        total: Count,
        items: Type.Array(
          Type.Object({
            id: Id,
            name: Type.String(),
            companyId: Id,
            companyName: Type.String(),
            startedAt: DatetimeOrNull,
            accepted: Count,
            queued: Count,
            withOperator: Count,
            delivered: Count,
            failed: Count,
          }),
        ),
      }),
      budgets: Type.Array(
        Type.Object({ companyId: Id, name: Type.String(), limit: MoneyOrNull, spent: Money, reserved: Money }),
      ),
      senders: Type.Object({
        total: Count,
        items: Type.Array(
          Type.Object({
            id: Id,
            senderName: Type.String(),
            brand: Type.String(),
            companyId: Id,
            companyName: Type.String(),
            status: Type.String(),
            comment: StringOrNull,
          }),
        ),
      }),
      callbacks: Type.Object({
        endpoints: Count,
        attempts: Type.Unsafe<number>({ ...Count, description: 'requests of the last 24 hours' }),
        refused: Type.Unsafe<number>({ ...Count, description: 'of them those that were not answered with 2xx' }),
        failing: Type.Array(
          Type.Object({ id: Id, url: Type.String(), companyId: Id, companyName: Type.String(), since: Datetime }),
        ),
      }),
      gettingStarted: Type.Array(Type.Object({ step: oneOf(GETTING_STARTED), done: Type.Boolean() })),
    }),
  },
});

export const getFailures = endpoint({
  id: 'consoleGetFailures',
  surface: 'console',
  method: 'GET',
  path: '/overview/failures',
  summary: 'Why messages failed: the most frequent codes since a moment at most 31 days ago',
  auth: 'session',
  right: 'overview.read',
  query: Type.Object({ company: Type.Optional(Id), from: Datetime }),
  responses: {
    200: Type.Object({
      failed: Type.Unsafe<number>({ ...Count, description: 'all that failed, with a code or without' }),
      items: Type.Array(Type.Object({ errorCode: Type.Integer(), meaning: Type.String(), count: Count })),
    }),
  },
});
