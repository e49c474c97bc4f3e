import { SENDER_STATUSES } from '@volley/domain/senders/sender-status.ts';
import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { anyOf, Id, IdParams, oneOf, Page, pageSize, Uuid } from '../../fields.ts';
import { DOCUMENT_TYPES } from '../../partner/documents.ts';
import { ReviewFields, SenderDocument, SenderFields } from '../../shapes/sender.ts';
import { pageOf } from '../fields.ts';

const Sender = Type.Object({ ...SenderFields, ...ReviewFields }, { title: 'Sender' });

export const listSenders = endpoint({
  id: 'adminListSenders',
  surface: 'back-office',
  method: 'GET',
  path: '/senders',
  summary: 'List sender names of all companies, longest waiting first',
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
    200: Type.Intersect([Sender, Type.Object({ documents: Type.Array(SenderDocument) })]),
  },
});

export const judgeSender = endpoint({
  id: 'adminJudgeSender',
  surface: 'back-office',
  method: 'POST',
  path: '/senders/{id}/status',
  summary: 'Record a review decision on a sender name',
  auth: 'staff',
  capability: 'senders.moderate',
  params: IdParams,
  body: Type.Object({
    status: oneOf(['INTERNAL_REVIEW', 'EXTERNAL_REVIEW', 'APPROVED', 'REJECTED', 'DENIED']),
    managerComment: Type.Optional(
      Type.String({ maxLength: 1000, description: 'shown to the partner; required for REJECTED' }),
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
  fileTypes: DOCUMENT_TYPES,
  responses: { 200: Type.Unsafe<Uint8Array>({ type: 'string', contentMediaType: 'application/octet-stream' }) },
});
