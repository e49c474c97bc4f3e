import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Datetime, DatetimeOrNull, Id, IdParams } from '../fields.ts';

const members = {
  id: Id,
  createdAt: Datetime,
  endsAt: Type.Unsafe<string | null>({
    ...DatetimeOrNull,
    description: 'end of its use for signatures; null: the current secret',
  }),
};

export const listCallbackSecrets = endpoint({
  id: 'listCompanyCallbackSecrets',
  surface: 'partner',
  method: 'GET',
  path: '/company/{id}/callback-secrets',
  summary: 'List the active callback secrets of a company, without their values',
  auth: 'partner',
  right: 'callbacks.read',
  params: IdParams,
  responses: { 200: Type.Array(Type.Object(members, { title: 'CallbackSecret' })) },
});

export const createCallbackSecret = endpoint({
  id: 'createCompanyCallbackSecret',
  surface: 'partner',
  method: 'POST',
  path: '/company/{id}/callback-secrets',
  summary: 'Create the next callback secret of a company; it is shown once',
  description:
    'Callbacks carry `webhook-signature` by the rules of Standard Webhooks. The new secret signs at once, and the previous one also signs for a day, so that receivers can switch. Takes no Idempotency-Key: after a lost answer, create another secret.',
  auth: 'partner',
  right: 'keys.write',
  showsSecret: true,
  params: IdParams,
  responses: {
    201: Type.Object(
      { ...members, secret: Type.String({ description: 'whsec_ and Base64' }) },
      { title: 'ShownCallbackSecret' },
    ),
  },
});
