import { CASCADE_CONDITIONS } from '@volley/domain/cascade.ts';
import { CHANNEL_TYPES } from '@volley/domain/channel.ts';
import { TRAFFIC_TYPES } from '@volley/domain/tariff.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Amount, anyOf, Count, Currency, Datetime, ID_MAX, oneOf, Page, Uuid } from '../fields.ts';

export const CALLBACK_EVENTS = ['delivered', 'sent', 'read', 'price', 'click'] as const;
export const MESSAGE_STATES = ['sending', 'sent', 'delivered', 'undelivered', 'unsent', 'inbound_sent'] as const;
export const SENDING_METHODS = ['API', 'UI', 'VERIFIER_API', 'VERIFIER_WIDGET'] as const;

/** Its form depends on the channel, and so do its limits. */
export const Content = Type.Unsafe<unknown>({
  type: ['string', 'object'],
  description: 'a text, or an object with contentType; the form depends on the channel',
});

const LocalTime = Type.String({ description: 'YYYY-MM-DD hh:mm:ss, wall time' });
const Hours = Type.Array(Type.Integer({ minimum: 0, maximum: 23 }), { uniqueItems: true });
const Days = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { uniqueItems: true });
/** Its bounds depend on the channel, and so they are checked and named with it. */
const Ttl = Type.Integer({
  description:
    'lifetime in seconds, 60 to 86400; from 30 for FLASHCALL, VOICECODE, TEXT_TO_SPEECH; 25 hours without it',
});

const Tags = Type.Array(Type.String({ pattern: '^\\w+$', maxLength: 64 }), { maxItems: 10 });

/** Who is told when it may go and what becomes of it: the same for single messages and for dispatches. */
export const SendingSettings = {
  tags: Type.Optional(Tags),
  useLocalTime: Type.Optional(
    Type.Boolean({ description: "true, also when absent: the recipient's time; false: Moscow" }),
  ),
  localSendTime: Type.Optional(LocalTime),
  localCompletionTime: Type.Optional(LocalTime),
  ttl: Type.Optional(Ttl),
  hours: Type.Optional(Hours),
  days: Type.Optional(Days),
  shortUrl: Type.Optional(Type.Boolean({ description: 'shorten the links of the text' })),
  callbackUrl: Type.Optional(Type.String({ format: 'callback-url', maxLength: 2048 })),
  callbackEvents: Type.Optional(Type.Array(oneOf(CALLBACK_EVENTS), { maxItems: 10 })),
};

/** As it is sent; a step may hold the next one instead of a list. */
export type CascadeStepBody = {
  readonly channelType: (typeof CHANNEL_TYPES)[number];
  readonly senderName: string;
  readonly content: unknown;
  readonly ttl?: number;
  readonly shortUrl?: boolean;
  readonly cascadeCondition?: (typeof CASCADE_CONDITIONS)[number];
  readonly cascade?: readonly CascadeStepBody[] | CascadeStepBody;
};

const step = {
  channelType: oneOf(CHANNEL_TYPES),
  senderName: Type.String({ minLength: 1, maxLength: 64 }),
  content: Content,
  ttl: Type.Optional(Ttl),
  shortUrl: Type.Optional(Type.Boolean()),
  cascadeCondition: Type.Optional(oneOf(CASCADE_CONDITIONS)),
};

/** Steps within steps as deep as a cascade may be; a deeper one is refused by its length. */
const nested = (depth: number): object => {
  const inner = depth === 0 ? { type: ['array', 'object'] } : nested(depth - 1);
  const one = Type.Object({ ...step, cascade: Type.Optional(Type.Unsafe(inner)) });
  return { ...one, type: ['array', 'object'], items: one, maxItems: 5 };
};

export const Cascade = {
  cascade: Type.Optional(Type.Unsafe<readonly CascadeStepBody[] | CascadeStepBody>(nested(4))),
  cascadeCondition: Type.Optional(oneOf(CASCADE_CONDITIONS)),
};

const Message = Type.Object({
  channelType: oneOf(CHANNEL_TYPES),
  senderName: Type.String({ minLength: 1, maxLength: 64 }),
  destination: Type.String({ maxLength: 64, description: 'phone number in digits, country code first' }),
  content: Content,
  externalMessageId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  trafficType: Type.Optional(oneOf(TRAFFIC_TYPES)),
  ...SendingSettings,
  ...Cascade,
});

const SentItem = Type.Object({
  messageUuid: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid' }),
  code: Type.Integer({ description: '201 when the message was created' }),
  errorCode: Type.Optional(Type.Integer()),
  msg: Type.Optional(Type.String()),
  externalMessageId: Type.Optional(Type.String()),
});

export const sendMessages = endpoint({
  id: 'sendMessages',
  surface: 'messaging',
  method: 'POST',
  path: '/message',
  summary: 'Send 1 to 1,000 single messages',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  bodyLimit: 'bulk',
  bodyList: true,
  body: Type.Array(Message, { minItems: 1, maxItems: 1000 }),
  responses: { 200: Type.Object({ errors: Type.Boolean(), items: Type.Array(SentItem) }) },
});

export const MessageObject = Type.Object({
  createdTime: Datetime,
  sentTime: Type.Optional(Datetime),
  statusTime: Type.Optional(Datetime),
  direction: oneOf(['outbound', 'inbound']),
  channelType: Type.String(),
  sendingMethod: Type.Optional(oneOf(SENDING_METHODS)),
  trafficType: Type.Optional(oneOf(TRAFFIC_TYPES)),
  templateId: Type.Optional(Type.Integer()),
  dispatchId: Type.Optional(Type.Integer()),
  messageUuid: Uuid,
  externalMessageId: Type.Optional(Type.String()),
  trafficCenterId: Type.Optional(Type.Integer()),
  senderName: Type.String(),
  destination: Type.String(),
  brand: Type.Optional(Type.String()),
  country: Type.Optional(Type.String()),
  region: Type.Optional(Type.String()),
  content: Type.String(),
  specialContent: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
  tags: Type.Optional(Type.Array(Type.String())),
  ttl: Type.Optional(Type.Integer()),
  hours: Type.Optional(Type.Array(Type.Integer())),
  days: Type.Optional(Type.Array(Type.Integer())),
  localSendTime: Type.Optional(Type.String()),
  localCompletionTime: Type.Optional(Type.String()),
  useLocalTime: Type.Optional(Type.Boolean()),
  callbackEvents: Type.Optional(Type.Array(Type.String())),
  callbackUrl: Type.Optional(Type.String()),
  shortUrl: Type.Optional(Type.Boolean()),
  totalParts: Count,
  price: Type.Optional(
    Type.Object({ totalPrice: Amount, currency: Currency, invoicedParts: Count, final: Type.Boolean() }),
  ),
  status: oneOf(MESSAGE_STATES),
  readStatus: Type.Optional(oneOf(['read', 'unread'])),
  readStatusTime: Type.Optional(Datetime),
  cascadeMessageUuid: Type.Optional(Uuid),
  cascadeStep: Type.Optional(Type.Integer()),
  errorCode: Type.Optional(Type.Integer()),
});

/** May be repeated or hold a comma list; any of the values matches. */
const many = (item: object) => Type.Optional(Type.Unsafe<string[]>({ type: 'array', items: item, maxItems: 1000 }));
const manyIds = Type.Optional(
  Type.Unsafe<number[]>({ type: 'array', items: { type: 'integer', minimum: 1, maximum: ID_MAX }, maxItems: 1000 }),
);
/** The client's own ids may hold commas. */
const ids = (commas: object) =>
  Type.Optional(
    Type.Unsafe<string[]>({ type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 1000, ...commas }),
  );
/** May be repeated; a comma is part of the text. */
const texts = Type.Optional(
  Type.Unsafe<string[]>({
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 1000 },
    maxItems: 20,
    'x-whole': true,
  }),
);

export const MESSAGE_ORDERS = [
  'created_time',
  '-created_time',
  'sent_time',
  '-sent_time',
  'status_time',
  '-status_time',
] as const;

export const listMessages = endpoint({
  id: 'listAccountMessages',
  surface: 'messaging',
  method: 'GET',
  path: '/message',
  summary: 'List messages; a selection reaches 10,000 of them',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  query: Type.Object({
    page: Page,
    per_page: Type.Integer({ minimum: 1, maximum: 10_000, default: 100 }),
    sort: Type.Optional(oneOf(MESSAGE_ORDERS)),
    time_from: Type.Optional(Datetime),
    time_to: Type.Optional(Datetime),
    dispatch_id: manyIds,
    message_uuid: ids({ 'x-whole': 'too' }),
    external_message_id: ids({ 'x-whole': true }),
    destination: many({ type: 'string', maxLength: 64 }),
    status: Type.Optional(anyOf(MESSAGE_STATES)),
    traffic_center_id: manyIds,
    tags: many({ type: 'string', maxLength: 64 }),
    sending_method: Type.Optional(anyOf(SENDING_METHODS)),
    channel_type: Type.Optional(anyOf(CHANNEL_TYPES)),
    traffic_type: Type.Optional(anyOf(TRAFFIC_TYPES)),
    template_id: manyIds,
    sender_name: many({ type: 'string', maxLength: 64 }),
    content: texts,
    content_nor: texts,
    cascade_message_uuid: Type.Optional(Uuid),
    root: Type.Optional(Type.Boolean()),
    ready_to_stop: Type.Optional(Type.Boolean()),
    country_code: many({ type: 'string', pattern: '^[A-Z]{2}$' }),
    direction: Type.Optional(anyOf(['inbound', 'outbound'])),
    dispatch: Type.Optional(Type.Boolean()),
  }),
  responses: {
    200: Type.Object({ page: Type.Integer(), perPage: Type.Integer(), total: Count, items: Type.Array(MessageObject) }),
  },
});

export const getMessage = endpoint({
  id: 'getAccountMessage',
  surface: 'messaging',
  method: 'GET',
  path: '/message/{messageUuid}',
  summary: 'Get one message',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  params: Type.Object({ messageUuid: Uuid }),
  responses: { 200: MessageObject },
});

export const stopMessages = endpoint({
  id: 'stopMessages',
  surface: 'messaging',
  method: 'POST',
  path: '/message/stop',
  summary: 'Stop messages that have not been handed over',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  bodyLimit: 'bulk',
  body: Type.Object({
    uuids: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 10_000 }),
  }),
  responses: {
    200: Type.Object({
      errors: Type.Boolean(),
      items: Type.Array(Type.Object({ messageUuid: Type.String(), code: Type.Integer() })),
    }),
  },
});
