import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { listOf } from './fields.ts';

export const auditFindings = endpoint({
  id: 'adminAuditFindings',
  surface: 'back-office',
  method: 'GET',
  path: '/audit',
  summary: 'Recount money and counters; an empty list means no differences',
  auth: 'staff',
  capability: 'audit.read',
  responses: {
    200: listOf(Type.Object({ what: Type.String(), id: Type.String(), expected: Type.String(), found: Type.String() })),
  },
});
