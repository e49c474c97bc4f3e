// The request log: API requests under the partner's keys and tokens, without bodies and queries.
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Count, Datetime, Id, oneOf, StringOrNull, Uuid } from '../fields.ts';

const IntegerOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

const filters = {
  companyId: Type.Optional(Id),
  keyId: Type.Optional(Type.String({ pattern: '^[\\w-]{12}$' })),
  requestId: Type.Optional(Uuid),
  status: Type.Optional(oneOf(['2xx', '4xx', '5xx'])),
  errorCode: Type.Optional(Type.Integer({ minimum: 1, maximum: 99_999 })),
  path: Type.Optional(Type.String({ maxLength: 100, description: 'a part of the route' })),
  from: Type.Optional({ ...Datetime, description: 'absent: a day before `to`' }),
  to: Type.Optional({ ...Datetime, description: 'absent: now' }),
};

const LoggedRequest = Type.Object({
  at: Datetime,
  requestId: Uuid,
  companyId: IntegerOrNull,
  keyId: StringOrNull,
  keyPrefix: StringOrNull,
  method: Type.String(),
  route: Type.String(),
  status: Type.Integer(),
  errorCode: IntegerOrNull,
  ms: Count,
  address: Type.String(),
  warnings: Type.Unsafe<string | null>({ ...StringOrNull, description: 'the header X-Warnings of the answer' }),
});

export const listRequests = endpoint({
  id: 'consoleListRequests',
  surface: 'console',
  method: 'GET',
  path: '/requests',
  summary: 'List the requests, newest first',
  auth: 'session',
  right: 'requests.read',
  query: Type.Object({
    ...filters,
    after: Type.Optional(Type.String({ maxLength: 80, description: '`next` of the previous page' })),
    limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  }),
  responses: {
    200: Type.Object({
      items: Type.Array(LoggedRequest),
      next: StringOrNull,
      keptDays: Count,
    }),
  },
});

export const summarizeRequests = endpoint({
  id: 'consoleSummariseRequests',
  surface: 'console',
  method: 'GET',
  path: '/requests/summary',
  summary: 'Count requests by result and group errors by endpoint',
  auth: 'session',
  right: 'requests.read',
  query: Type.Object(filters),
  responses: {
    200: Type.Object({
      from: Datetime,
      to: Datetime,
      classes: Type.Array(Type.Object({ statusClass: Type.Integer(), count: Count, msP95: Count })),
      errors: Type.Array(
        Type.Object({
          method: Type.String(),
          route: Type.String(),
          status: Type.Integer(),
          errorCode: IntegerOrNull,
          count: Count,
          firstAt: Datetime,
          lastAt: Datetime,
          lastRequestId: Uuid,
        }),
      ),
    }),
  },
});

export const downloadRequests = endpoint({
  id: 'consoleDownloadRequests',
  surface: 'console',
  method: 'GET',
  path: '/requests.csv',
  summary: 'Download the request log as CSV, the newest 50,000 rows',
  auth: 'session',
  right: 'requests.read',
  query: Type.Object({ ...filters, lang: Type.Optional(oneOf(['ru', 'en'])) }),
  isRecorded: true,
  replyType: 'application/octet-stream',
  responses: { 200: Type.String() },
});
