// A partner with one row of everything that has an id, and a valid request per endpoint, so that only a foreign id can
// be the reason of a refusal.
import { expect } from 'vitest';
import { inTransaction } from '../../src/platform/database/database.ts';
import { type Api, givenCompany } from '../given/api.ts';
import { pdf } from '../given/document-files.ts';
import { numberAt, textAt } from '../given/http-client.ts';
import type { Parts } from './request-parts.ts';

export const KINDS = [
  'company',
  'sender',
  'unusedSender',
  'document',
  'unusedDocument',
  'created',
  'unwanted',
  'started',
  'message',
] as const;
export type Kind = (typeof KINDS)[number];
export type Tenant = { readonly token: string; readonly ids: Readonly<Record<Kind, number | string>> };

const LONG_AGO = '2024-07-01T00:00:00Z';
const recipient = { destination: '79161230000' };
const boundary = 'isolation';

export const FORM_TYPE = `multipart/form-data; boundary=${boundary}`;
export const FORM = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n${pdf().toString('latin1')}\r\n--${boundary}--\r\n`;

const senderDraft = (companyId: unknown, senderName: string) => ({
  companyId,
  senderName,
  brand: 'MTS',
  channelType: 'SMS',
  commonType: 'COMMON',
  dateFrom: LONG_AGO,
});

const dispatchDraft = (companyId: unknown, senderId: unknown) => ({
  companyId,
  name: 'July',
  senderIds: [senderId],
  channelType: 'SMS',
  text: 'Hi',
  messages: [recipient],
});

/** Requests by endpoint; an endpoint with an id and without an entry fails the test. */
export const RIGHT: Readonly<Record<string, (ids: Tenant['ids']) => Parts>> = {
  getCompany: ({ company }) => ({ params: { id: company } }),
  updateCompany: ({ company }) => ({ params: { id: company }, body: { name: 'Renamed' } }),
  uploadDocument: ({ company }) => ({ params: { id: company } }),
  listDocuments: ({ company }) => ({ params: { id: company } }),
  downloadDocument: ({ company, document }) => ({ params: { id: company, documentId: document } }),
  deleteDocument: ({ company, unusedDocument }) => ({ params: { id: company, documentId: unusedDocument } }),
  listCompanyCallbackSecrets: ({ company }) => ({ params: { id: company } }),
  createCompanyCallbackSecret: ({ company }) => ({ params: { id: company } }),
  createSender: ({ company, document }) => ({ body: { ...senderDraft(company, 'Second'), documentIds: [document] } }),
  listSenders: ({ company }) => ({ query: { companyId: company } }),
  getSender: ({ company, sender }) => ({ params: { id: sender }, query: { companyId: company } }),
  updateSender: ({ unusedSender, document }) => ({ params: { id: unusedSender }, body: { documentIds: [document] } }),
  suspendSender: ({ sender }) => ({ params: { id: sender }, body: { reason: 'why' } }),
  unsuspendSender: ({ sender }) => ({ params: { id: sender } }),
  createDispatch: ({ company, sender }) => ({ body: dispatchDraft(company, sender) }),
  appendMessages: ({ created }) => ({ params: { id: created }, body: { messages: [recipient] } }),
  startDispatch: ({ created }) => ({ params: { id: created } }),
  stopDispatch: ({ started }) => ({ params: { id: started } }),
  listDispatches: ({ company }) => ({ query: { companyId: company } }),
  getDispatch: ({ created }) => ({ params: { id: created } }),
  listRejected: ({ created }) => ({ params: { id: created } }),
  deleteDispatch: ({ unwanted }) => ({ params: { id: unwanted } }),
  estimateDispatch: ({ company, sender }) => ({ body: dispatchDraft(company, sender) }),
  listMessages: ({ company, created }) => ({ query: { dispatchId: created, companyId: company } }),
  getMessage: ({ message }) => ({ params: { messageUuid: message } }),
  listRecipients: ({ company }) => ({ query: { companyId: company } }),
  putRecipient: ({ company }) => ({ body: { companyId: company, msisdn: '79161230001', blacklist: true } }),
};

/** Ids that are unique across all tables and texts, so that an answer shows which id it names. */
export async function spreadIds({ platform }: Api): Promise<void> {
  await inTransaction(platform.db, (tx) =>
    tx.query(
      `select setval(pg_get_serial_sequence('companies', 'id'), 410000000),
              setval(pg_get_serial_sequence('senders', 'id'), 420000000),
              setval(pg_get_serial_sequence('dispatches', 'id'), 430000000)`,
    ),
  );
}

/** The client has checked the reply against the contract. */
type Accepted = { readonly id: number; readonly messages: readonly { readonly messageUuid: string }[] };

export async function givenTenant(api: Api): Promise<Tenant> {
  const { token } = await api.givenPartner();
  const post = async (path: string, body?: unknown, headers = {}) => {
    const reply = await api.call('POST', path, { token, headers, ...(body !== undefined && { body }) });
    expect([reply.status, reply.text]).toEqual([expect.toSatisfy((status) => [200, 201].includes(status)), reply.text]);
    return reply.body;
  };
  const company = await givenCompany(api, token);
  const upload = async () =>
    textAt(await post(`/company/${company}/documents`, FORM, { 'content-type': FORM_TYPE }), 'id');
  const [document, unusedDocument] = [await upload(), await upload()];
  const sender = numberAt(await post('/senders', senderDraft(company, 'First')), 'id');
  const unusedSender = numberAt(await post('/senders', senderDraft(company, 'Unused')), 'id');
  const { id: created, messages } = (await post('/dispatches', dispatchDraft(company, sender))) as Accepted;
  const unwanted = numberAt(await post('/dispatches', dispatchDraft(company, sender)), 'id');
  const started = numberAt(await post('/dispatches', dispatchDraft(company, sender)), 'id');
  await post(`/dispatches/${started}/start`);
  const message = messages[0]?.messageUuid ?? '';
  return {
    token,
    ids: { company, sender, unusedSender, document, unusedDocument, created, unwanted, started, message },
  };
}
