import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Datetime } from '../../fields.ts';

export const issueStaffToken = endpoint({
  id: 'issueStaffToken',
  surface: 'back-office',
  method: 'POST',
  path: '/auth/token',
  summary: 'Exchange login and password of a staff account for a token',
  auth: 'none',
  capability: 'sign-in',
  body: Type.Object({
    login: Type.String({ minLength: 1, maxLength: 255 }),
    password: Type.String({ minLength: 1, maxLength: 1024 }),
  }),
  refusals: ['bad-credentials', 'too-many-requests'],
  responses: { 200: Type.Object({ token: Type.String(), expiresAt: Type.Optional(Datetime) }) },
});
