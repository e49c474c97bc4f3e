import { MESSAGE_STATUSES } from '@volley/domain/sending/message-status.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Amount, Count, Datetime, DatetimeOrNull, ID_MAX, Id, oneOf, Page, pageSize, Uuid } from '../fields.ts';
import { ProviderCode } from '../shapes/provider-code.ts';

const members = {
  messageUuid: Uuid,
  destination: Type.String(),
  text: Type.String({ description: 'final text after substitutions' }),
  parts: Count,
  status: oneOf(MESSAGE_STATUSES),
  price: Type.Unsafe<number>({ ...Amount, description: 'estimated until the price is final' }),
  senderId: Id,
  brandId: Type.Integer({ description: 'MTS 1, BEELINE 2, MEGAFON 3, TELE2 4, unknown 0' }),
  createdAt: Datetime,
  sentAt: DatetimeOrNull,
  deliveredAt: DatetimeOrNull,
  waitsFor: Type.Optional(
    Type.Unsafe<'route'>({
      ...oneOf(['route']),
      description:
        'why a CREATED message is not sent: route, every open connection costs more than its price. It fails with 502 when the wait of `routeWaits` is over',
    }),
  ),
  errorCode: Type.Optional(Type.Integer({ description: 'present when FAILED' })),
  providerCode: Type.Optional(ProviderCode),
};

const MessageItem = Type.Object(members, { title: 'Message' });

const MessageOfDispatch = Type.Object({ ...members, dispatchId: Id, companyId: Id }, { title: 'MessageOfDispatch' });

export const listMessages = endpoint({
  id: 'listMessages',
  surface: 'partner',
  method: 'GET',
  path: '/messages',
  summary: "List messages of a dispatch, or of a company's dispatches, oldest first",
  description: [
    'Pass a dispatch, a company, or both. Without `dispatchId` the messages are those created from `from` to `to`, by default the last 7 days and at most 31 days; `page` times `perPage` reaches at most 10,000 then, and `total` counts up to that. A search that takes too long is refused with 400/4000.',
    'With `updatedSince` the answer holds the messages whose status has changed since: begin with a timestamp, continue with `nextCursor` of each answer, and pause when `more` is false. Every message is returned again after each change, with its current state, and none is missed, whatever changes during reading. Keep `dispatchId` and `companyId` the same from call to call. `page`, `from`, `to`, `status` and `destination` do not go with it, and `total` is the number of `items`.',
  ].join('\n\n'),
  auth: 'partner',
  // Numbers are shown in full; the console's own list hides them from users without the right.
  right: 'numbers.read',
  query: Type.Object({
    dispatchId: Type.Optional(
      Type.Integer({ minimum: 1, maximum: ID_MAX, description: 'required unless companyId is given' }),
    ),
    companyId: Type.Optional(Id),
    status: Type.Optional(oneOf(MESSAGE_STATUSES)),
    destination: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'phone number' })),
    from: Type.Optional(Type.String({ format: 'date-time', description: 'created at this time or later' })),
    to: Type.Optional(Type.String({ format: 'date-time', description: 'created before this time' })),
    updatedSince: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'a timestamp with an offset or Z, then `nextCursor`' }),
    ),
    page: Page,
    perPage: pageSize(100),
  }),
  refusals: ['not-found'],
  responses: {
    200: Type.Object({
      page: Type.Integer(),
      perPage: Type.Integer(),
      total: Count,
      items: Type.Array(MessageItem),
      nextCursor: Type.Optional(Type.String({ description: 'with updatedSince: cursor of the next request' })),
      more: Type.Optional(Type.Boolean({ description: 'with updatedSince: more messages may be available' })),
    }),
  },
});

export const getMessage = endpoint({
  id: 'getMessage',
  surface: 'partner',
  method: 'GET',
  path: '/messages/{messageUuid}',
  summary: 'Get one message of a dispatch',
  auth: 'partner',
  right: 'numbers.read',
  isRecorded: true,
  params: Type.Object({ messageUuid: Uuid }),
  responses: { 200: MessageOfDispatch },
});
