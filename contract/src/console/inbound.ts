// Inbound messages of a partner's companies: settings, rules and traffic centers.
import Type from 'typebox';
import { InboundRule } from '../back-office/inbound.ts';
import { endpoint } from '../endpoint.ts';
import { Count, Datetime, Id, IdParams, Name, StringOrNull } from '../fields.ts';

const IdOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
const CallbackUrl = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 2_048 });
const SenderNames = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 100, uniqueItems: true });

export const getInbound = endpoint({
  id: 'consoleGetInbound',
  surface: 'console',
  method: 'GET',
  path: '/inbound',
  summary: 'Get the inbound setting of a company and its rules, oldest first',
  auth: 'session',
  right: 'inbound.read',
  query: Type.Object({ companyId: Id }),
  responses: { 200: Type.Object({ enabled: Type.Boolean(), rules: Type.Array(InboundRule) }) },
});

export const createInboundRule = endpoint({
  id: 'consoleCreateInboundRule',
  surface: 'console',
  method: 'POST',
  path: '/inbound/rules',
  summary: 'Create a rule that routes inbound messages to a traffic center and a callback',
  auth: 'session',
  right: 'inbound.write',
  body: Type.Object({
    companyId: Id,
    trafficCenterId: Id,
    callbackUrl: Type.Optional(CallbackUrl),
    senderNames: Type.Optional(SenderNames),
  }),
  responses: { 201: InboundRule },
});

export const changeInboundRule = endpoint({
  id: 'consoleChangeInboundRule',
  surface: 'console',
  method: 'PUT',
  path: '/inbound/rules/{id}',
  summary: 'Replace a rule',
  auth: 'session',
  right: 'inbound.write',
  params: IdParams,
  body: Type.Object({
    trafficCenterId: Id,
    callbackUrl: Type.Optional({ ...CallbackUrl, description: 'absent: unchanged' }),
    senderNames: Type.Optional(SenderNames),
  }),
  responses: { 200: InboundRule },
});

export const removeInboundRule = endpoint({
  id: 'consoleRemoveInboundRule',
  surface: 'console',
  method: 'POST',
  path: '/inbound/rules/{id}/remove',
  summary: 'Delete a rule',
  auth: 'session',
  right: 'inbound.write',
  params: IdParams,
  responses: { 200: Type.Object({ removed: Type.Boolean() }) },
});

export const matchInbound = endpoint({
  id: 'consoleMatchInbound',
  surface: 'console',
  method: 'GET',
  path: '/inbound/match',
  summary: 'Find the rule that applies to inbound messages of a sender name',
  auth: 'session',
  right: 'inbound.read',
  query: Type.Object({ companyId: Id, senderName: Type.String({ minLength: 1, maxLength: 255 }) }),
  responses: {
    200: Type.Object({
      enabled: Type.Boolean(),
      ruleId: { ...IdOrNull, description: 'null: no rule; the message goes to the default center, without a callback' },
      trafficCenterId: Id,
      callbackUrl: StringOrNull,
    }),
  },
});

const Center = Type.Object({
  id: Id,
  companyId: Id,
  name: Type.String(),
  isDefault: Type.Boolean(),
  createdAt: Datetime,
  keys: Count,
  rules: Count,
});

export const listCenters = endpoint({
  id: 'consoleListCenters',
  surface: 'console',
  method: 'GET',
  path: '/centers',
  summary: 'List the traffic centers of a company with the keys and rules that use them',
  auth: 'session',
  right: 'companies.read',
  query: Type.Object({ companyId: Id }),
  responses: { 200: Type.Object({ items: Type.Array(Center) }) },
});

export const createCenter = endpoint({
  id: 'consoleCreateCenter',
  surface: 'console',
  method: 'POST',
  path: '/centers',
  summary: 'Create a traffic center',
  auth: 'session',
  right: 'inbound.write',
  body: Type.Object({ companyId: Id, name: Name, isDefault: Type.Optional(Type.Boolean()) }),
  responses: { 201: Center },
});

export const setDefaultCenter = endpoint({
  id: 'consoleSetDefaultCenter',
  surface: 'console',
  method: 'POST',
  path: '/centers/{id}/default',
  summary: 'Make a traffic center the default of its company',
  auth: 'session',
  right: 'inbound.write',
  params: IdParams,
  responses: { 200: Center },
});
