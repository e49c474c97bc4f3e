import { BRANDS } from '@volley/domain/brand.ts';
import { PRICING_MODELS, SENDER_TYPES, TRAFFIC_TYPES } from '@volley/domain/tariff.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Amount, Count, Currency, Id, IdParams, Money, Name, oneOf, TariffCountry } from '../fields.ts';
import { EffectiveSince, listOf } from './fields.ts';

const PriceList = Type.Object({ id: Id, name: Type.String() });

/** Six decimals at most; what is smaller cannot be charged. */
const Price = Type.Number({ minimum: 0, maximum: 999_999_999 });

const Tariff = Type.Object({
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
});

const SenderFee = Type.Object({
  priceListId: Id,
  brand: oneOf(BRANDS),
  version: Id,
  effectiveFrom: EffectiveSince,
  value: Amount,
  currency: Currency,
});

const EffectiveFrom = Type.Optional(
  Type.String({ format: 'date-time', description: 'now, unless a later instant is named' }),
);
const DryRun = Type.Optional(
  Type.Boolean({ description: 'check and show what would be published, and publish nothing' }),
);

export const listPriceLists = endpoint({
  id: 'adminListPriceLists',
  surface: 'back-office',
  method: 'GET',
  path: '/price-lists',
  summary: 'List price lists; 1 is the default one, and fills the gaps of the others',
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
  summary: 'Give a partner a price list; dispatches made from now on are priced by it',
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
  summary: 'List all versions of tariffs, past, present and to come',
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
  summary: 'What last month would have cost under a tariff that is only a draft; nothing is published',
  auth: 'staff',
  capability: 'prices.write',
  body: Type.Object(tariffDraft),
  responses: {
    200: Type.Object({
      month: Type.String({ description: 'such as 2026-10' }),
      affected: Type.Unsafe<number>({ ...Count, description: 'companies that the draft would price' }),
      isWhole: Type.Boolean({ description: 'false: there was more than one answer holds' }),
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
        { description: 'the greatest difference first, five hundred at most' },
      ),
    }),
  },
});

export const publishTariff = endpoint({
  id: 'adminPublishTariff',
  surface: 'back-office',
  method: 'POST',
  path: '/tariffs',
  summary: 'Publish a new version of a tariff; versions are never changed or taken back',
  auth: 'staff',
  capability: 'prices.write',
  body: Type.Object({
    ...tariffDraft,
    effectiveFrom: EffectiveFrom,
    dryRun: DryRun,
  }),
  responses: {
    200: Type.Object({
      published: Type.Boolean(),
      tariff: Tariff,
      replaces: Type.Union([Tariff, Type.Null()], { description: 'the version before it' }),
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
  responses: { 200: Type.Object({ published: Type.Boolean(), version: Id }) },
});
