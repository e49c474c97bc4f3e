import { RATE_MAX, RATE_TERMS } from '@volley/domain/dispatches/dispatch-rate.ts';
import { MESSAGING_DISPATCH_STATUSES } from '@volley/domain/dispatches/messaging-dispatch-status.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { ANY_OF, anyOf, Count, Datetime, ID_MAX, Id, IdParams, Name, oneOf, Page, pageSize, Uuid } from '../fields.ts';
import { DispatchFields, RecipientFields } from '../shapes/dispatch.ts';
import { Cascade, Content, Destination, ExternalMessageId, SenderName, SendingSettings } from './sending-settings.ts';

/** An unusable number fails only its own message, so the schema bounds its length only. */
const Recipient = Type.Object(
  {
    destination: Destination,
    ...RecipientFields,
    externalMessageId: Type.Optional(ExternalMessageId),
  },
  { title: 'Recipient' },
);

const AddedRecipient = Type.Object(
  { destination: Type.String(), messageUuid: Type.Optional(Uuid), errorCode: Type.Optional(Type.Integer()) },
  { title: 'AddedRecipient', description: 'messageUuid if the message was created, else errorCode' },
);

const Counts = Type.Object(
  { total: Count, delivered: Count, undelivered: Count, unsent: Count, sent: Count, sending: Count },
  { title: 'DispatchCounts', description: 'every message counts in exactly one of the last five' },
);

const Dispatch = Type.Object(
  {
    dispatchId: Id,
    dispatchName: Type.String(),
    created: Datetime,
    localSendTime: Type.Optional(Type.String()),
    localCompletionTime: Type.Optional(Type.String()),
    useLocalTime: Type.Boolean(),
    status: Type.Unsafe<(typeof MESSAGING_DISPATCH_STATUSES)[number]>({
      ...oneOf(MESSAGING_DISPATCH_STATUSES),
      description:
        'initiated: recipients are being added; scheduled: waits for its start time; sending; awaiting: all sent, waits for receipts or cascade steps; paused; changing: between two statuses; done and stopped are final',
    }),
    channelType: DispatchFields.channelType,
    source: Type.String({ description: 'sender name' }),
    message: Type.String({ description: 'the text with its placeholders' }),
    trafficCenterId: Id,
    trafficCenterName: Type.String(),
    rate: Type.Optional(Type.Integer()),
    rateTerm: Type.Optional(oneOf(RATE_TERMS)),
    parts: Counts,
    messages: Counts,
  },
  { title: 'Dispatch' },
);

const DispatchId = Type.Object({ dispatchId: Id }, { title: 'DispatchId' });

export const createDispatch = endpoint({
  id: 'createAccountDispatch',
  surface: 'messaging',
  method: 'POST',
  path: '/dispatch',
  summary: 'Create a dispatch; add its recipients next',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  body: Type.Object({
    dispatchName: Name,
    channelType: oneOf(CHANNEL_TYPES),
    senderName: SenderName,
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
  refusals: ['company-disabled'],
  example: {
    body: {
      dispatchName: 'Autumn',
      channelType: 'SMS',
      senderName: 'CornerShop',
      content: '{name}, your order is ready.',
      rate: 10,
      rateTerm: 's',
    },
    reply: { dispatchId: 501 },
  },
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
  refusals: ['dispatch-status'],
  example: {
    body: [
      { destination: '79161230001', substitutions: { name: 'Anna' } },
      { destination: '12', substitutions: { name: 'Vera' } },
    ],
    reply: [
      { destination: '79161230001', messageUuid: '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f' },
      { destination: '12', errorCode: 7401 },
    ],
  },
});

export const startDispatch = endpoint({
  id: 'startAccountDispatch',
  surface: 'messaging',
  method: 'POST',
  path: '/dispatch/{id}/start',
  summary: 'Reserve the cost of a dispatch and start it; recipients cannot be added afterwards',
  description: 'A dispatch without an accepted recipient is refused with 400 and stays `initiated`.',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  params: IdParams,
  responses: { 200: DispatchId },
  refusals: ['no-recipients', 'insufficient-funds', 'dispatch-status'],
  example: { reply: { dispatchId: 501 } },
});

export const stopDispatch = endpoint({
  id: 'stopAccountDispatch',
  surface: 'messaging',
  method: 'POST',
  path: '/dispatch/{id}/stop',
  summary: 'Stop a started dispatch permanently; the answer has no body',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  params: IdParams,
  replyType: 'text/plain',
  responses: { 200: Type.Literal('') },
  refusals: ['dispatch-status'],
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
      Type.Unsafe<string[]>({
        type: 'array',
        items: { type: 'string', maxLength: 64 },
        maxItems: 50,
        description: ANY_OF,
      }),
    ),
    traffic_center_id: Type.Optional(
      Type.Unsafe<number[]>({
        type: 'array',
        items: { type: 'integer', minimum: 1, maximum: ID_MAX },
        maxItems: 50,
        description: ANY_OF,
      }),
    ),
    time_from: Type.Optional(Type.String({ format: 'date-time', description: 'created at this time or later' })),
    time_to: Type.Optional(Type.String({ format: 'date-time', description: 'created at this time or earlier' })),
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
