// Keys of the messaging API and secrets of callbacks, for the developers of a partner. A value is shown once.
import { KEY_TYPES } from '@volley/domain/people/key-type.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Datetime, DatetimeOrNull, Id, Name, oneOf, StringOrNull } from '../fields.ts';

const KeyId = Type.String({ pattern: '^[\\w-]{12}$' });
const KeyParams = Type.Object({ id: KeyId });
const Addresses = Type.Array(Type.String({ maxLength: 64 }), {
  maxItems: 100,
  description: 'addresses and CIDR ranges, IPv4 or IPv6; empty: any address',
});
const Confirmed = Type.Optional(Type.Boolean({ description: 'confirms a list without the address of this call' }));

const Key = Type.Object({
  keyId: KeyId,
  prefix: Type.String({ description: 'beginning of the value' }),
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
const ShownKey = Type.Intersect([
  Key,
  Type.Object({ value: Type.String({ description: 'shown only in this answer' }) }),
]);

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
      yourAddress: Type.String({ description: 'address of this call' }),
    }),
  },
});

export const createKey = endpoint({
  id: 'consoleCreateKey',
  surface: 'console',
  method: 'POST',
  path: '/keys',
  summary: 'Create a key; its value is shown only in this answer',
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
  summary: 'Reissue a key with a new value; the old value is revoked at once',
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
  summary: 'Revoke a key',
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
  summary: 'List the active callback secrets of a company, without their values',
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
  summary: 'Create the next callback secret; the previous one also signs for a day',
  auth: 'session',
  right: 'keys.write',
  body: Type.Object({ companyId: Id }),
  responses: {
    201: Type.Intersect([Secret, Type.Object({ secret: Type.String({ description: 'shown only in this answer' }) })]),
  },
});
