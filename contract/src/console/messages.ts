// All traffic of a partner: messages of dispatches, single messages and inbound messages.

import { PARTNER_REASONS } from '@volley/domain/links/link-order.ts';
import { PRICING_MODELS, SENDER_TYPES, TRAFFIC_TYPES } from '@volley/domain/money/tariff.ts';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { CASCADE_CONDITIONS } from '@volley/domain/sending/cascade.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import { MESSAGE_STATES } from '@volley/domain/sending/message-state.ts';
import { MESSAGE_STATUSES } from '@volley/domain/sending/message-status.ts';
import Type, { type TSchema } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { anyOf, Count, Datetime, DatetimeOrNull, Id, Money, oneOf, Page, StringOrNull, Uuid } from '../fields.ts';
import { CompanyRouting } from '../shapes/company.ts';
import { ProviderCodeOrNull } from '../shapes/provider-code.ts';

/** OTHER: operators that are not in BRANDS, and numbers with an unknown operator. */
export const OPERATORS = [...BRANDS, 'OTHER'] as const;
export const DIRECTIONS = ['outbound', 'inbound', 'all'] as const;
export const EXPORT_ROWS_MAX = 1_000_000;

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const IntegerOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
const text = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }));

const filters = {
  company: Type.Optional(Id),
  dispatch: Type.Optional(Id),
  state: Type.Optional(anyOf(MESSAGE_STATES)),
  status: Type.Optional(anyOf(MESSAGE_STATUSES)),
  channel: Type.Optional(anyOf(CHANNEL_TYPES)),
  operator: Type.Optional(anyOf(OPERATORS)),
  error: Type.Optional(Type.Integer({ minimum: 1, maximum: 32_767 })),
  destination: text(64),
  externalId: text(100),
  sender: text(64),
  tag: text(64),
  q: Type.Optional(Type.String({ minLength: 2, maxLength: 200, description: 'part of the text' })),
  read: Type.Optional(Type.Boolean()),
  clicked: Type.Optional(Type.Boolean()),
  direction: Type.Optional(oneOf(DIRECTIONS)),
  from: Type.Optional(Datetime),
  to: Type.Optional(Datetime),
};

const Named = Type.Object({ id: Id, name: Type.String() });
const Operator = Type.Unsafe<(typeof BRANDS)[number] | null>({ enum: [...BRANDS, null] });

const MessageRow = {
  messageUuid: Uuid,
  direction: oneOf(['outbound', 'inbound']),
  state: orNull(oneOf(MESSAGE_STATES)),
  channelType: oneOf(CHANNEL_TYPES),
  company: Named,
  dispatch: orNull(Named),
  senderName: Type.String(),
  destination: Type.String({ description: 'masked without the right to read numbers; empty if erased' }),
  operator: Operator,
  text: Type.String(),
  parts: Count,
  price: orNull(Money),
  isPriceFinal: Type.Boolean(),
  errorCode: IntegerOrNull,
  externalId: StringOrNull,
  createdAt: Datetime,
  sentAt: DatetimeOrNull,
  finalAt: DatetimeOrNull,
  readAt: DatetimeOrNull,
};

export const listMessages = endpoint({
  id: 'consoleListMessages',
  surface: 'console',
  method: 'GET',
  path: '/messages',
  summary: 'List the messages of the partner, newest first; by default the last 7 days',
  auth: 'session',
  right: 'messages.read',
  query: Type.Object({ ...filters, page: Page, perPage: Type.Integer({ minimum: 1, maximum: 200, default: 50 }) }),
  responses: {
    200: Type.Object({
      page: Type.Integer(),
      perPage: Type.Integer(),
      total: Count,
      reachable: Type.Integer({ description: 'number of messages that can be paged through; the export has the rest' }),
      range: orNull(Type.Object({ from: Datetime, to: DatetimeOrNull, isDefault: Type.Boolean() })),
      items: Type.Array(Type.Object(MessageRow)),
    }),
  },
});

export const exportMessages = endpoint({
  id: 'consoleExportMessages',
  surface: 'console',
  method: 'GET',
  path: '/messages/export',
  summary: 'Download the same selection as CSV, at most 1,000,000 rows, grouped by dispatch',
  auth: 'session',
  right: 'messages.read',
  query: Type.Object({ ...filters, lang: Type.Optional(oneOf(['ru', 'en'])) }),
  isRecorded: true,
  replyType: 'application/octet-stream',
  responses: { 200: Type.String() },
});

export const TIMELINE_STEPS = ['created', 'queued', 'sent', 'delivered', 'failed', 'read', 'unread', 'click'] as const;

const Step = Type.Object({
  step: oneOf(TIMELINE_STEPS),
  at: Datetime,
  gapMs: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'since the previous step' }),
  detail: StringOrNull,
});

const PriceTrail = Type.Object({
  estimate: Money,
  reserved: Money,
  settled: orNull(Money),
  released: orNull(Money),
  packages: Type.Array(Type.Object({ from: Count, price: Money })),
  spent: Money,
  month: StringOrNull,
  volumeBefore: IntegerOrNull,
  step: orNull(Type.Object({ from: Count, price: Money })),
  tariff: Type.Object({
    id: Id,
    version: Id,
    effectiveFrom: Type.Unsafe<string | null>({ ...DatetimeOrNull, description: 'null: from the beginning' }),
    senderType: oneOf(SENDER_TYPES),
    brand: Operator,
    trafficType: orNull(oneOf(TRAFFIC_TYPES)),
    pricingModel: oneOf(PRICING_MODELS),
  }),
});

const Candidate = Type.Object({ id: Id, senderName: Type.String(), brand: Type.String(), isChosen: Type.Boolean() });

const SenderReason = Type.Object({
  numberFoundBy: oneOf(['ported', 'range', 'sandbox', 'none']),
  numberOperator: Operator,
  region: StringOrNull,
  timezone: StringOrNull,
  country: StringOrNull,
  match: oneOf(['brand', 'host', 'fallback']),
  routing: CompanyRouting,
  senderBrand: Type.String(),
  tariffOperator: Operator,
  trafficType: oneOf(TRAFFIC_TYPES),
  claimedTrafficType: orNull(oneOf(TRAFFIC_TYPES)),
  templateId: IntegerOrNull,
  candidates: Type.Array(Candidate),
});

/** The platform's links have no names here: which providers it uses, and at what price, is not for partners. */
const Route = Type.Object({
  passed: Type.Array(oneOf(PARTNER_REASONS), {
    description:
      'why other links of the channel did not take the message: degraded, busy, down, or tries (attempts used up)',
  }),
  moves: Type.Integer({ minimum: 0, description: 'number of moves to another link' }),
});

const Attempt = Type.Object({
  at: Datetime,
  attempt: Type.Integer(),
  events: Count,
  status: IntegerOrNull,
  error: StringOrNull,
  ms: Count,
});

const Callbacks = Type.Object({
  url: StringOrNull,
  endpointId: orNull(Id),
  wanted: Type.Array(Type.String()),
  precision: Type.Unsafe<'event' | 'time'>({
    enum: ['event', 'time'],
    description: 'event: requests that contained the event; time: requests to the target in that minute',
  }),
  events: Type.Array(
    Type.Object({
      kind: Type.String(),
      at: Datetime,
      number: IntegerOrNull,
      isWaiting: Type.Boolean(),
      nextTryAt: DatetimeOrNull,
      attempts: Type.Array(Attempt),
    }),
  ),
});

const CascadeStep = Type.Object({
  step: Type.Integer(),
  messageUuid: orNull(Uuid),
  channelType: oneOf(CHANNEL_TYPES),
  senderName: Type.String(),
  state: orNull(oneOf(MESSAGE_STATES)),
  condition: orNull(oneOf(CASCADE_CONDITIONS)),
  isThis: Type.Boolean(),
});

export const getMessage = endpoint({
  id: 'consoleGetMessage',
  surface: 'console',
  method: 'GET',
  path: '/messages/{uuid}',
  summary: 'Get a message with its full history',
  auth: 'session',
  right: 'messages.read',
  params: Type.Object({ uuid: Uuid }),
  responses: {
    200: Type.Object({
      ...MessageRow,
      providerCode: ProviderCodeOrNull,
      encoding: orNull(oneOf(['GSM7', 'UCS2'])),
      isTextRemoved: Type.Boolean(),
      tags: Type.Array(Type.String()),
      sendingMethod: StringOrNull,
      startsAt: DatetimeOrNull,
      timeline: Type.Array(Step),
      priceTrail: orNull(PriceTrail),
      reason: orNull(SenderReason),
      routeWait: Type.Union([Type.Object({ since: Datetime, endsAt: Datetime }), Type.Null()], {
        description:
          'every open link costs more than the company pays; the message fails with 502 at `endsAt`. null: it does not wait for a route',
      }),
      route: Type.Union([Route, Type.Null()], { description: 'null: not handed to a link yet, or no longer stored' }),
      callbacks: orNull(Callbacks),
      cascade: Type.Array(CascadeStep),
      links: Type.Array(
        Type.Object({ code: Type.String(), url: Type.String(), clicks: Count, firstClickAt: DatetimeOrNull }),
      ),
      raw: Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'as the public API shows it' }),
    }),
  },
});
