import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Datetime } from '../fields.ts';

export const issueToken = endpoint({
  id: 'issueToken',
  surface: 'partner',
  method: 'POST',
  path: '/auth/token',
  summary: 'Exchange login and password for a token',
  auth: 'none',
  body: Type.Object(
    {
      login: Type.String({ minLength: 1, maxLength: 255 }),
      password: Type.String({ minLength: 1, maxLength: 1024 }),
    },
    { title: 'Credentials' },
  ),
  refusals: ['bad-credentials', 'too-many-requests'],
  responses: {
    200: Type.Object({ token: Type.String(), expiresAt: Type.Optional(Datetime) }, { title: 'Token' }),
  },
});
