import { PARTNER_RIGHTS, PARTNER_ROLES } from '@volley/domain/people/partner-role.ts';
import { CAPABILITIES, STAFF_ROLES } from '@volley/domain/people/staff-role.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Count, Currency, Datetime, oneOf } from '../fields.ts';

/** Session ids may exceed 32 bits. */
const SessionId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

const Session = Type.Object({
  kind: oneOf(['partner', 'staff']),
  login: Type.String(),
  name: Type.String({ description: 'name of the user; default: the login' }),
  role: Type.Optional(oneOf(PARTNER_ROLES)),
  rights: Type.Array(oneOf(PARTNER_RIGHTS), { description: 'of users of a partner' }),
  roles: Type.Array(oneOf(STAFF_ROLES), { description: 'of staff' }),
  capabilities: Type.Array(oneOf(CAPABILITIES), { description: 'of staff' }),
  csrfToken: Type.String({ description: 'required with every change in the header x-csrf-token' }),
  currency: Type.Optional(Currency),
  testMode: Type.Boolean(),
  companies: Count,
});

export const signIn = endpoint({
  id: 'signIn',
  surface: 'console',
  method: 'POST',
  path: '/session',
  summary: 'Sign in with login and password',
  auth: 'none',
  body: Type.Object({
    login: Type.String({ minLength: 1, maxLength: 255 }),
    password: Type.String({ minLength: 1, maxLength: 1024 }),
  }),
  responses: { 200: Session },
});

export const signInByLink = endpoint({
  id: 'signInByLink',
  surface: 'console',
  method: 'POST',
  path: '/session/link',
  summary: 'Sign in with a one-time link',
  auth: 'none',
  body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) }),
  responses: { 200: Session },
});

export const getSession = endpoint({
  id: 'getSession',
  surface: 'console',
  method: 'GET',
  path: '/session',
  summary: 'Get the signed-in user and their rights',
  auth: 'signed-in',
  responses: { 200: Session },
});

export const signOut = endpoint({
  id: 'signOut',
  surface: 'console',
  method: 'POST',
  path: '/session/end',
  summary: 'Sign out',
  auth: 'signed-in',
  responses: { 200: Type.Object({}) },
});

export const listSessions = endpoint({
  id: 'listSessions',
  surface: 'console',
  method: 'GET',
  path: '/sessions',
  summary: 'List the sessions of the user, last used first',
  auth: 'signed-in',
  responses: {
    200: Type.Object({
      items: Type.Array(
        Type.Object({
          id: SessionId,
          address: Type.String(),
          device: Type.String({ description: 'the User-Agent of the browser' }),
          createdAt: Datetime,
          lastSeenAt: Datetime,
          expiresAt: Datetime,
          current: Type.Boolean(),
        }),
      ),
    }),
  },
});

export const endSession = endpoint({
  id: 'endSession',
  surface: 'console',
  method: 'POST',
  path: '/sessions/{id}/end',
  summary: 'End another session',
  auth: 'signed-in',
  params: Type.Object({ id: SessionId }),
  responses: { 200: Type.Object({}) },
});

export const endOtherSessions = endpoint({
  id: 'endOtherSessions',
  surface: 'console',
  method: 'POST',
  path: '/sessions/end-others',
  summary: 'End all other sessions',
  auth: 'signed-in',
  responses: { 200: Type.Object({ ended: Count }) },
});
