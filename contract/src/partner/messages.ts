import { MESSAGE_STATUSES } from '@volley/domain/message-status.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Amount, Count, Datetime, DatetimeOrNull, Id, oneOf, Page, pageSize, Uuid } from '../fields.ts';

const MessageItem = Type.Object({
  messageUuid: Uuid,
  destination: Type.String(),
  text: Type.String({ description: 'final text after substitutions' }),
  parts: Count,
  status: oneOf(MESSAGE_STATUSES),
  price: Type.Unsafe<number>({ ...Amount, description: 'an estimate until the price is final' }),
  senderId: Id,
  brandId: Type.Integer({ description: 'MTS 1, BEELINE 2, MEGAFON 3, TELE2 4, unknown 0' }),
  createdAt: Datetime,
  sentAt: DatetimeOrNull,
  deliveredAt: DatetimeOrNull,
  errorCode: Type.Optional(Type.Integer({ description: 'present when FAILED' })),
});

export const listMessages = endpoint({
  id: 'listMessages',
  surface: 'partner',
  method: 'GET',
  path: '/messages',
  summary: "List a dispatch's messages, oldest first",
  auth: 'partner',
  // It shows numbers in full; the console's own list hides them from those who may not see them.
  right: 'numbers.read',
  query: Type.Object({
    dispatchId: Id,
    status: Type.Optional(oneOf(MESSAGE_STATUSES)),
    page: Page,
    perPage: pageSize(100),
  }),
  responses: {
    200: Type.Object({ page: Type.Integer(), perPage: Type.Integer(), total: Count, items: Type.Array(MessageItem) }),
  },
});
