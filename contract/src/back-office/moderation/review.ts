import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { REVIEW_VERDICTS } from '@volley/domain/senders/sender-review.ts';
import { SENDER_STATUSES } from '@volley/domain/senders/sender-status.ts';
import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { anyOf, Count, Datetime, Id, IdParams, Money, oneOf, Page, pageSize, StringOrNull } from '../../fields.ts';
import { ReviewFields, SenderDocument, SenderFields } from '../../shapes/sender.ts';

const { id, companyId, senderName, channelType, brand, commonType, status, suspended, createdAt } = SenderFields;
const { counteragentName, counteragentInn, countryCode, dateFrom, dateTo } = SenderFields;
const { suspendReason, managerComment, rejectedAt } = SenderFields;

const Card = Type.Object(
  {
    id,
    senderName,
    channelType,
    brand,
    commonType,
    companyId,
    companyName: Type.String(),
    partnerLogin: Type.String(),
    counteragentName,
    counteragentInn,
    documents: Count,
    status,
    suspended,
    createdAt,
    waitingSince: Type.Unsafe<string>({ ...Datetime, description: 'the last decision of staff, or the registration' }),
    similar: Type.Array(Type.Object({ id, senderName, companyId, companyName: Type.String() }), {
      description: 'similar active names of other companies, at most three',
    }),
    moves: Type.Array(oneOf(REVIEW_VERDICTS), { description: 'verdicts allowed in the current status' }),
  },
  { title: 'ReviewCard' },
);

export const reviewSenders = endpoint({
  id: 'adminReviewSenders',
  surface: 'back-office',
  method: 'GET',
  path: '/review/senders',
  summary: 'List the sender names under review of all companies, longest waiting first, with the number in each status',
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
      counts: Type.Array(Type.Object({ status, count: Count })),
      items: Type.Array(Card),
    }),
  },
});

export const reviewSender = endpoint({
  id: 'adminReviewSender',
  surface: 'back-office',
  method: 'GET',
  path: '/review/senders/{id}',
  summary: 'Get a sender name with all information for its review',
  auth: 'staff',
  capability: 'senders.read',
  params: IdParams,
  responses: {
    200: Type.Object({
      card: Card,
      description: ReviewFields.description,
      dateFrom,
      dateTo,
      countryCode,
      managerComment,
      suspendReason,
      rejectedAt,
      fee: Type.Union([Money, Type.Null()], { description: 'monthly fee of the name' }),
      brandFee: Type.Union([Money, Type.Null()], { description: 'monthly fee of a PRO name of this operator' }),
      documents: Type.Array(SenderDocument),
      checks: Type.Array(
        Type.Object({
          check: oneOf(['name-rule', 'name-free', 'name-unlike-others', 'documents', 'still-valid']),
          passed: Type.Boolean(),
        }),
      ),
      history: Type.Array(
        Type.Object({ at: Datetime, login: StringOrNull, from: StringOrNull, to: StringOrNull, plan: StringOrNull }),
        { description: 'decisions of staff, newest first; empty without the right to review' },
      ),
      nextId: Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description: 'the next longest waiting name in the same status',
      }),
    }),
  },
});
