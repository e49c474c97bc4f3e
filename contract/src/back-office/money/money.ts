import { PRICING_MODELS, SENDER_TYPES, TRAFFIC_TYPES } from '@volley/domain/money/tariff.ts';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { MESSAGE_STATUSES } from '@volley/domain/sending/message-status.ts';
import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import {
  Amount,
  AmountOrNull,
  Count,
  Currency,
  Datetime,
  Id,
  IdParams,
  oneOf,
  Page,
  pageSize,
  StringOrNull,
  TariffCountry,
  Uuid,
} from '../../fields.ts';
import { EffectiveSince, listOf, Reason } from '../fields.ts';

const Wallet = Type.Object({ currency: Currency, balance: Amount, reserved: Amount }, { title: 'Wallet' });
const Change = Type.Number({
  minimum: -999_999_999,
  maximum: 999_999_999,
  description: 'positive or negative; at most six decimals',
});

export const getWallets = endpoint({
  id: 'adminGetWallets',
  surface: 'back-office',
  method: 'GET',
  path: '/companies/{id}/wallets',
  summary: 'Get the wallets of a company, by currency',
  auth: 'staff',
  capability: 'wallets.read',
  params: IdParams,
  responses: { 200: listOf(Wallet) },
});

export const listWalletEntries = endpoint({
  id: 'adminListWalletEntries',
  surface: 'back-office',
  method: 'GET',
  path: '/companies/{id}/wallets/entries',
  summary: 'List the wallet transactions of a company, newest first',
  auth: 'staff',
  capability: 'wallets.read',
  params: IdParams,
  query: Type.Object({ page: Page, perPage: pageSize(100) }),
  responses: {
    200: listOf(
      Type.Object({
        id: Type.Integer(),
        currency: Currency,
        kind: oneOf(['top-up', 'correct', 'reserve', 'settle']),
        balance: Type.Number({ description: 'change of the available balance' }),
        reserved: Type.Number({ description: 'change of the reserved amount' }),
        reason: StringOrNull,
        person: StringOrNull,
        createdAt: Datetime,
      }),
    ),
  },
});

export const topUpWallet = endpoint({
  id: 'adminTopUpWallet',
  surface: 'back-office',
  method: 'POST',
  path: '/companies/{id}/wallets/top-up',
  summary: "Top up a company's wallet",
  auth: 'staff',
  capability: 'wallets.write',
  params: IdParams,
  body: Type.Object({
    currency: Currency,
    amount: Type.Number({ exclusiveMinimum: 0, maximum: 999_999_999 }),
    reason: Reason,
  }),
  responses: { 200: Wallet },
});

export const correctWallet = endpoint({
  id: 'adminCorrectWallet',
  surface: 'back-office',
  method: 'POST',
  path: '/companies/{id}/wallets/correct',
  summary: "Correct a company's wallet, by a positive or negative amount",
  auth: 'staff',
  capability: 'wallets.write',
  params: IdParams,
  body: Type.Object({ currency: Currency, amount: Change, reason: Reason }),
  responses: { 200: Wallet },
});

const Month = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'such as 2026-11' });

const EnteredIn = Type.String({
  pattern: '^\\d{4}-(0[1-9]|1[0-2])$',
  description: 'the billed month: the current one if the corrected month is closed',
});

export const listCorrections = endpoint({
  id: 'adminListCorrections',
  surface: 'back-office',
  method: 'GET',
  path: '/companies/{id}/corrections',
  summary: "List the corrections of a company's spending, newest first",
  auth: 'staff',
  capability: 'wallets.read',
  params: IdParams,
  responses: {
    200: listOf(
      Type.Object({
        month: Month,
        enteredIn: EnteredIn,
        amount: Type.Number(),
        messageUuid: Type.Optional(Uuid),
        reason: Type.String(),
        person: Type.String(),
        createdAt: Datetime,
      }),
    ),
  },
});

export const correctMonth = endpoint({
  id: 'adminCorrectMonth',
  surface: 'back-office',
  method: 'POST',
  path: '/companies/{id}/corrections',
  summary: 'Correct the spending of a company in a month',
  auth: 'staff',
  capability: 'wallets.write',
  params: IdParams,
  body: Type.Object({
    month: Month,
    amount: Change,
    messageUuid: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'the corrected message' })),
    reason: Reason,
  }),
  responses: { 200: Type.Object({ month: Month, spent: Amount, enteredIn: EnteredIn }) },
});

export const explainPrice = endpoint({
  id: 'adminExplainPrice',
  surface: 'back-office',
  method: 'GET',
  path: '/messages/{id}/price',
  summary: 'Explain the price of a message',
  auth: 'staff',
  capability: 'messages.explain',
  isRecorded: true,
  params: Type.Object({ id: Uuid }),
  responses: {
    200: Type.Object({
      messageUuid: Uuid,
      dispatchId: Id,
      companyId: Id,
      status: oneOf(MESSAGE_STATUSES),
      operator: Type.Unsafe<(typeof BRANDS)[number] | null>({ enum: [...BRANDS, null] }),
      parts: Count,
      tariff: Type.Object({
        id: Id,
        priceListId: Id,
        version: Id,
        effectiveFrom: EffectiveSince,
        senderType: oneOf(SENDER_TYPES),
        brand: Type.Optional(oneOf(BRANDS)),
        trafficType: Type.Optional(oneOf(TRAFFIC_TYPES)),
        countryCode: Type.Optional(TariffCountry),
        pricingModel: oneOf(PRICING_MODELS),
        currency: Currency,
      }),
      month: StringOrNull,
      volumeBefore: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
      step: Type.Union([Type.Object({ from: Count, price: Amount }), Type.Null()]),
      packages: Type.Array(Type.Object({ from: Count, price: Amount })),
      reserved: Amount,
      settled: AmountOrNull,
      released: AmountOrNull,
      spent: Amount,
    }),
  },
});
