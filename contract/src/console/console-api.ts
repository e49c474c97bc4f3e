// Every endpoint of the console's own API: what its screens need and the public APIs lack. It serves our pages only,
// so it may change with them and is not part of the published documents.
import type { EndpointShape } from '../endpoint.ts';
import { downloadOperations, getBilling, getTariffPositions, listOperations } from './billing.ts';
import { importBlacklist, listBlacklist } from './blacklist.ts';
import {
  getCallbackDelivery,
  listCallbackDeliveries,
  listCallbackTargets,
  replayCallbacks,
  sendExampleCallback,
} from './callbacks.ts';
import {
  downloadCompanies,
  downloadOwnDocument,
  getCompanyPage,
  getSpending,
  listCompanyRows,
  listDocumentFiles,
} from './companies.ts';
import {
  getConsoleDispatch,
  getDispatchBreakdown,
  listConsoleDispatches,
  noteLeftOut,
  startAnyDispatch,
  stopAnyDispatch,
} from './dispatches.ts';
import { getDraftOfDispatch, listNamesToSend } from './drafts.ts';
import { estimateRecipients, priceEstimate } from './estimate.ts';
import {
  changeInboundRule,
  createCenter,
  createInboundRule,
  getInbound,
  listCenters,
  matchInbound,
  removeInboundRule,
  setDefaultCenter,
} from './inbound.ts';
import {
  allowKeyAddresses,
  createKey,
  deactivateKey,
  listCallbackSecrets,
  listKeys,
  reissueKey,
  rotateCallbackSecret,
} from './keys.ts';
import { exportMessages, getMessage, listMessages } from './messages.ts';
import { getFailures, getOverview } from './overview.ts';
import { downloadRequests, listRequests, summariseRequests } from './requests.ts';
import { search } from './search.ts';
import { downloadSenders, getSenderPage, listSenderMatrix } from './senders.ts';
import { endOtherSessions, endSession, getSession, listSessions, signIn, signInByLink, signOut } from './session.ts';
import { changeUser, createUser, listAudit, listTeam } from './team.ts';
import { checkNumbers } from './tools.ts';

export const consoleApi: readonly EndpointShape[] = [
  signIn,
  signInByLink,
  getSession,
  signOut,
  listSessions,
  endSession,
  endOtherSessions,
  listTeam,
  createUser,
  changeUser,
  listAudit,
  search,
  getOverview,
  getFailures,
  getDraftOfDispatch,
  listNamesToSend,
  estimateRecipients,
  priceEstimate,
  listMessages,
  exportMessages,
  getMessage,
  listBlacklist,
  importBlacklist,
  checkNumbers,
  listConsoleDispatches,
  getConsoleDispatch,
  getDispatchBreakdown,
  startAnyDispatch,
  stopAnyDispatch,
  noteLeftOut,
  listCompanyRows,
  downloadCompanies,
  getCompanyPage,
  getSpending,
  listDocumentFiles,
  downloadOwnDocument,
  listSenderMatrix,
  downloadSenders,
  getSenderPage,
  getBilling,
  listOperations,
  downloadOperations,
  getTariffPositions,
  listKeys,
  createKey,
  reissueKey,
  allowKeyAddresses,
  deactivateKey,
  listCallbackSecrets,
  rotateCallbackSecret,
  listCallbackTargets,
  listCallbackDeliveries,
  getCallbackDelivery,
  replayCallbacks,
  sendExampleCallback,
  listRequests,
  summariseRequests,
  downloadRequests,
  getInbound,
  createInboundRule,
  changeInboundRule,
  removeInboundRule,
  matchInbound,
  listCenters,
  createCenter,
  setDefaultCenter,
];
