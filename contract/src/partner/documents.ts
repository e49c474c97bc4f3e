import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Datetime, Id, IdParams, Uuid } from '../fields.ts';

/** Limits of every uploaded document. */
export const DOCUMENT_FILE = {
  fileBytesMax: 10 * 1024 * 1024,
  kinds: [
    { mediaType: 'application/pdf', endings: ['pdf'] },
    { mediaType: 'image/jpeg', endings: ['jpg', 'jpeg'] },
    { mediaType: 'image/png', endings: ['png'] },
  ],
} as const;
export const DOCUMENT_TYPES = DOCUMENT_FILE.kinds.map(({ mediaType }) => mediaType);

const Document = Type.Object(
  {
    id: Uuid,
    companyId: Id,
    filename: Type.String({ description: 'original file name' }),
    createdAt: Datetime,
  },
  { title: 'Document' },
);

export const uploadDocument = endpoint({
  id: 'uploadDocument',
  surface: 'partner',
  method: 'POST',
  path: '/company/{id}/documents',
  summary: 'Upload a document of a company: PDF, JPG or PNG, at most 10 MB',
  auth: 'partner',
  right: 'companies.write',
  params: IdParams,
  multipart: { part: 'file', ...DOCUMENT_FILE },
  responses: { 201: Document },
});

export const listDocuments = endpoint({
  id: 'listDocuments',
  surface: 'partner',
  method: 'GET',
  path: '/company/{id}/documents',
  summary: "List a company's documents, oldest first",
  auth: 'partner',
  right: 'companies.read',
  params: IdParams,
  responses: { 200: Type.Array(Document) },
});

const DocumentParams = Type.Object({ id: Id, documentId: Uuid });

export const downloadDocument = endpoint({
  id: 'downloadDocument',
  surface: 'partner',
  method: 'GET',
  path: '/company/{id}/documents/{documentId}',
  summary: 'Download a document as an attachment with its media type',
  auth: 'partner',
  right: 'companies.read',
  isRecorded: true,
  params: DocumentParams,
  replyType: 'application/octet-stream',
  fileTypes: DOCUMENT_TYPES,
  responses: { 200: Type.Unsafe<Uint8Array>({ type: 'string', contentMediaType: 'application/octet-stream' }) },
});

export const deleteDocument = endpoint({
  id: 'deleteDocument',
  surface: 'partner',
  method: 'DELETE',
  path: '/company/{id}/documents/{documentId}',
  summary: 'Delete a document that no open sender name refers to',
  auth: 'partner',
  right: 'companies.write',
  params: DocumentParams,
  responses: { 200: Type.Object({ id: Uuid }) },
  refusals: ['document-needed'],
});
