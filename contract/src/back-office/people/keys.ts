import { KEY_TYPES } from '@volley/domain/people/key-type.ts';
import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Datetime, DatetimeOrNull, ID_MAX, Id, Name, oneOf, StringOrNull } from '../../fields.ts';
import { listOf } from '../fields.ts';

const KeyId = Type.String({ pattern: '^[\\w-]{12}$' });
const KeyParams = Type.Object({ id: KeyId });
const Addresses = Type.Array(Type.String({ maxLength: 64 }), {
  maxItems: 100,
  description: 'addresses and CIDR ranges, IPv4 or IPv6; empty: any address',
});

const Key = Type.Object(
  {
    keyId: KeyId,
    companyId: Id,
    trafficCenterId: Id,
    name: Type.String(),
    type: oneOf(KEY_TYPES),
    allowedAddresses: Type.Array(Type.String()),
    status: oneOf(['ACTIVE', 'INACTIVE']),
    createdAt: Datetime,
    lastFour: StringOrNull,
    lastUsedAt: DatetimeOrNull,
    lastUsedAddress: StringOrNull,
    lastUsedRoute: StringOrNull,
  },
  { title: 'Key' },
);

const ShownKey = Type.Intersect([
  Key,
  Type.Object({ value: Type.String({ description: 'Base64 of id:password; shown only in this answer' }) }),
]);

export const createKey = endpoint({
  id: 'adminCreateKey',
  surface: 'back-office',
  method: 'POST',
  path: '/keys',
  summary: 'Create a key of the messaging API',
  auth: 'staff',
  capability: 'keys.write',
  body: Type.Object({
    companyId: Id,
    name: Name,
    type: oneOf(KEY_TYPES),
    trafficCenterId: Type.Optional(
      Type.Integer({ minimum: 1, maximum: ID_MAX, description: "absent: the company's default center" }),
    ),
    allowedAddresses: Type.Optional(Addresses),
  }),
  refusals: ['not-found'],
  responses: { 201: ShownKey },
});

export const listKeys = endpoint({
  id: 'adminListKeys',
  surface: 'back-office',
  method: 'GET',
  path: '/keys',
  summary: 'List keys with their last use',
  auth: 'staff',
  capability: 'keys.read',
  query: Type.Object({ companyId: Type.Optional(Id) }),
  responses: { 200: listOf(Key) },
});

export const deactivateKey = endpoint({
  id: 'adminDeactivateKey',
  surface: 'back-office',
  method: 'POST',
  path: '/keys/{id}/deactivate',
  summary: 'Revoke a key',
  auth: 'staff',
  capability: 'keys.write',
  params: KeyParams,
  responses: { 200: Key },
});

export const reissueKey = endpoint({
  id: 'adminReissueKey',
  surface: 'back-office',
  method: 'POST',
  path: '/keys/{id}/reissue',
  summary: 'Reissue a key with a new value; the old value is revoked at once',
  auth: 'staff',
  capability: 'keys.write',
  params: KeyParams,
  responses: { 200: ShownKey },
});

export const allowKeyAddresses = endpoint({
  id: 'adminAllowKeyAddresses',
  surface: 'back-office',
  method: 'PUT',
  path: '/keys/{id}/addresses',
  summary: 'Replace the list of addresses a key may be used from',
  auth: 'staff',
  capability: 'keys.write',
  params: KeyParams,
  body: Type.Object({ allowedAddresses: Addresses }),
  responses: { 200: Key },
});
