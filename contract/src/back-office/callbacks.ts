import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Count, Datetime, DatetimeOrNull, Id, IdParams, oneOf, StringOrNull, Uuid } from '../fields.ts';
import { listOf } from './fields.ts';

const IntegerOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

const Secret = Type.Object(
  {
    id: Id,
    createdAt: Datetime,
    endsAt: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'end of its use for signatures; null: the current secret',
    }),
  },
  { title: 'CallbackSecret' },
);

export const rotateCallbackSecret = endpoint({
  id: 'adminRotateCallbackSecret',
  surface: 'back-office',
  method: 'POST',
  path: '/companies/{id}/callback-secrets',
  summary: 'Create the next callback secret; the previous one also signs for a day',
  auth: 'staff',
  capability: 'keys.write',
  params: IdParams,
  responses: {
    201: Type.Intersect([
      Secret,
      Type.Object({ secret: Type.String({ pattern: '^whsec_', description: 'shown only in this answer' }) }),
    ]),
  },
});

export const listCallbackSecrets = endpoint({
  id: 'adminListCallbackSecrets',
  surface: 'back-office',
  method: 'GET',
  path: '/companies/{id}/callback-secrets',
  summary: 'List the active callback secrets, without their values',
  auth: 'staff',
  capability: 'keys.read',
  params: IdParams,
  responses: { 200: listOf(Secret) },
});

export const listCallbackEndpoints = endpoint({
  id: 'adminListCallbackEndpoints',
  surface: 'back-office',
  method: 'GET',
  path: '/companies/{id}/callback-endpoints',
  summary: 'List the callback targets of a company and their health',
  auth: 'staff',
  capability: 'callbacks.read',
  params: IdParams,
  responses: {
    200: listOf(
      Type.Object({
        id: Id,
        companyId: Id,
        form: oneOf(['PARTNER', 'MESSAGING']),
        url: Type.String({ description: 'without login and password' }),
        hasCredentials: Type.Boolean(),
        failingSince: DatetimeOrNull,
        waiting: Count,
        nextTryAt: DatetimeOrNull,
        givenUp: Count,
      }),
    ),
  },
});

export const listCallbackAttempts = endpoint({
  id: 'adminListCallbackAttempts',
  surface: 'back-office',
  method: 'GET',
  path: '/companies/{id}/callback-attempts',
  summary: 'List the requests to callback targets, newest first; stored for a week',
  auth: 'staff',
  capability: 'callbacks.read',
  params: IdParams,
  query: Type.Object({
    endpointId: Type.Optional(Id),
    result: Type.Optional(oneOf(['failed'])),
    before: Type.Optional(Datetime),
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  }),
  responses: {
    200: listOf(
      Type.Object({
        endpointId: Id,
        at: Datetime,
        attempt: Type.Integer({ minimum: 1 }),
        events: Count,
        firstNumber: IntegerOrNull,
        lastNumber: IntegerOrNull,
        status: IntegerOrNull,
        error: StringOrNull,
        ms: Count,
      }),
    ),
  },
});

export const replayCallbacks = endpoint({
  id: 'adminReplayCallbacks',
  surface: 'back-office',
  method: 'POST',
  path: '/companies/{id}/callback-replays',
  summary: 'Send callbacks of the messaging API again, from the feed',
  auth: 'staff',
  capability: 'callbacks.replay',
  params: IdParams,
  body: Type.Object({
    what: oneOf(['event', 'message', 'period', 'given-up']),
    endpointId: Type.Optional(Id),
    eventNumber: Type.Optional(Type.Integer({ minimum: 1, description: 'with `event`' })),
    messageUuid: Type.Optional({ ...Uuid, description: 'with `message`: its events of the first nine days' }),
    from: Type.Optional({ ...Datetime, description: 'with `period`, of at most seven days' }),
    to: Type.Optional({ ...Datetime, description: 'with `period`' }),
    since: Type.Optional({ ...Datetime, description: 'with `given-up`; absent: all stored events' }),
  }),
  responses: { 201: Type.Object({ events: Count }) },
});
