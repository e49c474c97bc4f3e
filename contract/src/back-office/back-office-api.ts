import type { EndpointShape } from '../endpoint.ts';
import { auditFindings } from './audit.ts';
import {
  listCallbackAttempts,
  listCallbackEndpoints,
  listCallbackSecrets,
  replayCallbacks,
  rotateCallbackSecret,
} from './callbacks.ts';
import { getDestinations } from './delivery/destinations.ts';
import { listLinkRoutes, putLinkRoutes } from './delivery/link-routes.ts';
import { changeLink, listLinks, putLink } from './delivery/links.ts';
import { eraseNumber, getErasure, putPortedNumbers, removePortedNumbers } from './delivery/numbers.ts';
import { getOps } from './delivery/ops.ts';
import { listSwitches, setSwitch } from './delivery/switches.ts';
import { createTrafficCenter, listTrafficCenters, setDefaultTrafficCenter } from './delivery/traffic-centers.ts';
import { createAlertSilence, endAlertSilence, listAlertHistory, listAlertSilences, listAlerts } from './duty/alerts.ts';
import {
  changeDutyContact,
  createDutyContact,
  listDutyContacts,
  removeDutyContact,
  rotateDutyContactSecret,
  testDutyContact,
} from './duty/duty-contacts.ts';
import { changeInboundRule, createInboundRule, listInboundRules, removeInboundRule } from './inbound.ts';
import { traceMessage } from './messages.ts';
import {
  blockName,
  blockNumber,
  listBlockedNames,
  listBlockedNumbers,
  unblockName,
  unblockNumber,
} from './moderation/blocks.ts';
import { reviewSender, reviewSenders } from './moderation/review.ts';
import { getSenderAccount, putSenderAccount, removeSenderAccount } from './moderation/sender-accounts.ts';
import { downloadDocument, getSender, judgeSender, listSenders } from './moderation/senders.ts';
import { judgeTemplate, listTemplates } from './moderation/templates.ts';
import { getMargin, listExchangeRates, putExchangeRate } from './money/margin.ts';
import { listMarginWaits } from './money/margin-waits.ts';
import {
  correctMonth,
  correctWallet,
  explainPrice,
  getWallets,
  listCorrections,
  listWalletEntries,
  topUpWallet,
} from './money/money.ts';
import {
  createPriceList,
  listFeeVersions,
  listPriceLists,
  listTariffVersions,
  publishSenderFee,
  publishTariff,
  recalculateMonth,
  setPartnerPriceList,
} from './money/prices.ts';
import { listSpendAlarms } from './money/spend-alarms.ts';
import { getCompanyActivity, listCompanyAccounts, listWalletMoves } from './people/accounts.ts';
import { issueStaffToken } from './people/auth.ts';
import { changeCompany, getCompany, listCompanies } from './people/companies.ts';
import { allowKeyAddresses, createKey, deactivateKey, listKeys, reissueKey } from './people/keys.ts';
import {
  changePartnerPassword,
  createPartner,
  getPartner,
  listPartners,
  setPartnerCountries,
  setPartnerStatus,
} from './people/partners.ts';
import {
  changeStaffPassword,
  createStaff,
  exportStaffActions,
  listFailedSignIns,
  listStaff,
  listStaffActions,
  setStaffRoles,
  setStaffStatus,
} from './people/staff.ts';
import { switchShortLink } from './short-links.ts';
import {
  changeVerificationProfile,
  changeWidget,
  createVerificationProfile,
  createWidget,
  listVerificationProfiles,
  listWidgets,
} from './verification/verification.ts';
import {
  liftVerificationStop,
  listConversions,
  listVerificationStops,
  listWidgetErrors,
} from './verification/verification-figures.ts';

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
  rotateDutyContactSecret,
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
