// The users of a partner and their actions.
import { PARTNER_RIGHTS, PARTNER_ROLES } from '@volley/domain/people/partner-role.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Count, Datetime, DatetimeOrNull, Id, IdParams, Name, oneOf, StringOrNull, Uuid } from '../fields.ts';

const UserRole = oneOf(['admin', 'developer', 'sender', 'finance', 'reader']);
const UserStatus = oneOf(['ACTIVE', 'DISABLED']);
const Password = Type.String({ minLength: 12, maxLength: 1024 });

const User = Type.Object({
  id: Id,
  login: Type.String(),
  name: Type.String(),
  role: UserRole,
  status: UserStatus,
  createdAt: Datetime,
  lastSeenAt: DatetimeOrNull,
});

export const listTeam = endpoint({
  id: 'consoleListTeam',
  surface: 'console',
  method: 'GET',
  path: '/team/users',
  summary: 'List the owner and the users of the partner, with the rights of each role',
  auth: 'session',
  right: 'team.read',
  responses: {
    200: Type.Object({
      owner: Type.Object({ login: Type.String(), createdAt: Datetime }),
      items: Type.Array(User),
      usersMax: Count,
      roles: Type.Array(Type.Object({ role: oneOf(PARTNER_ROLES), rights: Type.Array(oneOf(PARTNER_RIGHTS)) })),
    }),
  },
});

export const createUser = endpoint({
  id: 'consoleCreateUser',
  surface: 'console',
  method: 'POST',
  path: '/team/users',
  summary: 'Create a user',
  auth: 'session',
  right: 'team.write',
  body: Type.Object({
    login: Type.String({ minLength: 3, maxLength: 255, pattern: '^\\S+$' }),
    name: Name,
    role: UserRole,
    password: Password,
  }),
  responses: { 201: User },
});

export const changeUser = endpoint({
  id: 'consoleChangeUser',
  surface: 'console',
  method: 'PUT',
  path: '/team/users/{id}',
  summary: 'Change name, role, status or password; a new status or password ends the sessions',
  auth: 'session',
  right: 'team.write',
  params: IdParams,
  body: Type.Object({
    name: Type.Optional(Name),
    role: Type.Optional(UserRole),
    status: Type.Optional(UserStatus),
    password: Type.Optional(Password),
  }),
  responses: { 200: User },
});

export const listAudit = endpoint({
  id: 'consoleListAudit',
  surface: 'console',
  method: 'GET',
  path: '/audit',
  summary: "List the actions of the partner's users, newest first; stored for a year",
  auth: 'session',
  right: 'audit.read',
  query: Type.Object({
    login: Type.Optional(Type.String({ maxLength: 255 })),
    action: Type.Optional(Type.String({ maxLength: 60 })),
    subjectKind: Type.Optional(Type.String({ maxLength: 60 })),
    subjectId: Type.Optional(Type.String({ maxLength: 100 })),
    from: Type.Optional(Datetime),
    to: Type.Optional(Datetime),
    beforeId: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  }),
  responses: {
    200: Type.Object({
      items: Type.Array(
        Type.Object({
          id: Type.Integer(),
          at: Datetime,
          login: Type.String(),
          name: StringOrNull,
          action: Type.String({ description: 'the name of the endpoint' }),
          subjectKind: Type.String(),
          subjectId: Type.String(),
          details: Type.Record(Type.String(), Type.Unknown()),
          reason: StringOrNull,
          address: Type.String(),
          requestId: Uuid,
        }),
      ),
    }),
  },
});
