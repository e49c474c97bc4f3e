import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Count, Datetime, Id, Page, pageSize, StringOrNull } from '../fields.ts';

/** Limit of the numbers in a call. */
export const MSISDNS_MAX = 10_000;

export const putRecipient = endpoint({
  id: 'putRecipient',
  surface: 'partner',
  method: 'PUT',
  path: '/recipients',
  summary: "Add numbers to a company's blacklist or remove them",
  description:
    'One number as `msisdn`, or up to 10,000 as `msisdns`; invalid numbers of a list are returned in `rejected` with their index, and the others are accepted.',
  auth: 'partner',
  right: 'blacklist.write',
  bodyLimit: 'bulk',
  body: Type.Object(
    {
      companyId: Id,
      msisdn: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description:
            'phone number, required unless msisdns is given; ten digits that begin with 9, without a plus, count as a Russian number without its country code',
        }),
      ),
      msisdns: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: MSISDNS_MAX }),
      ),
      blacklist: Type.Boolean({ description: 'true adds the numbers, false removes them' }),
      comment: Type.Optional(Type.String({ maxLength: 500, description: 'reason for blocking' })),
    },
    { title: 'BlacklistChange' },
  ),
  refusals: ['not-found'],
  responses: {
    200: Type.Object(
      {
        msisdn: Type.Optional(
          Type.String({ description: 'in digits, country code first; present when one number was given' }),
        ),
        companyId: Id,
        blacklist: Type.Boolean(),
        addedSeven: Type.Optional(
          Type.Literal(true, { description: 'present if the country code 7 was added to ten digits' }),
        ),
        total: Type.Optional(Type.Integer({ description: 'with msisdns: number of given items' })),
        success: Type.Optional(Count),
        failed: Type.Optional(Count),
        rejected: Type.Optional(
          Type.Array(
            Type.Object(
              { index: Count, msisdn: Type.String(), errorCode: Type.Integer(), msg: Type.String() },
              { title: 'RejectedNumber' },
            ),
            { description: 'with msisdns: the invalid phone numbers' },
          ),
        ),
      },
      { title: 'BlacklistResult' },
    ),
  },
});

export const listRecipients = endpoint({
  id: 'listRecipients',
  surface: 'partner',
  method: 'GET',
  path: '/recipients',
  summary: "List a company's blacklist, by number",
  auth: 'partner',
  // Numbers are shown in full; the console's own list hides them from users without the right.
  right: 'numbers.read',
  isRecorded: true,
  query: Type.Object({ companyId: Id, page: Page, perPage: pageSize(100) }),
  refusals: ['not-found'],
  responses: {
    200: Type.Object({
      page: Type.Integer(),
      perPage: Type.Integer(),
      total: Count,
      items: Type.Array(
        Type.Object(
          { msisdn: Type.String(), comment: StringOrNull, createdAt: Datetime },
          { title: 'BlacklistedNumber' },
        ),
      ),
    }),
  },
});
