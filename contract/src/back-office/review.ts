import { BRANDS } from '@volley/domain/brand.ts';
import { CHANNEL_TYPES } from '@volley/domain/channel.ts';
import { COMMON_TYPES } from '@volley/domain/sender-name.ts';
import { REVIEW_VERDICTS } from '@volley/domain/sender-review.ts';
import { SENDER_STATUSES } from '@volley/domain/sender-status.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  anyOf,
  Count,
  Datetime,
  DatetimeOrNull,
  Id,
  IdParams,
  Money,
  oneOf,
  Page,
  pageSize,
  StringOrNull,
  Uuid,
} from '../fields.ts';

const Card = Type.Object({
  id: Id,
  senderName: Type.String(),
  channelType: oneOf(CHANNEL_TYPES),
  brand: oneOf(BRANDS),
  commonType: oneOf(COMMON_TYPES),
  companyId: Id,
  companyName: Type.String(),
  partnerLogin: Type.String(),
  counteragentName: Type.String(),
  counteragentInn: Type.String(),
  documents: Count,
  status: oneOf(SENDER_STATUSES),
  suspended: Type.Boolean(),
  createdAt: Datetime,
  waitingSince: Type.Unsafe<string>({ ...Datetime, description: 'the last decision of staff, or the registration' }),
  similar: Type.Array(Type.Object({ id: Id, senderName: Type.String(), companyId: Id, companyName: Type.String() }), {
    description: 'live names of other companies that read like it, three at most',
  }),
  moves: Type.Array(oneOf(REVIEW_VERDICTS), { description: 'where it may be moved from its present status' }),
});

export const reviewSenders = endpoint({
  id: 'adminReviewSenders',
  surface: 'back-office',
  method: 'GET',
  path: '/review/senders',
  summary:
    'The review of sender names: cards of all companies, those waiting longest first, and how many are in each status',
  auth: 'staff',
  capability: 'senders.read',
  query: Type.Object({
    status: Type.Optional(anyOf(SENDER_STATUSES)),
    brand: Type.Optional(anyOf(BRANDS)),
    companyId: Type.Optional(Id),
    name: Type.Optional(Type.String({ maxLength: 64, description: 'part of the name' })),
    page: Page,
    perPage: pageSize(50),
  }),
  responses: {
    200: Type.Object({
      page: Type.Integer(),
      perPage: Type.Integer(),
      total: Count,
      counts: Type.Array(Type.Object({ status: oneOf(SENDER_STATUSES), count: Count })),
      items: Type.Array(Card),
    }),
  },
});

export const reviewSender = endpoint({
  id: 'adminReviewSender',
  surface: 'back-office',
  method: 'GET',
  path: '/review/senders/{id}',
  summary: 'One sender name with everything that is needed to judge it',
  auth: 'staff',
  capability: 'senders.read',
  params: IdParams,
  responses: {
    200: Type.Object({
      card: Card,
      description: StringOrNull,
      dateFrom: Datetime,
      dateTo: DatetimeOrNull,
      countryCode: Type.String(),
      managerComment: StringOrNull,
      suspendReason: StringOrNull,
      rejectedAt: DatetimeOrNull,
      fee: Type.Union([Money, Type.Null()], { description: 'what the name costs a month' }),
      brandFee: Type.Union([Money, Type.Null()], { description: 'what a PRO name of this operator costs a month' }),
      documents: Type.Array(
        Type.Object({
          documentId: Uuid,
          filename: Type.String(),
          mediaType: Type.String(),
          sizeBytes: Count,
          createdAt: Datetime,
        }),
      ),
      checks: Type.Array(
        Type.Object({
          check: oneOf(['name-rule', 'name-free', 'name-unlike-others', 'documents', 'still-valid']),
          passed: Type.Boolean(),
        }),
      ),
      history: Type.Array(
        Type.Object({ at: Datetime, login: StringOrNull, from: StringOrNull, to: StringOrNull, plan: StringOrNull }),
        { description: 'decisions of staff, newest first; empty for those who may not judge' },
      ),
      nextId: Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description: 'who has waited longest after it in the same status',
      }),
    }),
  },
});
