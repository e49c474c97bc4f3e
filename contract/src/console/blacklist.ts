import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Count, Datetime, Id, Page, StringOrNull } from '../fields.ts';

export const IMPORT_MAX = 10_000;
/** Limit of the rejected lines that are listed. */
export const NAMED_MAX = 100;

const Entry = Type.Object({
  company: Type.Object({ id: Id, name: Type.String() }),
  msisdn: Type.String({ description: 'masked without the right to read numbers' }),
  comment: StringOrNull,
  createdAt: Datetime,
});

export const listBlacklist = endpoint({
  id: 'consoleListBlacklist',
  surface: 'console',
  method: 'GET',
  path: '/blacklist',
  summary: 'List the blacklists of companies, newest first',
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
  summary: 'Add up to 10,000 numbers to the blacklist of a company',
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
      known: Type.Integer({ description: 'already on the blacklist; a given comment replaces the old one' }),
      repeated: Type.Integer({ description: 'repeated in this request' }),
      completed: Type.Integer({ description: 'ten digits that begin with 9; the country code 7 was added' }),
      refused: Count,
      firstRefused: Type.Array(Type.Object({ line: Type.Integer(), msisdn: Type.String() }), { maxItems: NAMED_MAX }),
    }),
  },
});
