import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Datetime, Page, pageSize, StringOrNull } from '../../fields.ts';
import { Destination, listOf } from '../fields.ts';

const Reason = Type.Optional(Type.String({ maxLength: 500 }));
const SenderName = Type.String({ minLength: 1, maxLength: 255 });
const Paged = Type.Object({ page: Page, perPage: pageSize(100) });

const BlockedNumber = Type.Object(
  { msisdn: Type.String(), reason: StringOrNull, createdAt: Datetime },
  { title: 'BlockedNumber' },
);
const BlockedName = Type.Object(
  { name: Type.String(), reason: StringOrNull, createdAt: Datetime },
  { title: 'BlockedName' },
);

export const listBlockedNumbers = endpoint({
  id: 'adminListBlockedNumbers',
  surface: 'back-office',
  method: 'GET',
  path: '/blocks/numbers',
  summary: 'List blocked numbers',
  auth: 'staff',
  capability: 'blocks.read',
  query: Paged,
  responses: { 200: listOf(BlockedNumber) },
});

export const blockNumber = endpoint({
  id: 'adminBlockNumber',
  surface: 'back-office',
  method: 'PUT',
  path: '/blocks/numbers',
  summary: 'Block a number for all companies',
  auth: 'staff',
  capability: 'blocks.write',
  body: Type.Object({ msisdn: Destination, reason: Reason }),
  responses: { 200: Type.Object({ msisdn: Type.String(), blocked: Type.Boolean() }) },
});

export const unblockNumber = endpoint({
  id: 'adminUnblockNumber',
  surface: 'back-office',
  method: 'POST',
  path: '/blocks/numbers/remove',
  summary: 'Unblock a number',
  auth: 'staff',
  capability: 'blocks.write',
  body: Type.Object({ msisdn: Destination }),
  responses: { 200: Type.Object({ removed: Type.Boolean() }) },
});

export const listBlockedNames = endpoint({
  id: 'adminListBlockedNames',
  surface: 'back-office',
  method: 'GET',
  path: '/blocks/names',
  summary: 'List blocked sender names',
  auth: 'staff',
  capability: 'blocks.read',
  query: Paged,
  responses: { 200: listOf(BlockedName) },
});

export const blockName = endpoint({
  id: 'adminBlockName',
  surface: 'back-office',
  method: 'PUT',
  path: '/blocks/names',
  summary: 'Block a sender name for all companies, ignoring case',
  auth: 'staff',
  capability: 'blocks.write',
  body: Type.Object({ name: SenderName, reason: Reason }),
  responses: { 200: Type.Object({ name: Type.String(), blocked: Type.Boolean() }) },
});

export const unblockName = endpoint({
  id: 'adminUnblockName',
  surface: 'back-office',
  method: 'POST',
  path: '/blocks/names/remove',
  summary: 'Unblock a sender name',
  auth: 'staff',
  capability: 'blocks.write',
  body: Type.Object({ name: SenderName }),
  responses: { 200: Type.Object({ removed: Type.Boolean() }) },
});
