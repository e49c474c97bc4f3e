import { FEATURE_SWITCHES } from '@volley/domain/people/feature-switch.ts';
import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Datetime, ID_MAX, oneOf } from '../../fields.ts';
import { listOf, Reason } from '../fields.ts';

const CompanyIdOrNull = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: ID_MAX,
  description: 'null: all companies without their own switch',
});

const Switch = Type.Object(
  {
    name: oneOf(FEATURE_SWITCHES),
    companyId: CompanyIdOrNull,
    isOn: Type.Boolean(),
    changedAt: Datetime,
  },
  { title: 'Switch' },
);

export const listSwitches = endpoint({
  id: 'adminListSwitches',
  surface: 'back-office',
  method: 'GET',
  path: '/switches',
  summary: 'List the feature switches that were ever set; all other features are on, except long-flashcall-codes',
  auth: 'staff',
  capability: 'switches.read',
  responses: { 200: listOf(Switch) },
});

export const setSwitch = endpoint({
  id: 'adminSetSwitch',
  surface: 'back-office',
  method: 'PUT',
  path: '/switches',
  summary: 'Switch a feature on or off, for all companies or for one',
  auth: 'staff',
  capability: 'switches.write',
  body: Type.Object({
    name: oneOf(FEATURE_SWITCHES),
    companyId: Type.Optional(CompanyIdOrNull),
    isOn: Type.Boolean(),
    reason: Type.Optional(Reason),
  }),
  refusals: ['not-found'],
  responses: { 200: listOf(Switch) },
});
