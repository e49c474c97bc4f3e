// Keys of the messaging API and secrets of callbacks, for the developers of a partner. A value is shown once.
import { KEY_TYPES } from '@volley/domain/key-type.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Datetime, DatetimeOrNull, Id, Name, oneOf, StringOrNull } from '../fields.ts';

const KeyId = Type.String({ pattern: '^[\\w-]{12}$' });
const KeyParams = Type.Object({ id: KeyId });
const Addresses = Type.Array(Type.String({ maxLength: 64 }), {
  maxItems: 100,
  description: 'addresses and CIDR ranges, IPv4 or IPv6; empty: from anywhere',
});
const Confirmed = Type.Optional(
  Type.Boolean({ description: 'the list may leave out the address that the call comes from' }),
);

const Key = Type.Object({
  keyId: KeyId,
  prefix: Type.String({ description: 'what the value begins with' }),
  lastFour: StringOrNull,
  companyId: Id,
  companyName: Type.String(),
  trafficCenterId: Id,
  trafficCenterName: Type.String(),
  name: Type.String(),
  type: oneOf(KEY_TYPES),
  allowedAddresses: Type.Array(Type.String()),
  status: oneOf(['ACTIVE', 'INACTIVE']),
  createdAt: Datetime,
  lastUsedAt: DatetimeOrNull,
  lastUsedAddress: StringOrNull,
  lastUsedRoute: StringOrNull,
});
const ShownKey = Type.Intersect([Key, Type.Object({ value: Type.String({ description: 'shown this once' }) })]);

export const listKeys = endpoint({
  id: 'consoleListKeys',
  surface: 'console',
  method: 'GET',
  path: '/keys',
  summary: 'List the keys of the partner, the first thousand, with their last use',
  auth: 'session',
  right: 'keys.read',
  query: Type.Object({ companyId: Type.Optional(Id) }),
  responses: {
    200: Type.Object({
      items: Type.Array(Key),
      yourAddress: Type.String({ description: 'where this call came from' }),
    }),
  },
});

export const createKey = endpoint({
  id: 'consoleCreateKey',
  surface: 'console',
  method: 'POST',
  path: '/keys',
  summary: 'Create a key; its value is in this answer and nowhere else',
  auth: 'session',
  right: 'keys.write',
  body: Type.Object({
    companyId: Id,
    name: Name,
    type: oneOf(KEY_TYPES),
    trafficCenterId: Type.Optional(Id),
    allowedAddresses: Type.Optional(Addresses),
    confirmed: Confirmed,
  }),
  responses: { 201: ShownKey },
});

export const reissueKey = endpoint({
  id: 'consoleReissueKey',
  surface: 'console',
  method: 'POST',
  path: '/keys/{id}/reissue',
  summary: 'Give a key a new value; the old one stops at once',
  auth: 'session',
  right: 'keys.write',
  params: KeyParams,
  responses: { 200: ShownKey },
});

export const allowKeyAddresses = endpoint({
  id: 'consoleAllowKeyAddresses',
  surface: 'console',
  method: 'PUT',
  path: '/keys/{id}/addresses',
  summary: 'Replace the list of addresses a key may be used from',
  auth: 'session',
  right: 'keys.write',
  params: KeyParams,
  body: Type.Object({ allowedAddresses: Addresses, confirmed: Confirmed }),
  responses: { 200: Key },
});

export const deactivateKey = endpoint({
  id: 'consoleDeactivateKey',
  surface: 'console',
  method: 'POST',
  path: '/keys/{id}/deactivate',
  summary: 'End a key at once',
  auth: 'session',
  right: 'keys.write',
  params: KeyParams,
  responses: { 200: Key },
});

const Secret = Type.Object({ id: Id, createdAt: Datetime, endsAt: DatetimeOrNull });

export const listCallbackSecrets = endpoint({
  id: 'consoleListCallbackSecrets',
  surface: 'console',
  method: 'GET',
  path: '/callback-secrets',
  summary: 'List the secrets that sign the callbacks of a company now, without their values',
  auth: 'session',
  right: 'keys.read',
  query: Type.Object({ companyId: Id }),
  responses: { 200: Type.Object({ items: Type.Array(Secret) }) },
});

export const rotateCallbackSecret = endpoint({
  id: 'consoleRotateCallbackSecret',
  surface: 'console',
  method: 'POST',
  path: '/callback-secrets',
  summary: 'Make a secret that callbacks are signed with; the one before signs beside it for a day',
  auth: 'session',
  right: 'keys.write',
  body: Type.Object({ companyId: Id }),
  responses: {
    201: Type.Intersect([Secret, Type.Object({ secret: Type.String({ description: 'shown this once' }) })]),
  },
});
