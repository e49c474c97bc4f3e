import { BRANDS } from '@volley/domain/brand.ts';
import { CHANNEL_TYPES } from '@volley/domain/channel.ts';
import { COMMON_TYPES } from '@volley/domain/sender-name.ts';
import { SENDER_STATUSES } from '@volley/domain/sender-status.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { ANY_OF, anyOf, Count, Datetime, DatetimeOrNull, IdParams, oneOf, Page, pageSize } from '../fields.ts';
import { DOCUMENT_FILE } from '../partner/documents.ts';
import { DocumentIds, Sender, SenderName } from '../partner/senders.ts';

const CountryCode = Type.String({
  pattern: '^[A-Z]{2}$',
  'x-form': 'must be two capital letters, ISO 3166',
  description: 'ISO 3166 alpha-2',
});
const files = { ...DOCUMENT_FILE, filesMax: 10 } as const;

export const createSenderName = endpoint({
  id: 'createSenderName',
  surface: 'messaging',
  method: 'POST',
  path: '/sender-names',
  summary: 'Register a sender name; PROMO needs at least one file',
  auth: 'key',
  keyTypes: ['SYSTEM'],
  body: Type.Object({
    channelType: oneOf(CHANNEL_TYPES),
    senderName: SenderName,
    commonType: oneOf(COMMON_TYPES),
    brand: Type.Optional(
      Type.Unsafe<(typeof BRANDS)[number]>({
        ...oneOf(BRANDS),
        description: 'required for SMS; without meaning for other channels, where MTS stands when none is given',
      }),
    ),
    dateFrom: Datetime,
    countryCode: Type.Optional(Type.String({ ...CountryCode, default: 'RU' })),
    description: Type.Optional(Type.String({ maxLength: 1000 })),
  }),
  form: files,
  refusals: ['sender-duplicate', 'company-disabled'],
  example: {
    body: {
      channelType: 'SMS',
      senderName: 'CornerShop',
      commonType: 'COMMON',
      brand: 'MTS',
      dateFrom: '2026-01-01T00:00:00Z',
    },
  },
  responses: { 201: Sender },
});

export const listSenderNames = endpoint({
  id: 'listSenderNames',
  surface: 'messaging',
  method: 'GET',
  path: '/sender-names',
  summary: "List the account's sender names",
  auth: 'key',
  keyTypes: ['SYSTEM'],
  query: Type.Object({
    channel_type: Type.Optional(anyOf(CHANNEL_TYPES)),
    country_code: Type.Optional(Type.Array(CountryCode, { maxItems: 50, description: ANY_OF })),
    brand: Type.Optional(anyOf(BRANDS)),
    common_type: Type.Optional(anyOf(COMMON_TYPES)),
    status: Type.Optional(anyOf(SENDER_STATUSES)),
    page: Page,
    per_page: pageSize(100),
  }),
  responses: {
    200: Type.Object({ page: Type.Integer(), perPage: Type.Integer(), total: Count, items: Type.Array(Sender) }),
  },
});

export const getSenderName = endpoint({
  id: 'getSenderName',
  surface: 'messaging',
  method: 'GET',
  path: '/sender-names/{id}',
  summary: 'Get one sender name',
  auth: 'key',
  keyTypes: ['SYSTEM'],
  params: IdParams,
  responses: { 200: Sender },
});

export const updateSenderName = endpoint({
  id: 'updateSenderName',
  surface: 'messaging',
  method: 'PUT',
  path: '/sender-names/{id}',
  summary: 'Change a sender name, add files to it, or close it with dateTo',
  auth: 'key',
  keyTypes: ['SYSTEM'],
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
  form: files,
  responses: { 200: Sender },
});
