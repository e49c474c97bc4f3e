// The price of a dispatch before it exists, in two steps: each batch of recipients is planned separately; the client
// sums the answers and prices them in one call.

import { PRICING_MODELS, SENDER_TYPES, TRAFFIC_TYPES } from '@volley/domain/money/tariff.ts';
import { NUMBER_CLASSES } from '@volley/domain/numbers/number-type.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Amount, Count, Datetime, Id, Money, oneOf } from '../fields.ts';
import { Recipients, SenderIds, ZoneTimes } from '../shapes/dispatch.ts';

const BrandId = Type.Integer({
  minimum: 0,
  maximum: 4,
  description: 'MTS 1, BEELINE 2, MEGAFON 3, TELE2 4, unknown 0',
});

const Month = Type.String({
  pattern: '^\\d{4}-(0[1-9]|1[0-2])$',
  description: 'month of their first sending (Europe/Moscow), such as 2026-11',
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
    maxLength: 500,
    description: 'time zone of the recipients, or several separated by spaces, with a schedule; else empty',
  }),
});

export const estimateRecipients = endpoint({
  id: 'estimateRecipients',
  surface: 'console',
  method: 'POST',
  path: '/estimate',
  summary: 'Plan the messages of recipients without storing anything',
  auth: 'session',
  asks: true,
  right: 'dispatches.write',
  bodyLimit: 'bulk',
  body: Type.Object({
    companyId: Id,
    senderIds: SenderIds,
    channelType: oneOf(CHANNEL_TYPES),
    text: Type.String({ minLength: 1, maxLength: 1600 }),
    messages: Recipients,
    scheduled: Type.Optional(Type.Boolean()),
  }),
  responses: {
    200: Type.Object({
      groups: Type.Array(Group),
      refused: Type.Array(
        Type.Object({
          errorCode: Type.Integer(),
          count: Count,
          examples: Type.Array(Type.String(), { description: 'at most ten destinations' }),
          classes: Type.Array(Type.Object({ numberClass: oneOf(NUMBER_CLASSES), count: Count }), {
            description: 'types of these numbers',
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
  price: Type.Unsafe<number>({ ...Amount, description: 'per message part, at the most expensive upcoming step' }),
  amount: Amount,
  volume: Type.Unsafe<number>({ ...Count, description: 'the counter of its month that determines the step' }),
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
  summary: 'Price planned messages and check the budgets of their months',
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
      months: Type.Array(PricedMonth, { description: 'months of the first sending, in order' }),
      fits: Type.Unsafe<boolean>({ type: 'boolean', description: 'within the budget of every month' }),
      rows: Type.Array(PricedGroup),
      zones: Type.Array(ZoneTimes, { description: 'recipients by time zone; empty without a schedule' }),
    }),
  },
});
