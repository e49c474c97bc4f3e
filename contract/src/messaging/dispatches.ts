import { CHANNEL_TYPES } from '@volley/domain/channel.ts';
import { RATE_MAX, RATE_TERMS } from '@volley/domain/dispatch-rate.ts';
import { MESSAGING_DISPATCH_STATUSES } from '@volley/domain/messaging-dispatch-status.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  anyOf,
  Count,
  Datetime,
  ID_MAX,
  Id,
  IdParams,
  Name,
  oneOf,
  Page,
  pageSize,
  Substitutions,
  Uuid,
} from '../fields.ts';
import { Cascade, Content, SendingSettings } from './messages.ts';

/** A number that cannot be used fails this one message, so only its length is bounded here. */
const Recipient = Type.Object({
  destination: Type.String({ maxLength: 64, description: 'phone number in digits, country code first' }),
  substitutions: Type.Optional(Substitutions),
  customText: Type.Optional(Type.String({ maxLength: 10_000, description: 'replaces the text of the dispatch' })),
  externalMessageId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
});

const AddedRecipient = Type.Object(
  { destination: Type.String(), messageUuid: Type.Optional(Uuid), errorCode: Type.Optional(Type.Integer()) },
  { description: 'messageUuid of what was created, else errorCode' },
);

const Counts = Type.Object(
  { total: Count, delivered: Count, undelivered: Count, unsent: Count, sent: Count, sending: Count },
  { description: 'every message is in exactly one of the last five' },
);

const Dispatch = Type.Object({
  dispatchId: Id,
  dispatchName: Type.String(),
  created: Datetime,
  localSendTime: Type.Optional(Type.String()),
  localCompletionTime: Type.Optional(Type.String()),
  useLocalTime: Type.Boolean(),
  status: oneOf(MESSAGING_DISPATCH_STATUSES),
  channelType: Type.Unsafe<string>(oneOf(CHANNEL_TYPES)),
  source: Type.String({ description: 'sender name' }),
  message: Type.String({ description: 'the text with its placeholders' }),
  trafficCenterId: Id,
  trafficCenterName: Type.String(),
  rate: Type.Optional(Type.Integer()),
  rateTerm: Type.Optional(oneOf(RATE_TERMS)),
  parts: Counts,
  messages: Counts,
});

const DispatchId = Type.Object({ dispatchId: Id });

export const createDispatch = endpoint({
  id: 'createAccountDispatch',
  surface: 'messaging',
  method: 'POST',
  path: '/dispatch',
  summary: 'Create a dispatch; recipients are added next',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  body: Type.Object({
    dispatchName: Name,
    channelType: oneOf(CHANNEL_TYPES),
    senderName: Type.String({ minLength: 1, maxLength: 64 }),
    content: Content,
    rate: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: RATE_MAX.d,
        description: `messages per rateTerm; at most ${RATE_TERMS.map((term) => `${RATE_MAX[term]} (${term})`).join(', ')}`,
      }),
    ),
    rateTerm: Type.Optional(oneOf(RATE_TERMS)),
    ...SendingSettings,
    ...Cascade,
  }),
  responses: { 200: DispatchId },
});

export const addRecipients = endpoint({
  id: 'addDispatchRecipients',
  surface: 'messaging',
  method: 'POST',
  path: '/dispatch/{id}/messages',
  summary: 'Add 1 to 1,000 recipients to a dispatch that is not started',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  bodyLimit: 'bulk',
  params: IdParams,
  body: Type.Array(Recipient, { minItems: 1, maxItems: 1000 }),
  responses: { 200: Type.Array(AddedRecipient) },
});

export const startDispatch = endpoint({
  id: 'startAccountDispatch',
  surface: 'messaging',
  method: 'POST',
  path: '/dispatch/{id}/start',
  summary: 'Reserve the cost of a dispatch and start it; nothing can be added afterwards',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  params: IdParams,
  responses: { 200: DispatchId },
});

export const stopDispatch = endpoint({
  id: 'stopAccountDispatch',
  surface: 'messaging',
  method: 'POST',
  path: '/dispatch/{id}/stop',
  summary: 'Stop a started dispatch for good; the answer has no body',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  params: IdParams,
  replyType: 'text/plain',
  responses: { 200: Type.Literal('') },
});

export const listDispatches = endpoint({
  id: 'listAccountDispatches',
  surface: 'messaging',
  method: 'GET',
  path: '/dispatch',
  summary: 'List the dispatches of the account, newest first',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  query: Type.Object({
    page: Page,
    per_page: pageSize(10),
    status: Type.Optional(anyOf(MESSAGING_DISPATCH_STATUSES)),
    channel_type: Type.Optional(anyOf(CHANNEL_TYPES)),
    sender_name: Type.Optional(
      Type.Unsafe<string[]>({ type: 'array', items: { type: 'string', maxLength: 64 }, maxItems: 50 }),
    ),
    traffic_center_id: Type.Optional(
      Type.Unsafe<number[]>({
        type: 'array',
        items: { type: 'integer', minimum: 1, maximum: ID_MAX },
        maxItems: 50,
      }),
    ),
    time_from: Type.Optional(Datetime),
    time_to: Type.Optional(Datetime),
  }),
  responses: {
    200: Type.Object({ page: Type.Integer(), perPage: Type.Integer(), total: Count, items: Type.Array(Dispatch) }),
  },
});

export const getDispatch = endpoint({
  id: 'getAccountDispatch',
  surface: 'messaging',
  method: 'GET',
  path: '/dispatch/{id}',
  summary: 'Get one dispatch with its progress',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  params: IdParams,
  responses: { 200: Dispatch },
});
