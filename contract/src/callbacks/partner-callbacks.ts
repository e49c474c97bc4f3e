// Events that the service posts to the `callbackUrl` of a dispatch: one object per request.
import Type, { type Static } from 'typebox';
import { Datetime, Uuid } from '../fields.ts';

const about = {
  messageUuid: Uuid,
  destination: Type.String({ description: 'phone number in digits, country code first' }),
};

export const SentCallback = Type.Object(
  {
    event: Type.Literal('sent'),
    ...about,
    status: Type.Literal('SENT'),
    sentAt: Datetime,
  },
  { title: 'SentCallback' },
);

export const DeliveredCallback = Type.Object(
  {
    event: Type.Literal('delivered'),
    ...about,
    status: Type.Literal('DELIVERED'),
    deliveredAt: Datetime,
  },
  { title: 'DeliveredCallback' },
);

/** Sent only if `callbackEvents` contains `failed`. */
export const FailedCallback = Type.Object(
  {
    event: Type.Literal('failed'),
    ...about,
    status: Type.Literal('FAILED'),
    failedAt: Datetime,
    errorCode: Type.Integer(),
  },
  { title: 'FailedCallback' },
);

export type PartnerCallback =
  | Static<typeof SentCallback>
  | Static<typeof DeliveredCallback>
  | Static<typeof FailedCallback>;
