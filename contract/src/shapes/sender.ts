// A sender name as the partner, messaging and back-office APIs and the partner console present it.
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { COMMON_TYPES } from '@volley/domain/senders/sender-name.ts';
import { SENDER_STATUSES } from '@volley/domain/senders/sender-status.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import Type from 'typebox';
import { AmountOrNull, Count, Datetime, DatetimeOrNull, Id, oneOf, StringOrNull, Uuid } from '../fields.ts';

/** Members of a single sender name. Lists and pages pick from them. */
export const SenderFields = {
  id: Id,
  companyId: Id,
  senderName: Type.String(),
  channelType: oneOf(CHANNEL_TYPES),
  counteragentName: Type.String(),
  counteragentInn: Type.String(),
  dateFrom: Datetime,
  dateTo: DatetimeOrNull,
  commonType: oneOf(COMMON_TYPES),
  brand: oneOf(BRANDS),
  countryId: Id,
  countryCode: Type.String(),
  status: oneOf(SENDER_STATUSES),
  suspended: Type.Boolean(),
  suspendReason: StringOrNull,
  fee: AmountOrNull,
  managerComment: StringOrNull,
  rejectedAt: DatetimeOrNull,
  createdAt: Datetime,
};

/** For its owner, in the partner and messaging APIs. */
export const OwnSender = Type.Object(
  {
    ...SenderFields,
    suspendReason: Type.Optional(Type.String({ description: 'present only while suspended, if a reason was given' })),
    fee: Type.Unsafe<number | null>({ ...AmountOrNull, description: 'per calendar month; null: no fee' }),
    waitsFor: Type.Optional(
      Type.Array(oneOf(['documentIds']), {
        description: 'missing requirements before the review begins: a PROMO name stays DRAFT until it has a document',
      }),
    ),
  },
  { title: 'Sender' },
);

/** Members that only the review needs. */
export const ReviewFields = { description: StringOrNull, documentIds: Type.Array(Uuid) };

/** A document of a sender name, for its review. */
export const SenderDocument = Type.Object(
  {
    documentId: Uuid,
    filename: Type.String(),
    mediaType: Type.String(),
    sizeBytes: Count,
    createdAt: Datetime,
  },
  { title: 'SenderDocument' },
);

export const DocumentIds = Type.Array(Uuid, { maxItems: 100 });

export const SenderName = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '\\S',
  'x-form': PROBLEM.blank,
  description: 'up to 11 characters for SMS; surrounding spaces are removed',
});

export const SenderDescription = Type.String({ maxLength: 1000 });

export const SenderChange = Type.Object(
  {
    senderName: Type.Optional(SenderName),
    commonType: Type.Optional(oneOf(COMMON_TYPES)),
    dateFrom: Type.Optional(Datetime),
    dateTo: Type.Optional(
      Type.Unsafe<string | null>({ ...DatetimeOrNull, description: 'closes the name; null leaves it open-ended' }),
    ),
    documentIds: Type.Optional(DocumentIds),
  },
  { title: 'SenderChange' },
);
