import { CHANNEL_TYPES } from '@volley/domain/channel.ts';
import { DISPATCH_STATUSES } from '@volley/domain/dispatch-status.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  Amount,
  Count,
  Currency,
  Datetime,
  DatetimeOrNull,
  Id,
  IdParams,
  Name,
  oneOf,
  Page,
  pageSize,
  Substitutions,
  Uuid,
} from '../fields.ts';

/** A number that cannot be used fails this one message, so only its length is bounded here. */
const Recipient = Type.Object({
  destination: Type.String({ maxLength: 64, description: 'phone number in digits with country code' }),
  substitutions: Type.Optional(Substitutions),
  customText: Type.Optional(Type.String({ maxLength: 10_000, description: 'replaces the text of the dispatch' })),
});

const Recipients = Type.Array(Recipient, { minItems: 1, maxItems: 10_000 });

const Schedule = Type.Object({
  startAt: Datetime,
  hours: Type.Array(Type.Integer({ minimum: 0, maximum: 23 }), { minItems: 1, uniqueItems: true }),
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, uniqueItems: true }),
});

const AcceptedDispatch = Type.Object({
  id: Id,
  status: oneOf(DISPATCH_STATUSES),
  priceEstimate: Type.Object({ total: Amount, currency: Currency, parts: Count }),
  total: Count,
  success: Count,
  failed: Count,
  messages: Type.Array(Type.Object({ destination: Type.String(), messageUuid: Uuid, parts: Count, senderId: Id })),
  rejected: Type.Array(Type.Object({ destination: Type.String(), errorCode: Type.Integer(), msg: Type.String() })),
});

const Progress = Type.Object({ total: Count, delivered: Count, failed: Count, pending: Count });

const DispatchItem = Type.Object({
  id: Id,
  name: Type.String(),
  status: oneOf(DISPATCH_STATUSES),
  channelType: Type.Unsafe<string>(oneOf(CHANNEL_TYPES)),
  parts: Progress,
  messages: Progress,
  priceEstimate: Amount,
  createdAt: Datetime,
  startedAt: DatetimeOrNull,
});

const MovedDispatch = Type.Object({ id: Id, status: oneOf(DISPATCH_STATUSES) });

export const createDispatch = endpoint({
  id: 'createDispatch',
  surface: 'partner',
  method: 'POST',
  path: '/dispatches',
  summary: 'Create a dispatch and estimate its price',
  auth: 'partner',
  right: 'dispatches.write',
  bodyLimit: 'bulk',
  body: Type.Object({
    companyId: Id,
    name: Name,
    senderIds: Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true }),
    channelType: oneOf(CHANNEL_TYPES),
    text: Type.String({ minLength: 1, maxLength: 1600, description: 'placeholders are written {name}' }),
    messages: Recipients,
    schedule: Type.Optional(Schedule),
    callbackUrl: Type.Optional(Type.String({ format: 'callback-url', maxLength: 2048 })),
    callbackEvents: Type.Optional(Type.Array(oneOf(['delivered', 'sent', 'failed']), { maxItems: 10 })),
  }),
  responses: { 200: AcceptedDispatch },
});

export const appendMessages = endpoint({
  id: 'appendMessages',
  surface: 'partner',
  method: 'POST',
  path: '/dispatches/{id}/messages',
  summary: 'Append recipients to a dispatch that is not started',
  auth: 'partner',
  right: 'dispatches.write',
  bodyLimit: 'bulk',
  params: IdParams,
  body: Type.Object({ messages: Recipients }),
  responses: { 200: AcceptedDispatch },
});

export const startDispatch = endpoint({
  id: 'startDispatch',
  surface: 'partner',
  method: 'POST',
  path: '/dispatches/{id}/start',
  summary: 'Reserve the cost of a dispatch and start it',
  auth: 'partner',
  right: 'dispatches.write',
  params: IdParams,
  responses: { 200: MovedDispatch },
});

export const stopDispatch = endpoint({
  id: 'stopDispatch',
  surface: 'partner',
  method: 'POST',
  path: '/dispatches/{id}/stop',
  summary: 'Stop a started dispatch for good',
  auth: 'partner',
  right: 'dispatches.write',
  params: IdParams,
  responses: { 200: MovedDispatch },
});

export const listDispatches = endpoint({
  id: 'listDispatches',
  surface: 'partner',
  method: 'GET',
  path: '/dispatches',
  summary: "List a company's dispatches, newest first",
  auth: 'partner',
  // It shows the price; the console's own pages hide it from those who may not see money.
  right: 'money.read',
  query: Type.Object({
    companyId: Id,
    status: Type.Optional(oneOf(DISPATCH_STATUSES)),
    page: Page,
    perPage: pageSize(10),
  }),
  responses: {
    200: Type.Object({ page: Type.Integer(), perPage: Type.Integer(), total: Count, items: Type.Array(DispatchItem) }),
  },
});

export const getDispatch = endpoint({
  id: 'getDispatch',
  surface: 'partner',
  method: 'GET',
  path: '/dispatches/{id}',
  summary: 'Get one dispatch with its progress',
  auth: 'partner',
  // It shows the price; the console's own pages hide it from those who may not see money.
  right: 'money.read',
  params: IdParams,
  responses: { 200: DispatchItem },
});
