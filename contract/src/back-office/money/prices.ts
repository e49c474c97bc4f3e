import { PRICING_MODELS, SENDER_TYPES, TRAFFIC_TYPES } from '@volley/domain/money/tariff.ts';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Amount, Count, Currency, Id, IdParams, Money, Name, oneOf, TariffCountry } from '../../fields.ts';
import { EffectiveSince, listOf } from '../fields.ts';

const PriceList = Type.Object({ id: Id, name: Type.String() }, { title: 'PriceList' });

/** At most six decimals: the smallest amount that can be charged. */
const Price = Type.Number({ minimum: 0, maximum: 999_999_999 });

const Tariff = Type.Object(
  {
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
    prices: Type.Array(Type.Object({ from: Count, price: Amount, priceMauBatch: Amount })),
  },
  { title: 'TariffVersion' },
);

const SenderFee = Type.Object(
  {
    priceListId: Id,
    brand: oneOf(BRANDS),
    version: Id,
    effectiveFrom: EffectiveSince,
    value: Amount,
    currency: Currency,
  },
  { title: 'SenderFeeVersion' },
);

const EffectiveFrom = Type.Optional(Type.String({ format: 'date-time', description: 'default: now' }));
const DryRun = Type.Optional(Type.Boolean({ description: 'validate and show the result without publishing' }));

export const listPriceLists = endpoint({
  id: 'adminListPriceLists',
  surface: 'back-office',
  method: 'GET',
  path: '/price-lists',
  summary: 'List price lists; 1 is the default and completes the others',
  auth: 'staff',
  capability: 'prices.read',
  responses: { 200: listOf(PriceList) },
});

export const createPriceList = endpoint({
  id: 'adminCreatePriceList',
  surface: 'back-office',
  method: 'POST',
  path: '/price-lists',
  summary: 'Create a price list',
  auth: 'staff',
  capability: 'prices.write',
  body: Type.Object({ name: Name }),
  responses: { 201: PriceList },
});

export const setPartnerPriceList = endpoint({
  id: 'adminSetPartnerPriceList',
  surface: 'back-office',
  method: 'PUT',
  path: '/partners/{id}/price-list',
  summary: 'Assign a price list to a partner; it applies to dispatches created from now on',
  auth: 'staff',
  capability: 'prices.write',
  params: IdParams,
  body: Type.Object({ priceListId: Id }),
  responses: { 200: Type.Object({ partnerId: Id, priceListId: Id }) },
});

export const listTariffVersions = endpoint({
  id: 'adminListTariffVersions',
  surface: 'back-office',
  method: 'GET',
  path: '/tariffs',
  summary: 'List all versions of tariffs, past, current and future',
  auth: 'staff',
  capability: 'prices.read',
  query: Type.Object({ priceListId: Type.Optional(Id) }),
  responses: { 200: listOf(Tariff) },
});

const tariffDraft = {
  priceListId: Id,
  senderType: oneOf(SENDER_TYPES),
  brand: Type.Optional(oneOf(BRANDS)),
  trafficType: Type.Optional(oneOf(TRAFFIC_TYPES)),
  countryCode: Type.Optional(TariffCountry),
  pricingModel: oneOf(PRICING_MODELS),
  currency: Currency,
  prices: Type.Array(
    Type.Object({
      from: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
      price: Price,
      priceMauBatch: Type.Optional(Price),
    }),
    { minItems: 1, maxItems: 100 },
  ),
};

export const recalculateMonth = endpoint({
  id: 'adminRecalculateMonth',
  surface: 'back-office',
  method: 'POST',
  path: '/tariffs/recalculation',
  summary: 'Simulate last month under a draft tariff; nothing is published',
  auth: 'staff',
  capability: 'prices.write',
  body: Type.Object(tariffDraft),
  refusals: ['not-found'],
  responses: {
    200: Type.Object({
      month: Type.String({ description: 'such as 2026-10' }),
      affected: Type.Unsafe<number>({ ...Count, description: 'companies that the draft would price' }),
      isWhole: Type.Boolean({ description: 'false: the answer is truncated' }),
      items: Type.Array(
        Type.Object({
          companyId: Id,
          name: Type.String(),
          messages: Count,
          parts: Count,
          now: Money,
          draft: Money,
          isUpperBound: Type.Boolean({ description: 'distinct recipients were not counted that month' }),
        }),
        { description: 'the largest difference first, at most five hundred' },
      ),
    }),
  },
});

export const publishTariff = endpoint({
  id: 'adminPublishTariff',
  surface: 'back-office',
  method: 'POST',
  path: '/tariffs',
  summary: 'Publish a new version of a tariff; versions are never changed or withdrawn',
  auth: 'staff',
  capability: 'prices.write',
  body: Type.Object({
    ...tariffDraft,
    effectiveFrom: EffectiveFrom,
    dryRun: DryRun,
  }),
  refusals: ['not-found'],
  responses: {
    200: Type.Object({
      published: Type.Boolean(),
      tariff: Tariff,
      replaces: Type.Union([Tariff, Type.Null()], { description: 'the previous version' }),
    }),
  },
});

export const listFeeVersions = endpoint({
  id: 'adminListFeeVersions',
  surface: 'back-office',
  method: 'GET',
  path: '/sender-fees',
  summary: 'List all versions of the monthly fees of sender names',
  auth: 'staff',
  capability: 'prices.read',
  query: Type.Object({ priceListId: Type.Optional(Id) }),
  responses: { 200: listOf(SenderFee) },
});

export const publishSenderFee = endpoint({
  id: 'adminPublishSenderFee',
  surface: 'back-office',
  method: 'POST',
  path: '/sender-fees',
  summary: 'Publish a new version of a monthly fee',
  auth: 'staff',
  capability: 'prices.write',
  body: Type.Object({
    priceListId: Id,
    brand: oneOf(BRANDS),
    value: Price,
    currency: Currency,
    effectiveFrom: EffectiveFrom,
    dryRun: DryRun,
  }),
  refusals: ['not-found'],
  responses: { 200: Type.Object({ published: Type.Boolean(), version: Id }) },
});
