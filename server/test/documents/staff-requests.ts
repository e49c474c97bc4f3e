// A valid request to every operation of the back office, in an order in which each succeeds. `keep` names the member of
// the answer that later requests use.
import type { Parts } from '../isolation/request-parts.ts';

export type Known = Readonly<Record<string, unknown>>;
export type StaffStep = {
  readonly id: string;
  readonly parts: (known: Known) => Parts;
  readonly keep?: readonly [name: string, member: string];
};

const PASSWORD = 'correct horse battery';
const DAYS = { from: '2026-01-01', to: '2026-01-31' };
const PAGE = { page: '1', perPage: '10' };
const LIMIT = { limit: '10' };
const reason = 'asked by the partner';
const tariff = {
  senderType: 'COMMON',
  pricingModel: 'FIXED',
  currency: 'RUB',
  prices: [{ from: 0, price: 3.2 }],
};

const ask = (id: string, query: Record<string, string> = {}): StaffStep => ({ id, parts: () => ({ query }) });
/** `name`: the known id in the path. */
const about = (id: string, name: string, body?: object, keep?: StaffStep['keep']): StaffStep => ({
  id,
  parts: (known) => ({ params: { id: known[name] }, ...(body && { body: body as Record<string, unknown> }) }),
  ...(keep && { keep }),
});
const send = (id: string, body: (known: Known) => object, keep?: StaffStep['keep']): StaffStep => ({
  id,
  parts: (known) => ({ body: body(known) as Record<string, unknown> }),
  ...(keep && { keep }),
});

const PEOPLE: readonly StaffStep[] = [
  send('issueStaffToken', ({ login, password }) => ({ login, password })),
  send('adminCreatePartner', () => ({ login: 'corner-shop', password: PASSWORD }), ['partner', 'partnerId']),
  ask('adminListPartners', PAGE),
  about('adminGetPartner', 'partner'),
  about('adminSetPartnerStatus', 'partner', { status: 'ACTIVE' }),
  about('adminSetPartnerCountries', 'partner', { allowedCountries: ['RU'] }),
  about('adminChangePartnerPassword', 'partner', { password: PASSWORD }),
  send('adminCreateStaff', () => ({ login: 'boris', password: PASSWORD, roles: ['support'] }), ['staff', 'staffId']),
  ask('adminListStaff'),
  about('adminSetStaffRoles', 'staff', { roles: ['support', 'sre'] }),
  about('adminSetStaffStatus', 'staff', { status: 'ACTIVE' }),
  about('adminChangeStaffPassword', 'staff', { password: PASSWORD }),
  ask('adminListStaffActions', LIMIT),
  ask('adminExportStaffActions'),
  ask('adminListFailedSignIns', LIMIT),
];

const COMPANIES: readonly StaffStep[] = [
  ask('adminListCompanies', PAGE),
  about('adminGetCompany', 'company'),
  about('adminChangeCompany', 'company', { status: 'ACTIVE', reason }),
  ask('adminListCompanyAccounts', PAGE),
  about('adminGetCompanyActivity', 'company'),
  ask('adminReviewSenders', PAGE),
  about('adminReviewSender', 'sender'),
  ask('adminListSenders', PAGE),
  about('adminGetSender', 'sender'),
  ask('adminListTemplates', PAGE),
  about('adminDownloadDocument', 'document'),
  about('adminRotateCallbackSecret', 'company'),
  about('adminListCallbackSecrets', 'company'),
  about('adminListCallbackEndpoints', 'company'),
  { id: 'adminListCallbackAttempts', parts: ({ company }) => ({ params: { id: company }, query: LIMIT }) },
  about('adminReplayCallbacks', 'company', { what: 'given-up' }),
  { id: 'adminListTrafficCenters', parts: ({ company }) => ({ query: { companyId: company } }) },
  send('adminCreateTrafficCenter', ({ company }) => ({ companyId: company, name: 'Warehouse' }), ['center', 'id']),
  about('adminSetDefaultTrafficCenter', 'center'),
  send('adminCreateInboundRule', (known) => ({ companyId: known['company'], trafficCenterId: known['center'] }), [
    'rule',
    'id',
  ]),
  ask('adminListInboundRules'),
  {
    id: 'adminChangeInboundRule',
    parts: ({ rule, center }) => ({ params: { id: rule }, body: { trafficCenterId: center } }),
  },
  about('adminRemoveInboundRule', 'rule'),
];

const MONEY: readonly StaffStep[] = [
  ask('adminListPriceLists'),
  send('adminCreatePriceList', () => ({ name: 'Corner shop' }), ['prices', 'id']),
  {
    id: 'adminSetPartnerPriceList',
    parts: ({ partner, prices }) => ({ params: { id: partner }, body: { priceListId: prices } }),
  },
  ask('adminListTariffVersions'),
  send('adminPublishTariff', ({ prices }) => ({ priceListId: prices, ...tariff })),
  send('adminRecalculateMonth', ({ prices }) => ({ priceListId: prices, ...tariff })),
  ask('adminListFeeVersions'),
  send('adminPublishSenderFee', ({ prices }) => ({ priceListId: prices, brand: 'MTS', value: 5_000, currency: 'RUB' })),
  about('adminGetWallets', 'company'),
  { id: 'adminListWalletEntries', parts: ({ company }) => ({ params: { id: company }, query: PAGE }) },
  ask('adminListWalletMoves', LIMIT),
  about('adminTopUpWallet', 'company', { currency: 'RUB', amount: 1_500, reason }),
  about('adminCorrectWallet', 'company', { currency: 'RUB', amount: -500, reason }),
  about('adminListCorrections', 'company'),
  {
    id: 'adminCorrectMonth',
    parts: ({ company, month }) => ({ params: { id: company }, body: { month, amount: 10, reason } }),
  },
  about('adminExplainPrice', 'message'),
  about('adminTraceMessage', 'message'),
  ask('adminGetMargin', { ...DAYS, by: 'day', currency: 'RUB' }),
  ask('adminListMarginWaits'),
  send('adminPutExchangeRate', () => ({ currency: 'USD', base: 'RUB', rate: 92.5, reason })),
  ask('adminListExchangeRates'),
  ask('adminListSpendAlarms'),
  ask('adminAuditFindings'),
];

const SERVICE: readonly StaffStep[] = [
  ask('adminGetOps'),
  send('adminCreateKey', ({ company }) => ({ companyId: company, name: 'Shop', type: 'MESSAGES' }), ['key', 'keyId']),
  ask('adminListKeys'),
  about('adminAllowKeyAddresses', 'key', { allowedAddresses: ['203.0.113.7'] }),
  about('adminReissueKey', 'key'),
  about('adminDeactivateKey', 'key'),
  send(
    'adminPutLink',
    () => ({
      name: 'viber',
      brands: [0, 1],
      protocol: 'VOLLEY_HTTP',
      channelType: 'VIBER',
      url: 'https://provider.example',
      systemId: 'volley',
      password: 'a secret of sixteen',
      window: 10,
      reason,
    }),
    ['link', 'linkId'],
  ),
  ask('adminListLinks'),
  about('adminChangeLink', 'link', { enabled: false, reason }),
  about('adminPutLinkRoutes', 'link', { routes: [{ brand: 1, priority: 1, weight: 70 }] }),
  about('adminListLinkRoutes', 'link'),
  send('adminBlockNumber', () => ({ msisdn: '79161230001', reason })),
  ask('adminListBlockedNumbers', PAGE),
  send('adminUnblockNumber', () => ({ msisdn: '79161230001' })),
  send('adminBlockName', () => ({ name: 'Bank', reason })),
  ask('adminListBlockedNames', PAGE),
  send('adminUnblockName', () => ({ name: 'Bank' })),
  ask('adminGetDestinations'),
  send('adminSetSwitch', () => ({ name: 'accept-dispatches', isOn: true, reason })),
  ask('adminListSwitches'),
  send('adminEraseNumber', () => ({ destination: '79161230009' }), ['erasure', 'erasureId']),
  about('adminGetErasure', 'erasure'),
  send('adminPutPortedNumbers', () => ({ items: [{ destination: '79161230001', brand: 'MTS' }] })),
  send('adminRemovePortedNumbers', () => ({ destinations: ['79161230001'] })),
];

const VERIFICATION: readonly StaffStep[] = [
  send(
    'adminCreateVerificationProfile',
    ({ company }) => ({
      companyId: company,
      name: 'Sign-in',
      channels: [{ channelType: 'SMS', senderName: 'First', text: 'Your code: {code}' }],
    }),
    ['profile', 'gatewayId'],
  ),
  ask('adminListVerificationProfiles'),
  about('adminChangeVerificationProfile', 'profile', { name: 'Site' }),
  send(
    'adminCreateWidget',
    ({ company, profile }) => ({
      companyId: company,
      gatewayId: profile,
      name: 'Site',
      kind: 'OWN_SITE',
      domains: ['shop.example'],
      captchaType: 'TURNSTILE',
      siteKey: 'site-key',
      secret: 'captcha-secret',
    }),
    ['widget', 'widgetId'],
  ),
  ask('adminListWidgets'),
  about('adminChangeWidget', 'widget', { domains: ['shop.example', 'www.shop.example'] }),
  ask('adminListConversions', DAYS),
  ask('adminListWidgetErrors', DAYS),
  ask('adminListVerificationStops'),
  send('adminLiftVerificationStop', ({ profile }) => ({ kind: 'PREFIX', gatewayId: profile, prefix: '7916123' })),
];

export const STAFF_STEPS: readonly StaffStep[] = [...PEOPLE, ...COMPANIES, ...MONEY, ...SERVICE, ...VERIFICATION];
