import { PRICING_MODELS, SENDER_TYPES, TRAFFIC_TYPES } from '@volley/domain/money/tariff.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Amount, Count, CountryOrAny, Currency, oneOf, TariffCountry } from '../fields.ts';

const Tariff = Type.Object(
  {
    senderType: oneOf(SENDER_TYPES),
    brand: Type.Optional(Type.String({ description: 'present if the tariff applies to one operator' })),
    trafficType: Type.Optional(oneOf(TRAFFIC_TYPES)),
    countryCode: Type.Optional(TariffCountry),
    pricingModel: oneOf(PRICING_MODELS),
    currency: Currency,
    prices: Type.Array(
      Type.Object(
        {
          from: Type.Unsafe<number>({
            ...Count,
            description: 'threshold: messages for SCALED, unique recipients for MAU, 0 for FIXED',
          }),
          price: Type.Unsafe<number>({ ...Amount, description: 'per message' }),
          priceMauBatch: Type.Unsafe<number>({ ...Amount, description: 'per MAU package; 0: no packages' }),
        },
        { title: 'PriceStep' },
      ),
      { minItems: 1 },
    ),
  },
  { title: 'Tariff' },
);

export const listTariffs = endpoint({
  id: 'listTariffs',
  surface: 'partner',
  method: 'GET',
  path: '/price/tariffs',
  summary: 'List tariffs; all given filters must match',
  auth: 'partner',
  right: 'money.read',
  query: Type.Object({
    senderType: Type.Optional(oneOf(SENDER_TYPES)),
    brand: Type.Optional(Type.String({ maxLength: 64 })),
    trafficType: Type.Optional(oneOf(TRAFFIC_TYPES)),
    pricingModel: Type.Optional(oneOf(PRICING_MODELS)),
    countryCode: Type.Optional(
      Type.Unsafe<string>({
        ...CountryOrAny,
        description: 'country of the recipients; RU matches tariffs without a country',
      }),
    ),
  }),
  responses: { 200: Type.Object({ tariffs: Type.Array(Tariff) }) },
});

export const listSenderFees = endpoint({
  id: 'listSenderFees',
  surface: 'partner',
  method: 'GET',
  path: '/price/senders',
  summary: 'List the subscription fees of sender names',
  auth: 'partner',
  right: 'money.read',
  responses: {
    200: Type.Object({
      senderFees: Type.Array(
        Type.Object(
          {
            brand: Type.String(),
            value: Type.Unsafe<number>({ ...Amount, description: 'subscription fee of a sender name' }),
            currency: Currency,
          },
          { title: 'SenderFee' },
        ),
      ),
    }),
  },
});
