// The price of a dispatch before it exists, in two questions. Which messages a batch of recipients becomes is asked as
// often as there are batches; the answers are added up and priced in one.
import { CHANNEL_TYPES } from '@volley/domain/channel.ts';
import { PRICING_MODELS, SENDER_TYPES, TRAFFIC_TYPES } from '@volley/domain/tariff.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Amount, Count, Id, Money, oneOf, Substitutions } from '../fields.ts';

const BrandId = Type.Integer({
  minimum: 0,
  maximum: 4,
  description: 'MTS 1, BEELINE 2, MEGAFON 3, TELE2 4, unknown 0',
});

const group = {
  tariffId: Id,
  brandId: BrandId,
  senderId: Id,
  trafficType: oneOf(TRAFFIC_TYPES),
  partsEach: Type.Integer({ minimum: 1, maximum: 10 }),
  messages: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
};

const Group = Type.Object(group);

const Recipient = Type.Object({
  destination: Type.String({ maxLength: 64 }),
  substitutions: Type.Optional(Substitutions),
  customText: Type.Optional(Type.String({ maxLength: 10_000 })),
});

export const estimateRecipients = endpoint({
  id: 'estimateRecipients',
  surface: 'console',
  method: 'POST',
  path: '/estimate',
  summary: 'Which messages recipients would become; nothing is stored',
  auth: 'session',
  asks: true,
  right: 'dispatches.write',
  bodyLimit: 'bulk',
  body: Type.Object({
    companyId: Id,
    senderIds: Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true }),
    channelType: oneOf(CHANNEL_TYPES),
    text: Type.String({ minLength: 1, maxLength: 1600 }),
    messages: Type.Array(Recipient, { minItems: 1, maxItems: 10_000 }),
    scheduled: Type.Optional(Type.Boolean()),
  }),
  responses: {
    200: Type.Object({
      groups: Type.Array(Group),
      refused: Type.Array(
        Type.Object({
          errorCode: Type.Integer(),
          count: Count,
          examples: Type.Array(Type.String(), { description: 'ten destinations at most' }),
        }),
      ),
      unserved: Type.Array(Type.Object({ brandId: BrandId, count: Count })),
    }),
  },
});

const Step = Type.Object({ from: Count, price: Amount, priceMauBatch: Amount });

const PricedGroup = Type.Object({
  ...group,
  senderType: oneOf(SENDER_TYPES),
  pricingModel: oneOf(PRICING_MODELS),
  price: Type.Unsafe<number>({ ...Amount, description: 'of a part, at the dearest step ahead' }),
  amount: Amount,
  volume: Type.Unsafe<number>({ ...Count, description: 'the counter of the month that the step depends on' }),
  step: Step,
  nextStep: Type.Union([Step, Type.Null()]),
});

export const priceEstimate = endpoint({
  id: 'priceEstimate',
  surface: 'console',
  method: 'POST',
  path: '/estimate/price',
  summary: 'What messages would cost, and whether the budget of the month holds it',
  auth: 'session',
  asks: true,
  right: 'dispatches.write',
  body: Type.Object({ companyId: Id, groups: Type.Array(Group, { maxItems: 1_000 }) }),
  responses: {
    200: Type.Object({
      messages: Count,
      parts: Count,
      total: Money,
      packages: Money,
      reserve: Money,
      budget: Type.Union([
        Type.Object({ limit: Money, spent: Money, reserved: Money, left: Money, leftAfter: Money }),
        Type.Null(),
      ]),
      fits: Type.Boolean(),
      rows: Type.Array(PricedGroup),
    }),
  },
});
