import type { EndpointShape } from '../endpoint.ts';
import { getCompanyActivity, listCompanyAccounts, listWalletMoves } from './accounts.ts';
import { createAlertSilence, endAlertSilence, listAlertHistory, listAlertSilences, listAlerts } from './alerts.ts';
import { auditFindings } from './audit.ts';
import { issueStaffToken } from './auth.ts';
import { blockName, blockNumber, listBlockedNames, listBlockedNumbers, unblockName, unblockNumber } from './blocks.ts';
import {
  listCallbackAttempts,
  listCallbackEndpoints,
  listCallbackSecrets,
  replayCallbacks,
  rotateCallbackSecret,
} from './callbacks.ts';
import { changeCompany, getCompany, listCompanies } from './companies.ts';
import { getDestinations } from './destinations.ts';
import {
  changeDutyContact,
  createDutyContact,
  listDutyContacts,
  removeDutyContact,
  testDutyContact,
} from './duty-contacts.ts';
import { changeInboundRule, createInboundRule, listInboundRules, removeInboundRule } from './inbound.ts';
import { allowKeyAddresses, createKey, deactivateKey, listKeys, reissueKey } from './keys.ts';
import { listLinkRoutes, putLinkRoutes } from './link-routes.ts';
import { changeLink, listLinks, putLink } from './links.ts';
import { getMargin, listExchangeRates, putExchangeRate } from './margin.ts';
import { listMarginWaits } from './margin-waits.ts';
import { traceMessage } from './messages.ts';
import {
  correctMonth,
  correctWallet,
  explainPrice,
  getWallets,
  listCorrections,
  listWalletEntries,
  topUpWallet,
} from './money.ts';
import { eraseNumber, getErasure, putPortedNumbers, removePortedNumbers } from './numbers.ts';
import { getOps } from './ops.ts';
import {
  changePartnerPassword,
  createPartner,
  getPartner,
  listPartners,
  setPartnerCountries,
  setPartnerStatus,
} from './partners.ts';
import {
  createPriceList,
  listFeeVersions,
  listPriceLists,
  listTariffVersions,
  publishSenderFee,
  publishTariff,
  recalculateMonth,
  setPartnerPriceList,
} from './prices.ts';
import { reviewSender, reviewSenders } from './review.ts';
import { getSenderAccount, putSenderAccount, removeSenderAccount } from './sender-accounts.ts';
import { downloadDocument, getSender, judgeSender, listSenders } from './senders.ts';
import { switchShortLink } from './short-links.ts';
import { listSpendAlarms } from './spend-alarms.ts';
import {
  changeStaffPassword,
  createStaff,
  exportStaffActions,
  listFailedSignIns,
  listStaff,
  listStaffActions,
  setStaffRoles,
  setStaffStatus,
} from './staff.ts';
import { listSwitches, setSwitch } from './switches.ts';
import { judgeTemplate, listTemplates } from './templates.ts';
import { createTrafficCenter, listTrafficCenters, setDefaultTrafficCenter } from './traffic-centers.ts';
import {
  changeVerificationProfile,
  changeWidget,
  createVerificationProfile,
  createWidget,
  listVerificationProfiles,
  listWidgets,
} from './verification.ts';
import {
  liftVerificationStop,
  listConversions,
  listVerificationStops,
  listWidgetErrors,
} from './verification-figures.ts';

export const backOfficeApi: readonly EndpointShape[] = [
  issueStaffToken,
  createPartner,
  listPartners,
  getPartner,
  setPartnerStatus,
  setPartnerCountries,
  changePartnerPassword,
  listCompanies,
  getCompany,
  changeCompany,
  listCompanyAccounts,
  getCompanyActivity,
  reviewSenders,
  reviewSender,
  listSenders,
  getSender,
  judgeSender,
  getSenderAccount,
  putSenderAccount,
  removeSenderAccount,
  listTemplates,
  judgeTemplate,
  downloadDocument,
  listPriceLists,
  createPriceList,
  setPartnerPriceList,
  listTariffVersions,
  publishTariff,
  recalculateMonth,
  listFeeVersions,
  publishSenderFee,
  getWallets,
  listWalletEntries,
  listWalletMoves,
  topUpWallet,
  correctWallet,
  listCorrections,
  correctMonth,
  explainPrice,
  traceMessage,
  getOps,
  listAlerts,
  listAlertHistory,
  listAlertSilences,
  createAlertSilence,
  endAlertSilence,
  listDutyContacts,
  createDutyContact,
  changeDutyContact,
  removeDutyContact,
  testDutyContact,
  listTrafficCenters,
  createTrafficCenter,
  setDefaultTrafficCenter,
  listInboundRules,
  createInboundRule,
  changeInboundRule,
  removeInboundRule,
  createKey,
  listKeys,
  deactivateKey,
  reissueKey,
  allowKeyAddresses,
  rotateCallbackSecret,
  listCallbackSecrets,
  listCallbackEndpoints,
  listCallbackAttempts,
  replayCallbacks,
  listLinks,
  putLink,
  changeLink,
  listLinkRoutes,
  putLinkRoutes,
  listMarginWaits,
  listBlockedNumbers,
  blockNumber,
  unblockNumber,
  listBlockedNames,
  blockName,
  unblockName,
  getDestinations,
  listSpendAlarms,
  getMargin,
  listExchangeRates,
  putExchangeRate,
  listSwitches,
  setSwitch,
  switchShortLink,
  eraseNumber,
  getErasure,
  putPortedNumbers,
  removePortedNumbers,
  createStaff,
  listStaff,
  setStaffRoles,
  setStaffStatus,
  changeStaffPassword,
  listStaffActions,
  exportStaffActions,
  listFailedSignIns,
  auditFindings,
  createVerificationProfile,
  listVerificationProfiles,
  changeVerificationProfile,
  createWidget,
  listWidgets,
  changeWidget,
  listConversions,
  listWidgetErrors,
  listVerificationStops,
  liftVerificationStop,
];
