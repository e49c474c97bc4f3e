import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { COMMON_TYPES } from '@volley/domain/senders/sender-name.ts';
import { SENDER_STATUSES } from '@volley/domain/senders/sender-status.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { ANY_OF, anyOf, Count, Datetime, IdParams, oneOf, Page, pageSize } from '../fields.ts';
import { DOCUMENT_FILE } from '../partner/documents.ts';
import { OwnSender, SenderChange, SenderDescription, SenderName } from '../shapes/sender.ts';

const CountryCode = Type.String({
  pattern: '^[A-Z]{2}$',
  'x-form': PROBLEM.countryCode,
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
        description: 'required for SMS; ignored on other channels, which default to MTS',
      }),
    ),
    dateFrom: Datetime,
    countryCode: Type.Optional(Type.String({ ...CountryCode, default: 'RU' })),
    description: Type.Optional(SenderDescription),
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
  responses: { 201: OwnSender },
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
    200: Type.Object({ page: Type.Integer(), perPage: Type.Integer(), total: Count, items: Type.Array(OwnSender) }),
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
  responses: { 200: OwnSender },
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
  body: SenderChange,
  form: files,
  responses: { 200: OwnSender },
});
