import { BRANDS } from '@volley/domain/brand.ts';
import { CHANNEL_TYPES } from '@volley/domain/channel.ts';
import { COMMON_TYPES } from '@volley/domain/sender-name.ts';
import { SENDER_STATUSES } from '@volley/domain/sender-status.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  AmountOrNull,
  anyOf,
  Count,
  Datetime,
  DatetimeOrNull,
  Id,
  IdParams,
  oneOf,
  Page,
  pageSize,
  StringOrNull,
  Uuid,
} from '../fields.ts';
import { pageOf } from './fields.ts';

const Sender = Type.Object({
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
  suspendReason: StringOrNull,
  fee: AmountOrNull,
  managerComment: StringOrNull,
  rejectedAt: DatetimeOrNull,
  createdAt: Datetime,
  description: StringOrNull,
  documentIds: Type.Array(Uuid),
});

export const listSenders = endpoint({
  id: 'adminListSenders',
  surface: 'back-office',
  method: 'GET',
  path: '/senders',
  summary: 'List sender names of all companies, those waiting longest first',
  auth: 'staff',
  capability: 'senders.read',
  query: Type.Object({
    status: Type.Optional(anyOf(SENDER_STATUSES)),
    companyId: Type.Optional(Id),
    page: Page,
    perPage: pageSize(50),
  }),
  responses: { 200: pageOf(Sender) },
});

export const getSender = endpoint({
  id: 'adminGetSender',
  surface: 'back-office',
  method: 'GET',
  path: '/senders/{id}',
  summary: 'Get one sender name with its description and documents',
  auth: 'staff',
  capability: 'senders.read',
  params: IdParams,
  responses: {
    200: Type.Intersect([
      Sender,
      Type.Object({
        documents: Type.Array(
          Type.Object({
            documentId: Uuid,
            filename: Type.String(),
            mediaType: Type.String(),
            sizeBytes: Count,
            createdAt: Datetime,
          }),
        ),
      }),
    ]),
  },
});

export const judgeSender = endpoint({
  id: 'adminJudgeSender',
  surface: 'back-office',
  method: 'POST',
  path: '/senders/{id}/status',
  summary: 'Move a sender name along the review',
  auth: 'staff',
  capability: 'senders.moderate',
  params: IdParams,
  body: Type.Object({
    status: oneOf(['INTERNAL_REVIEW', 'EXTERNAL_REVIEW', 'APPROVED', 'REJECTED', 'DENIED']),
    managerComment: Type.Optional(
      Type.String({ maxLength: 1000, description: 'the partner sees it; needed for REJECTED' }),
    ),
    plan: Type.Optional(oneOf(['START', 'PRO'])),
  }),
  responses: { 200: Sender },
});

export const downloadDocument = endpoint({
  id: 'adminDownloadDocument',
  surface: 'back-office',
  method: 'GET',
  path: '/documents/{id}',
  summary: 'Download a document as an attachment',
  auth: 'staff',
  capability: 'documents.read',
  params: Type.Object({ id: Uuid }),
  replyType: 'application/octet-stream',
  responses: { 200: Type.String() },
});
