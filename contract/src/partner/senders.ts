import { BRANDS } from '@volley/domain/brand.ts';
import { CHANNEL_TYPES } from '@volley/domain/channel.ts';
import { COMMON_TYPES } from '@volley/domain/sender-name.ts';
import { SENDER_STATUSES } from '@volley/domain/sender-status.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { AmountOrNull, anyOf, Datetime, DatetimeOrNull, Id, IdParams, oneOf, StringOrNull, Uuid } from '../fields.ts';

const CountryCode = Type.String({ pattern: '^[A-Z]{2}$', 'x-form': 'must be two capital letters, ISO 3166' });
export const DocumentIds = Type.Array(Uuid, { maxItems: 100 });
export const SenderName = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '\\S',
  'x-form': 'must not be blank',
  description: 'up to 11 characters for SMS; blanks around it are dropped',
});

export const Sender = Type.Object({
  id: Id,
  companyId: Id,
  senderName: Type.String(),
  channelType: oneOf(CHANNEL_TYPES),
  counteragentName: Type.String(),
  counteragentInn: Type.String(),
  dateFrom: Datetime,
  dateTo: DatetimeOrNull,
  commonType: oneOf(COMMON_TYPES),
  brand: oneOf(BRANDS),
  countryId: Id,
  countryCode: Type.String(),
  status: oneOf(SENDER_STATUSES),
  suspended: Type.Boolean(),
  suspendReason: Type.Optional(Type.String({ description: 'present only while suspended with a reason' })),
  fee: Type.Unsafe<number | null>({ ...AmountOrNull, description: 'per calendar month; null without one' }),
  managerComment: StringOrNull,
  rejectedAt: DatetimeOrNull,
  createdAt: Datetime,
  waitsFor: Type.Optional(
    Type.Array(oneOf(['documentIds']), {
      description: 'what is missing before review begins: a PROMO name stays DRAFT until it has a document',
    }),
  ),
});

export const createSender = endpoint({
  id: 'createSender',
  surface: 'partner',
  method: 'POST',
  path: '/senders',
  summary: 'Register a sender name',
  auth: 'partner',
  right: 'senders.write',
  body: Type.Object({
    companyId: Id,
    senderName: SenderName,
    channelType: oneOf(CHANNEL_TYPES),
    commonType: oneOf(COMMON_TYPES),
    brand: oneOf(BRANDS),
    dateFrom: Datetime,
    countryId: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647, default: 1, description: '1 is Russia' }),
    ),
    description: Type.Optional(Type.String({ maxLength: 1000 })),
    documentIds: Type.Optional(DocumentIds),
  }),
  responses: { 201: Sender },
});

export const listSenders = endpoint({
  id: 'listSenders',
  surface: 'partner',
  method: 'GET',
  path: '/senders',
  summary: "List a company's sender names",
  auth: 'partner',
  right: 'senders.read',
  query: Type.Object({
    companyId: Id,
    brand: Type.Optional(anyOf(BRANDS)),
    commonType: Type.Optional(anyOf(COMMON_TYPES)),
    status: Type.Optional(anyOf(SENDER_STATUSES)),
    channelType: Type.Optional(anyOf(CHANNEL_TYPES)),
    countryCode: Type.Optional(Type.Array(CountryCode, { maxItems: 50 })),
  }),
  responses: { 200: Type.Array(Sender) },
});

export const getSender = endpoint({
  id: 'getSender',
  surface: 'partner',
  method: 'GET',
  path: '/senders/{id}',
  summary: 'Get one sender name',
  auth: 'partner',
  right: 'senders.read',
  params: IdParams,
  query: Type.Object({ companyId: Type.Optional(Id) }),
  responses: { 200: Sender },
});

export const updateSender = endpoint({
  id: 'updateSender',
  surface: 'partner',
  method: 'PUT',
  path: '/senders/{id}',
  summary: 'Change a sender name, or close it with dateTo',
  auth: 'partner',
  right: 'senders.write',
  params: IdParams,
  body: Type.Object({
    senderName: Type.Optional(SenderName),
    commonType: Type.Optional(oneOf(COMMON_TYPES)),
    dateFrom: Type.Optional(Datetime),
    dateTo: Type.Optional(
      Type.Unsafe<string | null>({ ...DatetimeOrNull, description: 'closes the name; null leaves it open-ended' }),
    ),
    documentIds: Type.Optional(DocumentIds),
  }),
  responses: { 200: Sender },
});

export const suspendSender = endpoint({
  id: 'suspendSender',
  surface: 'partner',
  method: 'POST',
  path: '/senders/{id}/suspend',
  summary: 'Stop all traffic under a sender name',
  auth: 'partner',
  right: 'senders.write',
  params: IdParams,
  body: Type.Object({ reason: Type.Optional(Type.String({ maxLength: 500 })) }),
  bodyOptional: true,
  responses: { 200: Sender },
});

export const unsuspendSender = endpoint({
  id: 'unsuspendSender',
  surface: 'partner',
  method: 'POST',
  path: '/senders/{id}/unsuspend',
  summary: 'Allow traffic under a sender name again',
  auth: 'partner',
  right: 'senders.write',
  params: IdParams,
  responses: { 200: Sender },
});
