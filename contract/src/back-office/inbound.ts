import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Datetime, Id, IdParams, StringOrNull } from '../fields.ts';
import { listOf } from './fields.ts';

const CallbackUrl = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  maxLength: 2_048,
  description: 'http or https; null or absent: no callbacks',
});
const SenderNames = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
  maxItems: 100,
  uniqueItems: true,
  description: 'empty or absent: all inbound messages of the company',
});

export const InboundRule = Type.Object(
  {
    id: Id,
    companyId: Id,
    trafficCenterId: Id,
    callbackUrl: StringOrNull,
    senderNames: Type.Array(Type.String()),
    createdAt: Datetime,
  },
  { title: 'InboundRule' },
);

export const listInboundRules = endpoint({
  id: 'adminListInboundRules',
  surface: 'back-office',
  method: 'GET',
  path: '/inbound-rules',
  summary: 'List rules of inbound messages, oldest first, the first thousand',
  auth: 'staff',
  capability: 'companies.read',
  query: Type.Object({ companyId: Type.Optional(Id) }),
  responses: { 200: listOf(InboundRule) },
});

export const createInboundRule = endpoint({
  id: 'adminCreateInboundRule',
  surface: 'back-office',
  method: 'POST',
  path: '/inbound-rules',
  summary: 'Create a rule that routes inbound messages of a company to a traffic center and a callback',
  auth: 'staff',
  capability: 'companies.write',
  body: Type.Object({
    companyId: Id,
    trafficCenterId: Id,
    callbackUrl: Type.Optional(CallbackUrl),
    senderNames: Type.Optional(SenderNames),
  }),
  refusals: ['not-found'],
  responses: { 201: InboundRule },
});

export const changeInboundRule = endpoint({
  id: 'adminChangeInboundRule',
  surface: 'back-office',
  method: 'PUT',
  path: '/inbound-rules/{id}',
  summary: 'Replace a rule of inbound messages',
  auth: 'staff',
  capability: 'companies.write',
  params: IdParams,
  body: Type.Object({
    trafficCenterId: Id,
    callbackUrl: Type.Optional(CallbackUrl),
    senderNames: Type.Optional(SenderNames),
  }),
  responses: { 200: InboundRule },
});

export const removeInboundRule = endpoint({
  id: 'adminRemoveInboundRule',
  surface: 'back-office',
  method: 'POST',
  path: '/inbound-rules/{id}/remove',
  summary: 'Delete a rule of inbound messages',
  auth: 'staff',
  capability: 'companies.write',
  params: IdParams,
  responses: { 200: Type.Object({ removed: Type.Boolean() }) },
});
