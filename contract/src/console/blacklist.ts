import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Count, Datetime, Id, Page, StringOrNull } from '../fields.ts';

export const IMPORT_MAX = 10_000;
/** Of the lines that were not taken, as many are named. */
export const NAMED_MAX = 100;

const Entry = Type.Object({
  company: Type.Object({ id: Id, name: Type.String() }),
  msisdn: Type.String({ description: 'with its middle hidden for who may not read numbers' }),
  comment: StringOrNull,
  createdAt: Datetime,
});

export const listBlacklist = endpoint({
  id: 'consoleListBlacklist',
  surface: 'console',
  method: 'GET',
  path: '/blacklist',
  summary: 'Numbers that companies must not write to, newest first',
  auth: 'session',
  right: 'blacklist.read',
  query: Type.Object({
    company: Type.Optional(Id),
    q: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'digits of a number, or a comment' })),
    page: Page,
    perPage: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  }),
  responses: {
    200: Type.Object({ page: Type.Integer(), perPage: Type.Integer(), total: Count, items: Type.Array(Entry) }),
  },
});

export const importBlacklist = endpoint({
  id: 'consoleImportBlacklist',
  surface: 'console',
  method: 'POST',
  path: '/blacklist/import',
  summary: 'Put up to 10,000 numbers on the blacklist of a company',
  auth: 'session',
  right: 'blacklist.write',
  bodyLimit: 'bulk',
  body: Type.Object({
    companyId: Id,
    items: Type.Array(
      Type.Object({
        msisdn: Type.String({ minLength: 1, maxLength: 64 }),
        comment: Type.Optional(Type.String({ maxLength: 500 })),
      }),
      { minItems: 1, maxItems: IMPORT_MAX },
    ),
  }),
  responses: {
    200: Type.Object({
      added: Count,
      known: Type.Integer({ description: 'were on the list already; a comment that came with them is the new one' }),
      repeated: Type.Integer({ description: 'came more than once in this list' }),
      completed: Type.Integer({ description: 'had ten digits from 9 on, and got the 7 of Russia' }),
      refused: Count,
      firstRefused: Type.Array(Type.Object({ line: Type.Integer(), msisdn: Type.String() }), { maxItems: NAMED_MAX }),
    }),
  },
});
