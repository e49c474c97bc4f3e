import type { EndpointShape } from '../endpoint.ts';
import { issueToken } from './auth.ts';
import { createCompany, getCompany, listCompanies, updateCompany } from './companies.ts';
import {
  appendMessages,
  createDispatch,
  getDispatch,
  listDispatches,
  startDispatch,
  stopDispatch,
} from './dispatches.ts';
import { listDocuments, uploadDocument } from './documents.ts';
import { listMessages } from './messages.ts';
import { listSenderFees, listTariffs } from './prices.ts';
import { putRecipient } from './recipients.ts';
import { createSender, getSender, listSenders, suspendSender, unsuspendSender, updateSender } from './senders.ts';

export const partnerApi: readonly EndpointShape[] = [
  issueToken,
  createCompany,
  listCompanies,
  getCompany,
  updateCompany,
  uploadDocument,
  listDocuments,
  createSender,
  listSenders,
  getSender,
  updateSender,
  suspendSender,
  unsuspendSender,
  createDispatch,
  appendMessages,
  startDispatch,
  stopDispatch,
  listDispatches,
  getDispatch,
  listMessages,
  putRecipient,
  listTariffs,
  listSenderFees,
];
