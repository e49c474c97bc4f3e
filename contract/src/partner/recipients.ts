import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Id } from '../fields.ts';

export const putRecipient = endpoint({
  id: 'putRecipient',
  surface: 'partner',
  method: 'PUT',
  path: '/recipients',
  summary: "Put a number on a company's blacklist or take it off",
  auth: 'partner',
  right: 'blacklist.write',
  body: Type.Object({
    companyId: Id,
    msisdn: Type.String({ minLength: 1, maxLength: 64, description: 'phone number' }),
    blacklist: Type.Boolean({ description: 'true adds the number, false removes it' }),
    comment: Type.Optional(Type.String({ maxLength: 500, description: 'reason for blocking' })),
  }),
  responses: {
    200: Type.Object({
      msisdn: Type.String({ description: 'in digits, country code first' }),
      companyId: Id,
      blacklist: Type.Boolean(),
    }),
  },
});
