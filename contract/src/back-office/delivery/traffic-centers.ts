import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Datetime, Id, Name } from '../../fields.ts';
import { listOf } from '../fields.ts';

const TrafficCenter = Type.Object(
  {
    id: Id,
    companyId: Id,
    name: Type.String(),
    isDefault: Type.Boolean(),
    createdAt: Datetime,
  },
  { title: 'TrafficCenter' },
);

export const listTrafficCenters = endpoint({
  id: 'adminListTrafficCenters',
  surface: 'back-office',
  method: 'GET',
  path: '/traffic-centers',
  summary: 'List the traffic centers of a company',
  auth: 'staff',
  capability: 'companies.read',
  query: Type.Object({ companyId: Id }),
  refusals: ['not-found'],
  responses: { 200: listOf(TrafficCenter) },
});

export const createTrafficCenter = endpoint({
  id: 'adminCreateTrafficCenter',
  surface: 'back-office',
  method: 'POST',
  path: '/traffic-centers',
  summary: 'Create a traffic center of a company',
  auth: 'staff',
  capability: 'companies.write',
  body: Type.Object({
    companyId: Id,
    name: Name,
    isDefault: Type.Optional(Type.Boolean({ description: 'replaces the default center' })),
  }),
  refusals: ['not-found'],
  responses: { 201: TrafficCenter },
});

export const setDefaultTrafficCenter = endpoint({
  id: 'adminSetDefaultTrafficCenter',
  surface: 'back-office',
  method: 'POST',
  path: '/traffic-centers/{id}/default',
  summary: 'Make a traffic center the default of its company',
  auth: 'staff',
  capability: 'companies.write',
  params: Type.Object({ id: Id }),
  responses: { 200: TrafficCenter },
});
