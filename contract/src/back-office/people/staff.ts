import { STAFF_ROLES } from '@volley/domain/people/staff-role.ts';
import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Datetime, Id, IdParams, oneOf, StringOrNull, Uuid } from '../../fields.ts';
import { ActiveOrDisabled, Login, listOf, NewPassword } from '../fields.ts';

const Roles = Type.Array(oneOf(STAFF_ROLES), { uniqueItems: true, maxItems: STAFF_ROLES.length });

const Staff = Type.Object(
  {
    staffId: Id,
    login: Type.String(),
    roles: Roles,
    status: ActiveOrDisabled,
    createdAt: Datetime,
  },
  { title: 'Staff' },
);

export const createStaff = endpoint({
  id: 'adminCreateStaff',
  surface: 'back-office',
  method: 'POST',
  path: '/staff',
  summary: 'Create a staff account',
  auth: 'staff',
  capability: 'staff.write',
  body: Type.Object({ login: Login, password: NewPassword, roles: Roles }),
  responses: { 201: Type.Object({ staffId: Id }) },
});

export const listStaff = endpoint({
  id: 'adminListStaff',
  surface: 'back-office',
  method: 'GET',
  path: '/staff',
  summary: 'List staff accounts',
  auth: 'staff',
  capability: 'staff.read',
  responses: { 200: listOf(Staff) },
});

export const setStaffRoles = endpoint({
  id: 'adminSetStaffRoles',
  surface: 'back-office',
  method: 'PUT',
  path: '/staff/{id}/roles',
  summary: 'Replace the roles of a staff account',
  auth: 'staff',
  capability: 'staff.write',
  params: IdParams,
  body: Type.Object({ roles: Roles }),
  responses: { 200: Staff },
});

export const setStaffStatus = endpoint({
  id: 'adminSetStaffStatus',
  surface: 'back-office',
  method: 'POST',
  path: '/staff/{id}/status',
  summary: 'Disable or enable a staff account; both revoke all its tokens',
  auth: 'staff',
  capability: 'staff.write',
  params: IdParams,
  body: Type.Object({ status: ActiveOrDisabled }),
  responses: { 200: Staff },
});

export const changeStaffPassword = endpoint({
  id: 'adminChangeStaffPassword',
  surface: 'back-office',
  method: 'POST',
  path: '/staff/{id}/password',
  summary: 'Change the password of a staff account; all its tokens are revoked',
  auth: 'staff',
  capability: 'staff.write',
  params: IdParams,
  body: Type.Object({ password: NewPassword }),
  responses: { 200: Staff },
});

const actionFilter = {
  staffId: Type.Optional(Id),
  action: Type.Optional(Type.String({ maxLength: 60 })),
  subjectKind: Type.Optional(Type.String({ maxLength: 60 })),
  subjectId: Type.Optional(Type.String({ maxLength: 255 })),
  from: Type.Optional(Datetime),
  to: Type.Optional(Datetime),
};

export const exportStaffActions = endpoint({
  id: 'adminExportStaffActions',
  surface: 'back-office',
  method: 'GET',
  path: '/actions/export',
  summary: 'Download the staff log as CSV, the newest ten thousand rows',
  auth: 'staff',
  capability: 'actions.read',
  query: Type.Object({ ...actionFilter, lang: Type.Optional(oneOf(['ru', 'en'])) }),
  isRecorded: true,
  replyType: 'application/octet-stream',
  fileTypes: ['text/csv'],
  responses: { 200: Type.String() },
});

export const listFailedSignIns = endpoint({
  id: 'adminListFailedSignIns',
  surface: 'back-office',
  method: 'GET',
  path: '/failed-sign-ins',
  summary: 'List refused sign-ins, counted by day, login and address, newest first',
  auth: 'staff',
  capability: 'actions.read',
  query: Type.Object({
    login: Type.Optional(Type.String({ maxLength: 255 })),
    address: Type.Optional(Type.String({ maxLength: 60 })),
    beforeId: Type.Optional(Id),
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  }),
  responses: {
    200: listOf(
      Type.Object({
        id: Type.Integer(),
        door: Type.String({ description: 'the endpoint that was called' }),
        login: Type.String({ description: 'truncated to three characters if the login does not exist' }),
        address: Type.String(),
        partnerId: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
        staffId: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
        firstAt: Datetime,
        lastAt: Datetime,
        tries: Type.Integer(),
      }),
    ),
  },
});

export const listStaffActions = endpoint({
  id: 'adminListStaffActions',
  surface: 'back-office',
  method: 'GET',
  path: '/actions',
  summary: 'List the staff log, newest first',
  auth: 'staff',
  capability: 'actions.read',
  query: Type.Object({
    ...actionFilter,
    beforeId: Type.Optional(Id),
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  }),
  responses: {
    200: listOf(
      Type.Object({
        id: Type.Integer(),
        at: Datetime,
        staffId: Type.Unsafe<number | null>({
          type: ['integer', 'null'],
          description: 'null: a command line command',
        }),
        login: StringOrNull,
        action: Type.String(),
        subjectKind: Type.String(),
        subjectId: Type.String(),
        details: Type.Record(Type.String(), Type.Unknown()),
        requestId: Uuid,
      }),
    ),
  },
});
