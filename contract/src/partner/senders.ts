import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { COMMON_TYPES } from '@volley/domain/senders/sender-name.ts';
import { SENDER_STATUSES } from '@volley/domain/senders/sender-status.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { anyOf, Datetime, Id, IdParams, oneOf } from '../fields.ts';
import { DocumentIds, OwnSender, SenderChange, SenderDescription, SenderName } from '../shapes/sender.ts';

const CountryCode = Type.String({ pattern: '^[A-Z]{2}$', 'x-form': PROBLEM.countryCode });

export const createSender = endpoint({
  id: 'createSender',
  surface: 'partner',
  method: 'POST',
  path: '/senders',
  summary: 'Register a sender name',
  auth: 'partner',
  right: 'senders.write',
  body: Type.Object(
    {
      companyId: Id,
      senderName: SenderName,
      channelType: oneOf(CHANNEL_TYPES),
      commonType: oneOf(COMMON_TYPES),
      brand: oneOf(BRANDS),
      dateFrom: Datetime,
      countryId: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 2_147_483_647, default: 1, description: '1 is Russia' }),
      ),
      description: Type.Optional(SenderDescription),
      documentIds: Type.Optional(DocumentIds),
    },
    { title: 'SenderDraft' },
  ),
  refusals: ['not-found'],
  responses: { 201: OwnSender },
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
  refusals: ['not-found'],
  responses: { 200: Type.Array(OwnSender) },
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
  responses: { 200: OwnSender },
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
  body: SenderChange,
  responses: { 200: OwnSender },
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
  responses: { 200: OwnSender },
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
  responses: { 200: OwnSender },
});
