// Margin of messages: what clients pay against what providers charge, and the exchange rates between the two.
import { MARGIN_DIMENSIONS } from '@volley/domain/money/margin.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Amount, Count, Currency, Datetime, Id, oneOf } from '../../fields.ts';
import { listOf, Reason } from '../fields.ts';

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'in Europe/Moscow' });

const Sums = {
  messages: Type.Integer({ minimum: 0, description: 'messages handed over to a provider' }),
  revenue: Type.Number({ description: 'what clients pay for messages with a final price' }),
  cost: Type.Number({ description: 'what providers charge, as far as it is known' }),
  margin: Type.Number({ description: 'revenue less cost' }),
  costUnknown: Type.Integer({ minimum: 0, description: 'messages without a known cost' }),
  unconverted: Type.Array(Type.Object({ currency: Currency, revenue: Amount, cost: Amount }), {
    description: 'sums in currencies without an exchange rate, which revenue, cost and margin leave out',
  }),
};

export const getMargin = endpoint({
  id: 'adminGetMargin',
  surface: 'back-office',
  method: 'GET',
  path: '/margin',
  summary: 'Report revenue, cost and margin of the messages handed over on at most 92 days',
  auth: 'staff',
  capability: 'margin.read',
  query: Type.Object({
    from: Day,
    to: Type.Unsafe<string>({ ...Day, description: 'in Europe/Moscow; included' }),
    by: Type.Unsafe<(typeof MARGIN_DIMENSIONS)[number]>({
      enum: [...MARGIN_DIMENSIONS],
      default: 'day',
      description: 'what a row stands for',
    }),
    currency: Type.Unsafe<string>({ ...Currency, default: 'RUB', description: 'ISO 4217 code; sums are in it' }),
    linkId: Type.Optional(Id),
    companyId: Type.Optional(Id),
    channelType: Type.Optional(oneOf(CHANNEL_TYPES)),
  }),
  responses: {
    200: Type.Object({
      currency: Currency,
      items: Type.Array(
        Type.Object({
          key: Type.String({ description: 'day, channel, or id of the link or company; link 0: unknown link' }),
          name: Type.Union([Type.String(), Type.Null()], { description: 'name of the link or company' }),
          ...Sums,
        }),
        { description: 'days in order, else the rows with most messages first; at most 1,000' },
      ),
      rowsTotal: Count,
      total: Type.Object(Sums),
      links: Type.Array(Type.Object({ linkId: Id, name: Type.String() }), { description: 'all links, for filters' }),
    }),
  },
});

const Rate = {
  currency: Currency,
  base: Currency,
  rate: Type.Number({
    exclusiveMinimum: 0,
    maximum: 999_999_999,
    description: 'units of `base` for one unit of `currency`, with at most nine decimals',
  }),
};

export const listExchangeRates = endpoint({
  id: 'adminListExchangeRates',
  surface: 'back-office',
  method: 'GET',
  path: '/exchange-rates',
  summary: 'List the exchange rates, newest first',
  auth: 'staff',
  capability: 'prices.read',
  responses: { 200: listOf(Type.Object({ ...Rate, validFrom: Datetime })) },
});

export const putExchangeRate = endpoint({
  id: 'adminPutExchangeRate',
  surface: 'back-office',
  method: 'PUT',
  path: '/exchange-rates',
  summary: 'Set an exchange rate from a time on; the margin guard uses it within two seconds',
  auth: 'staff',
  capability: 'prices.write',
  body: Type.Object({
    ...Rate,
    validFrom: Type.Optional(
      Type.Unsafe<string>({ ...Datetime, description: 'absent: now. A rate with the same time is replaced' }),
    ),
    reason: Type.Optional(Reason),
  }),
  responses: { 200: Type.Object({ ...Rate, validFrom: Datetime }) },
});
