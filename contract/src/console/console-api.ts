// Endpoints that only the console has. They serve our own pages, so they may change with them and are not part of the
// published documents.
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
import { listProviderTemplates } from './provider-templates.ts';
import { downloadRequests, listRequests, summarizeRequests } from './requests.ts';
import { search } from './search.ts';
import { getSenderAccount, putSenderAccount, removeSenderAccount } from './sender-accounts.ts';
import { downloadSenders, getSenderPage, listSenderMatrix } from './senders.ts';
import { endOtherSessions, endSession, getSession, listSessions, signIn, signInByLink, signOut } from './session.ts';
import { deleteBotSubscribers, inviteBotSubscriber, listBotSubscribers, uploadBotSubscribers } from './subscribers.ts';
import { changeUser, createUser, listAudit, listTeam } from './team.ts';
import { checkNumbers } from './tools.ts';
import { changeProfile, changeWidget, createProfile, createWidget, listProfiles, listWidgets } from './verification.ts';
import { liftStop, listConversions, listStops, listWidgetErrors } from './verification-figures.ts';

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
  getSenderAccount,
  putSenderAccount,
  removeSenderAccount,
  listProviderTemplates,
  listBotSubscribers,
  uploadBotSubscribers,
  inviteBotSubscriber,
  deleteBotSubscribers,
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
  summarizeRequests,
  downloadRequests,
  getInbound,
  createInboundRule,
  changeInboundRule,
  removeInboundRule,
  matchInbound,
  listCenters,
  createCenter,
  setDefaultCenter,
  listProfiles,
  createProfile,
  changeProfile,
  listWidgets,
  createWidget,
  changeWidget,
  listConversions,
  listWidgetErrors,
  listStops,
  liftStop,
];
