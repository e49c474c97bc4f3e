// Callbacks for the developers of a partner: targets and their health, requests and responses, and replays.
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Count, Datetime, DatetimeOrNull, Id, IdParams, oneOf, StringOrNull, Uuid } from '../fields.ts';

const IntegerOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
const UuidOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid' });
const EVENTS = ['sent', 'delivered', 'read', 'price', 'click', 'inbound_sent'] as const;

const Target = Type.Object({
  id: Id,
  companyId: Id,
  form: oneOf(['PARTNER', 'MESSAGING']),
  host: Type.String(),
  url: Type.String({ description: 'without login and password; query values are masked' }),
  hasCredentials: Type.Boolean(),
  failingSince: DatetimeOrNull,
  waiting: Count,
  nextTryAt: DatetimeOrNull,
  givenUp: Count,
  hours: Type.Array(Type.Object({ at: Datetime, taken: Count, failed: Count }), {
    description: 'events of the last 24 hours, hour by hour, oldest first',
  }),
});

export const listCallbackTargets = endpoint({
  id: 'consoleListCallbackTargets',
  surface: 'console',
  method: 'GET',
  path: '/callbacks/targets',
  summary: 'List the callback targets of the partner and their health, the first 200',
  auth: 'session',
  right: 'callbacks.read',
  query: Type.Object({ companyId: Type.Optional(Id) }),
  responses: {
    200: Type.Object({
      items: Type.Array(Target),
      sourceAddress: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'source address of all callbacks; null: not fixed in this installation',
      }),
      keptDays: Count,
    }),
  },
});

const DELIVERY_STATES = ['delivered', 'retrying', 'recovered', 'given-up'] as const;

const Delivery = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  at: Datetime,
  companyId: Id,
  targetId: Id,
  host: Type.String(),
  form: oneOf(['PARTNER', 'MESSAGING']),
  kinds: Type.Array(Type.String()),
  events: Count,
  messageUuid: UuidOrNull,
  state: oneOf(DELIVERY_STATES),
  attempt: Type.Integer({ minimum: 1 }),
  status: IntegerOrNull,
  error: StringOrNull,
  ms: Count,
});

export const listCallbackDeliveries = endpoint({
  id: 'consoleListCallbackDeliveries',
  surface: 'console',
  method: 'GET',
  path: '/callbacks/deliveries',
  summary: 'List the requests to callback targets, newest first; stored for a week',
  auth: 'session',
  right: 'callbacks.read',
  query: Type.Object({
    companyId: Type.Optional(Id),
    targetId: Type.Optional(Id),
    state: Type.Optional(oneOf(DELIVERY_STATES)),
    messageUuid: Type.Optional(Uuid),
    from: Type.Optional(Datetime),
    to: Type.Optional(Datetime),
    before: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 9_999_999_999, description: '`next` of the previous page' }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  }),
  responses: { 200: Type.Object({ items: Type.Array(Delivery), next: IntegerOrNull }) },
});

export const getCallbackDelivery = endpoint({
  id: 'consoleGetCallbackDelivery',
  surface: 'console',
  method: 'GET',
  path: '/callbacks/deliveries/{id}',
  summary: 'Get a request to a callback target: events, response, next attempt',
  auth: 'session',
  right: 'callbacks.read',
  params: IdParams,
  responses: {
    200: Type.Intersect([
      Delivery,
      Type.Object({
        url: Type.String(),
        headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
        body: Type.Unsafe<readonly Readonly<Record<string, unknown>>[] | null>({
          type: ['array', 'null'],
          items: { type: 'object' },
          description: 'the events; null: not stored, for callbacks of the partner API and expired events',
        }),
        response: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          description: 'the beginning of the response, up to 8 kB of a failure and 200 characters of a success',
        }),
        attempts: Type.Array(
          Type.Object({
            id: Type.Integer(),
            at: Datetime,
            attempt: Type.Integer(),
            status: IntegerOrNull,
            error: StringOrNull,
            ms: Count,
          }),
        ),
        nextTryAt: DatetimeOrNull,
        attemptsMade: Count,
        attemptsMax: Count,
      }),
    ]),
  },
});

export const replayCallbacks = endpoint({
  id: 'consoleReplayCallbacks',
  surface: 'console',
  method: 'POST',
  path: '/callbacks/replays',
  summary: 'Send callbacks of the messaging API again; with `dryRun` only count them',
  auth: 'session',
  right: 'callbacks.replay',
  body: Type.Object({
    companyId: Id,
    what: oneOf(['delivery', 'message', 'period', 'failed']),
    deliveryId: Type.Optional(Type.Integer({ minimum: 1, description: 'with `delivery`' })),
    messageUuid: Type.Optional({ ...Uuid, description: 'with `message`' }),
    targetId: Type.Optional(Id),
    from: Type.Optional({ ...Datetime, description: 'with `period`, of at most seven days' }),
    to: Type.Optional({ ...Datetime, description: 'with `period`' }),
    since: Type.Optional({ ...Datetime, description: 'with `failed`; absent: all stored events' }),
    dryRun: Type.Optional(Type.Boolean()),
  }),
  responses: { 201: Type.Object({ events: Count }) },
});

export const sendExampleCallback = endpoint({
  id: 'consoleSendExampleCallback',
  surface: 'console',
  method: 'POST',
  path: '/callbacks/targets/{id}/example',
  summary: 'Post a test event to an address and return its response',
  auth: 'session',
  right: 'callbacks.replay',
  params: IdParams,
  body: Type.Object({ event: oneOf(EVENTS) }),
  responses: {
    200: Type.Object({
      body: Type.String(),
      status: IntegerOrNull,
      error: StringOrNull,
      ms: Count,
      response: StringOrNull,
    }),
  },
});
