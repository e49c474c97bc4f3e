// The price of a dispatch before it exists, in two questions. Which messages a batch of recipients becomes is asked as
// often as there are batches; the answers are added up and priced in one.
import { CHANNEL_TYPES } from '@volley/domain/channel.ts';
import { NUMBER_CLASSES } from '@volley/domain/number-type.ts';
import { PRICING_MODELS, SENDER_TYPES, TRAFFIC_TYPES } from '@volley/domain/tariff.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Amount, Count, Datetime, Id, Money, oneOf, Substitutions } from '../fields.ts';

const BrandId = Type.Integer({
  minimum: 0,
  maximum: 4,
  description: 'MTS 1, BEELINE 2, MEGAFON 3, TELE2 4, unknown 0',
});

const Month = Type.String({
  pattern: '^\\d{4}-(0[1-9]|1[0-2])$',
  description: 'in which they will go first (Europe/Moscow), such as 2026-11',
});

const Schedule = Type.Object({
  startAt: Datetime,
  hours: Type.Array(Type.Integer({ minimum: 0, maximum: 23 }), { maxItems: 24 }),
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 7 }),
});

const group = {
  tariffId: Id,
  brandId: BrandId,
  senderId: Id,
  trafficType: oneOf(TRAFFIC_TYPES),
  partsEach: Type.Integer({ minimum: 1, maximum: 10 }),
  messages: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
};

const Group = Type.Object({
  ...group,
  timezone: Type.String({
    maxLength: 64,
    description: 'of the recipients, where it parts them; else empty',
  }),
});

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
          classes: Type.Array(Type.Object({ numberClass: oneOf(NUMBER_CLASSES), count: Count }), {
            description: 'what kinds of numbers they are',
          }),
        }),
      ),
      unserved: Type.Array(Type.Object({ brandId: BrandId, count: Count })),
    }),
  },
});

const Step = Type.Object({ from: Count, price: Amount, priceMauBatch: Amount });

const PricedGroup = Type.Object({
  ...group,
  month: Month,
  senderType: oneOf(SENDER_TYPES),
  pricingModel: oneOf(PRICING_MODELS),
  price: Type.Unsafe<number>({ ...Amount, description: 'of a part, at the dearest step ahead' }),
  amount: Amount,
  volume: Type.Unsafe<number>({ ...Count, description: 'the counter of its month that the step depends on' }),
  step: Step,
  nextStep: Type.Union([Step, Type.Null()]),
});

const PricedMonth = Type.Object({
  month: Month,
  reserve: Money,
  budget: Type.Union([
    Type.Object({ limit: Money, spent: Money, reserved: Money, left: Money, leftAfter: Money }),
    Type.Null(),
  ]),
  fits: Type.Boolean(),
});

export const priceEstimate = endpoint({
  id: 'priceEstimate',
  surface: 'console',
  method: 'POST',
  path: '/estimate/price',
  summary: 'What messages would cost, and whether the budgets of their months hold it',
  auth: 'session',
  asks: true,
  right: 'dispatches.write',
  body: Type.Object({
    companyId: Id,
    groups: Type.Array(Group, { maxItems: 5_000 }),
    schedule: Type.Optional(Schedule),
  }),
  responses: {
    200: Type.Object({
      messages: Count,
      parts: Count,
      total: Money,
      packages: Money,
      reserve: Money,
      months: Type.Array(PricedMonth, { description: 'in which messages will go first, in order' }),
      fits: Type.Unsafe<boolean>({ type: 'boolean', description: 'in the budget of every month' }),
      rows: Type.Array(PricedGroup),
    }),
  },
});
