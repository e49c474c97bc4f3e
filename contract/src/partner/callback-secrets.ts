import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Datetime, DatetimeOrNull, Id, IdParams } from '../fields.ts';

const members = {
  id: Id,
  createdAt: Datetime,
  endsAt: Type.Unsafe<string | null>({
    ...DatetimeOrNull,
    description: 'when it stops signing; null: the current one',
  }),
};

export const listCallbackSecrets = endpoint({
  id: 'listCompanyCallbackSecrets',
  surface: 'partner',
  method: 'GET',
  path: '/company/{id}/callback-secrets',
  summary: 'List the secrets that sign the callbacks of a company now, without their values',
  auth: 'partner',
  right: 'callbacks.read',
  params: IdParams,
  responses: { 200: Type.Array(Type.Object(members)) },
});

export const createCallbackSecret = endpoint({
  id: 'createCompanyCallbackSecret',
  surface: 'partner',
  method: 'POST',
  path: '/company/{id}/callback-secrets',
  summary: 'Make the next secret that signs the callbacks of a company; it is shown once',
  description:
    'Callbacks carry `webhook-signature` by the rules of Standard Webhooks. The new secret signs at once, and the one before it signs beside it for a day, so that receivers can change over. Takes no Idempotency-Key: a lost answer means making another.',
  auth: 'partner',
  right: 'keys.write',
  showsSecret: true,
  params: IdParams,
  responses: { 201: Type.Object({ ...members, secret: Type.String({ description: 'whsec_ and Base64' }) }) },
});
