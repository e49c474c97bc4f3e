import type { EndpointShape } from '../endpoint.ts';
import { issueToken } from './auth.ts';
import { createCompany, getCompany, listCompanies } from './companies.ts';
import {
  appendMessages,
  createDispatch,
  getDispatch,
  listDispatches,
  startDispatch,
  stopDispatch,
} from './dispatches.ts';
import { listMessages } from './messages.ts';
import { createSender, getSender, listSenders, suspendSender, unsuspendSender } from './senders.ts';

export const partnerApi: readonly EndpointShape[] = [
  issueToken,
  createCompany,
  listCompanies,
  getCompany,
  createSender,
  listSenders,
  getSender,
  suspendSender,
  unsuspendSender,
  createDispatch,
  appendMessages,
  startDispatch,
  stopDispatch,
  listDispatches,
  getDispatch,
  listMessages,
];
