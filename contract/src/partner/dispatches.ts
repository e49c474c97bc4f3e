import { DISPATCH_STATUSES } from '@volley/domain/dispatches/dispatch-status.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Amount, Count, Currency, Datetime, Id, IdParams, Name, oneOf, Page, pageSize, Uuid } from '../fields.ts';
import { DispatchFields, DispatchTimes, MovedDispatch, Recipients, SenderIds, ZoneTimes } from '../shapes/dispatch.ts';

/** A text that is not blank. */
const Text = Type.String({
  minLength: 1,
  maxLength: 1600,
  pattern: '\\S',
  'x-form': PROBLEM.blank,
  description: 'placeholders are written {name}',
});

const Schedule = Type.Object(
  {
    startAt: Datetime,
    hours: Type.Array(Type.Integer({ minimum: 0, maximum: 23 }), { minItems: 1, maxItems: 24, uniqueItems: true }),
    days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
  },
  { title: 'Schedule' },
);

const Rejected = {
  index: Type.Unsafe<number>({ ...Count, description: 'position in `messages` of the request, from 0' }),
  destination: Type.String({ description: 'as sent' }),
  errorCode: Type.Integer(),
  msg: Type.String(),
};

const PriceEstimate = Type.Object(
  {
    total: Type.Unsafe<number>({
      ...Amount,
      description: '`messagesTotal` plus `packagesTotal`: the most it may cost',
    }),
    messagesTotal: Type.Unsafe<number>({ ...Amount, description: 'for the messages' }),
    packagesTotal: Type.Unsafe<number>({
      ...Amount,
      description: 'for packages of recipients (MAU tariffs) that the messages may open; charged only if they do',
    }),
    currency: Currency,
    parts: Count,
  },
  { title: 'PriceEstimate' },
);

const AcceptedDispatch = Type.Object(
  {
    ...MovedDispatch.properties,
    priceEstimate: PriceEstimate,
    total: Count,
    success: Count,
    failed: Count,
    messages: Type.Array(
      Type.Object(
        { destination: Type.String(), messageUuid: Uuid, parts: Count, senderId: Id },
        { title: 'AcceptedMessage' },
      ),
    ),
    rejected: Type.Array(Type.Object(Rejected, { title: 'RejectedRecipient' })),
  },
  { title: 'AcceptedDispatch' },
);

const { priceEstimate, total, success, failed, rejected } = AcceptedDispatch.properties;
const DispatchEstimate = Type.Object(
  {
    priceEstimate,
    total,
    success,
    failed,
    rejected,
    zones: Type.Array(ZoneTimes, {
      description:
        'accepted recipients by time zone, the earliest first, if they were started now; empty without a schedule',
    }),
  },
  { title: 'DispatchEstimate' },
);

const DispatchDraft = Type.Object(
  {
    companyId: Id,
    name: Name,
    senderIds: SenderIds,
    channelType: oneOf(CHANNEL_TYPES),
    text: Text,
    messages: Recipients,
    schedule: Type.Optional(Schedule),
    callbackUrl: Type.Optional(
      Type.String({
        format: 'callback-url',
        maxLength: 2048,
        description: 'http or https; no private address and no port of another protocol',
      }),
    ),
    callbackEvents: Type.Optional(Type.Array(oneOf(['delivered', 'sent', 'failed']), { maxItems: 10 })),
  },
  { title: 'DispatchDraft' },
);

const Progress = Type.Object({ total: Count, delivered: Count, failed: Count, pending: Count }, { title: 'Progress' });

const members = {
  ...DispatchFields,
  parts: Progress,
  messages: Progress,
  priceEstimate: Amount,
  packagesEstimate: Type.Unsafe<number>({
    ...Amount,
    description: 'part of `priceEstimate`: for packages of recipients that the messages may still open',
  }),
  spent: Type.Unsafe<number>({ ...Amount, description: 'for messages that are final' }),
  reserved: Type.Unsafe<number>({ ...Amount, description: 'reserved for messages that are not final yet' }),
  rejected: Type.Unsafe<number>({
    ...Count,
    description: 'recipients that were not accepted; not part of the other counts',
  }),
  waitingFor: Type.Optional(
    Type.Unsafe<'budget' | 'money'>({
      ...oneOf(['budget', 'money']),
      description: 'present while the rest of the dispatch exceeds the budget of the new month or the wallet',
    }),
  ),
  ...DispatchTimes,
};

const DispatchItem = Type.Object(members, { title: 'DispatchSummary' });

const DispatchWithErrors = Type.Object(
  {
    ...members,
    errors: Type.Optional(
      Type.Array(
        Type.Object(
          { code: Type.Integer({ description: 'error code of the messages' }), messages: Count },
          { title: 'ErrorCount' },
        ),
        {
          description:
            'present if messages have failed: their number by error code, the most frequent first; in a large running dispatch they may lag behind the counts by a few seconds',
        },
      ),
    ),
  },
  { title: 'Dispatch' },
);

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
  refusals: ['not-found'],
  responses: { 200: AcceptedDispatch },
});

export const estimateDispatch = endpoint({
  id: 'estimateDispatch',
  surface: 'partner',
  method: 'POST',
  path: '/dispatches/estimate',
  summary: 'Estimate a dispatch without creating it',
  description:
    'Takes the body of POST /dispatches and stores nothing. Prices, brands and refusals are those of creating the dispatch now; `zones` tells when its messages may be sent.',
  auth: 'partner',
  // The price is included.
  right: 'money.read',
  asks: true,
  bodyLimit: 'bulk',
  body: DispatchDraft,
  refusals: ['not-found'],
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
  body: Type.Object({ messages: Recipients }, { title: 'MoreRecipients' }),
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
  summary: 'Stop a started dispatch permanently',
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
  summary: 'Delete a dispatch that was never started, with its messages',
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
  // The price is included; the console's own pages hide it from users without the right.
  right: 'money.read',
  query: Type.Object({
    companyId: Id,
    status: Type.Optional(oneOf(DISPATCH_STATUSES)),
    page: Page,
    perPage: pageSize(10),
  }),
  refusals: ['not-found'],
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
  // The price is included; the console's own pages hide it from users without the right.
  right: 'money.read',
  params: IdParams,
  responses: { 200: DispatchWithErrors },
});

export const listRejected = endpoint({
  id: 'listRejected',
  surface: 'partner',
  method: 'GET',
  path: '/dispatches/{id}/rejected',
  summary: 'List the recipients that a dispatch did not accept, in the order of arrival',
  description:
    'The first 100,000 of a dispatch are stored as long as its texts and messages. An erased number is empty.',
  auth: 'partner',
  // Numbers are shown in full.
  right: 'numbers.read',
  params: IdParams,
  query: Type.Object({ page: Page, perPage: pageSize(100) }),
  responses: {
    200: Type.Object({
      page: Type.Integer(),
      perPage: Type.Integer(),
      total: Count,
      items: Type.Array(Type.Object({ ...Rejected, rejectedAt: Datetime }, { title: 'StoredRejection' })),
    }),
  },
});
