import { BRANDS } from '@volley/domain/numbers/brand.ts';
import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Count, Datetime, DatetimeOrNull, Id, IdParams, oneOf } from '../../fields.ts';
import { Destination } from '../fields.ts';

const Erasure = Type.Object(
  {
    erasureId: Id,
    requestedAt: Datetime,
    messagesErased: Count,
    messagesWaiting: Type.Integer({ minimum: 0, description: 'not final yet; erased when final' }),
    finishedAt: DatetimeOrNull,
  },
  { title: 'Erasure' },
);

export const eraseNumber = endpoint({
  id: 'adminEraseNumber',
  surface: 'back-office',
  method: 'POST',
  path: '/numbers/erase',
  summary: 'Erase a number and the texts sent to it, for all companies',
  auth: 'staff',
  capability: 'numbers.erase',
  body: Type.Object({ destination: Destination }),
  responses: { 201: Erasure },
});

export const getErasure = endpoint({
  id: 'adminGetErasure',
  surface: 'back-office',
  method: 'GET',
  path: '/numbers/erasures/{id}',
  summary: 'Get the progress of an erasure',
  auth: 'staff',
  capability: 'numbers.read',
  params: IdParams,
  responses: { 200: Erasure },
});

export const putPortedNumbers = endpoint({
  id: 'adminPutPortedNumbers',
  surface: 'back-office',
  method: 'PUT',
  path: '/numbers/ported',
  summary: 'Set the operator of ported numbers; effective in all processes within a minute',
  auth: 'staff',
  capability: 'numbers.port',
  body: Type.Object({
    items: Type.Array(Type.Object({ destination: Destination, brand: oneOf(BRANDS) }), {
      minItems: 1,
      maxItems: 2_000,
    }),
  }),
  responses: { 200: Type.Object({ changed: Count }) },
});

export const removePortedNumbers = endpoint({
  id: 'adminRemovePortedNumbers',
  surface: 'back-office',
  method: 'POST',
  path: '/numbers/ported/remove',
  summary: 'Remove the porting of numbers; their range applies again',
  auth: 'staff',
  capability: 'numbers.port',
  body: Type.Object({ destinations: Type.Array(Destination, { minItems: 1, maxItems: 2_000 }) }),
  responses: { 200: Type.Object({ changed: Count }) },
});
