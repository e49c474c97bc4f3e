// The start page: today's traffic, running dispatches and pending actions.
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Count, Datetime, Id, Money, MoneyOrNull, oneOf, StringOrNull } from '../fields.ts';
import { DispatchFields, DispatchTimes, StateCounts } from '../shapes/dispatch.ts';

export const GETTING_STARTED = ['company', 'sender', 'key', 'message', 'callback'] as const;

const States = Type.Object({
  from: Datetime,
  ...StateCounts,
});

const Limit = Type.Unsafe<{ value: number; currency: string } | null>({
  ...MoneyOrNull,
  description: 'null: no monthly limit',
});

const query = {
  company: Type.Optional(Id),
  dayStart: Type.Optional(
    Type.Unsafe<string>({ ...Datetime, description: "start of the user's day; default: start of the day in Moscow" }),
  ),
};

export const getOverview = endpoint({
  id: 'consoleGetOverview',
  surface: 'console',
  method: 'GET',
  path: '/overview',
  summary:
    'Get today, the last seven days, running dispatches and pending actions; money only with the right to see it',
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
            id: DispatchFields.id,
            name: DispatchFields.name,
            companyId: Id,
            companyName: Type.String(),
            startedAt: DispatchTimes.startedAt,
            ...StateCounts,
          }),
        ),
      }),
      budgets: Type.Array(
        Type.Object({ companyId: Id, name: Type.String(), limit: Limit, spent: Money, reserved: Money }),
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
        refused: Type.Unsafe<number>({ ...Count, description: 'requests without a 2xx response' }),
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
  summary: 'List the most frequent error codes since a time at most 31 days ago',
  auth: 'session',
  right: 'overview.read',
  query: Type.Object({ company: Type.Optional(Id), from: Datetime }),
  responses: {
    200: Type.Object({
      failed: Type.Unsafe<number>({ ...Count, description: 'all failed messages, with and without a code' }),
      items: Type.Array(Type.Object({ errorCode: Type.Integer(), meaning: Type.String(), count: Count })),
    }),
  },
});
