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

/** A text with something to read in it. */
const Text = Type.String({
  minLength: 1,
  maxLength: 1600,
  pattern: '\\S',
  'x-form': 'must not be blank',
  description: 'placeholders are written {name}',
});

const Recipients = Type.Array(Recipient, { minItems: 1, maxItems: 10_000 });

const Schedule = Type.Object({
  startAt: Datetime,
  hours: Type.Array(Type.Integer({ minimum: 0, maximum: 23 }), { minItems: 1, maxItems: 24, uniqueItems: true }),
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
});

const Rejected = {
  index: Type.Unsafe<number>({ ...Count, description: 'position in `messages` of the request, from 0' }),
  destination: Type.String({ description: 'as it was sent' }),
  errorCode: Type.Integer(),
  msg: Type.String(),
};

const AcceptedDispatch = Type.Object({
  id: Id,
  status: oneOf(DISPATCH_STATUSES),
  priceEstimate: Type.Object({ total: Amount, currency: Currency, parts: Count }),
  total: Count,
  success: Count,
  failed: Count,
  messages: Type.Array(Type.Object({ destination: Type.String(), messageUuid: Uuid, parts: Count, senderId: Id })),
  rejected: Type.Array(Type.Object(Rejected)),
});

const { priceEstimate, total, success, failed, rejected } = AcceptedDispatch.properties;
const DispatchEstimate = Type.Object({ priceEstimate, total, success, failed, rejected });

const DispatchDraft = Type.Object({
  companyId: Id,
  name: Name,
  senderIds: Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true }),
  channelType: oneOf(CHANNEL_TYPES),
  text: Text,
  messages: Recipients,
  schedule: Type.Optional(Schedule),
  callbackUrl: Type.Optional(
    Type.String({
      format: 'callback-url',
      maxLength: 2048,
      description: 'http or https; no private address, and no port of another protocol',
    }),
  ),
  callbackEvents: Type.Optional(Type.Array(oneOf(['delivered', 'sent', 'failed']), { maxItems: 10 })),
});

const Progress = Type.Object({ total: Count, delivered: Count, failed: Count, pending: Count });

const members = {
  id: Id,
  name: Type.String(),
  status: oneOf(DISPATCH_STATUSES),
  channelType: Type.Unsafe<string>(oneOf(CHANNEL_TYPES)),
  parts: Progress,
  messages: Progress,
  priceEstimate: Amount,
  spent: Type.Unsafe<number>({ ...Amount, description: 'for messages that are final' }),
  reserved: Type.Unsafe<number>({ ...Amount, description: 'held for messages that are not final yet' }),
  rejected: Type.Unsafe<number>({ ...Count, description: 'recipients that were not accepted; in no other count' }),
  waitingFor: Type.Optional(
    Type.Unsafe<'budget' | 'money'>({
      ...oneOf(['budget', 'money']),
      description: 'present while what is left of it does not fit into the budget of the new month, or into the wallet',
    }),
  ),
  createdAt: Datetime,
  startedAt: DatetimeOrNull,
};

const DispatchItem = Type.Object(members);

const DispatchWithErrors = Type.Object({
  ...members,
  errors: Type.Optional(
    Type.Array(Type.Object({ code: Type.Integer(), messages: Count }), {
      description:
        'present when messages have failed: how many by error code, the most frequent first; of a large dispatch that is still moving they may lag behind the counts by some seconds',
    }),
  ),
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
  body: DispatchDraft,
  responses: { 200: AcceptedDispatch },
});

export const estimateDispatch = endpoint({
  id: 'estimateDispatch',
  surface: 'partner',
  method: 'POST',
  path: '/dispatches/estimate',
  summary: 'Estimate a dispatch without creating it',
  description:
    'Takes the body of POST /dispatches and stores nothing. Prices, routes and refusals are those that creating the dispatch now would have.',
  auth: 'partner',
  // It shows the price, like the dispatch itself.
  right: 'money.read',
  asks: true,
  bodyLimit: 'bulk',
  body: DispatchDraft,
  responses: { 200: DispatchEstimate },
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

export const deleteDispatch = endpoint({
  id: 'deleteDispatch',
  surface: 'partner',
  method: 'DELETE',
  path: '/dispatches/{id}',
  summary: 'Throw away a dispatch that was never started, with its messages',
  auth: 'partner',
  right: 'dispatches.write',
  params: IdParams,
  responses: { 200: Type.Object({ id: Id }) },
  refusals: ['dispatch-status'],
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
  responses: { 200: DispatchWithErrors },
});

export const listRejected = endpoint({
  id: 'listRejected',
  surface: 'partner',
  method: 'GET',
  path: '/dispatches/{id}/rejected',
  summary: 'List the recipients that a dispatch did not accept, in the order they came',
  description:
    'The first 100,000 of a dispatch are kept, as long as its texts and messages are. A number that was erased is empty.',
  auth: 'partner',
  // It shows numbers in full.
  right: 'numbers.read',
  params: IdParams,
  query: Type.Object({ page: Page, perPage: pageSize(100) }),
  responses: {
    200: Type.Object({
      page: Type.Integer(),
      perPage: Type.Integer(),
      total: Count,
      items: Type.Array(Type.Object({ ...Rejected, rejectedAt: Datetime })),
    }),
  },
});
