import type { EndpointShape } from '../endpoint.ts';
import { issueToken } from './auth.ts';
import { createCallbackSecret, listCallbackSecrets } from './callback-secrets.ts';
import { createCompany, getCompany, listCompanies, updateCompany } from './companies.ts';
import {
  appendMessages,
  createDispatch,
  deleteDispatch,
  estimateDispatch,
  getDispatch,
  listDispatches,
  listRejected,
  startDispatch,
  stopDispatch,
} from './dispatches.ts';
import { deleteDocument, downloadDocument, listDocuments, uploadDocument } from './documents.ts';
import { getMessage, listMessages } from './messages.ts';
import { listSenderFees, listTariffs } from './prices.ts';
import { listRecipients, putRecipient } from './recipients.ts';
import { createSender, getSender, listSenders, suspendSender, unsuspendSender, updateSender } from './senders.ts';

export const partnerApi: readonly EndpointShape[] = [
  issueToken,
  createCompany,
  listCompanies,
  getCompany,
  updateCompany,
  uploadDocument,
  listDocuments,
  downloadDocument,
  deleteDocument,
  listCallbackSecrets,
  createCallbackSecret,
  createSender,
  listSenders,
  getSender,
  updateSender,
  suspendSender,
  unsuspendSender,
  createDispatch,
  estimateDispatch,
  appendMessages,
  startDispatch,
  stopDispatch,
  deleteDispatch,
  listDispatches,
  getDispatch,
  listRejected,
  listMessages,
  getMessage,
  putRecipient,
  listRecipients,
  listTariffs,
  listSenderFees,
];
