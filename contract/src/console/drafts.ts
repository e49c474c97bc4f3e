import { BRANDS } from '@volley/domain/brand.ts';
import { CHANNEL_TYPES } from '@volley/domain/channel.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Datetime, Id, IdParams, oneOf } from '../fields.ts';

const Schedule = Type.Object({
  startAt: Datetime,
  hours: Type.Array(Type.Integer({ minimum: 0, maximum: 23 })),
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 })),
});

export const getDraftOfDispatch = endpoint({
  id: 'getDraftOfDispatch',
  surface: 'console',
  method: 'GET',
  path: '/drafts/{id}',
  summary: 'What a new dispatch like this one begins with',
  auth: 'session',
  right: 'dispatches.read',
  params: IdParams,
  responses: {
    200: Type.Object({
      companyId: Id,
      name: Type.String(),
      channelType: Type.Unsafe<string>(oneOf(CHANNEL_TYPES)),
      text: Type.String(),
      senderIds: Type.Array(Id),
      schedule: Type.Union([Schedule, Type.Null()]),
    }),
  },
});

export const listNamesToSend = endpoint({
  id: 'listNamesToSend',
  surface: 'console',
  method: 'GET',
  path: '/names-to-send',
  summary: 'Sender names that a dispatch may use now',
  auth: 'session',
  right: 'dispatches.write',
  query: Type.Object({ companyId: Id }),
  responses: {
    200: Type.Object({
      routing: oneOf(['fallback', 'strict']),
      senders: Type.Array(
        Type.Object({
          id: Id,
          senderName: Type.String(),
          channelType: oneOf(CHANNEL_TYPES),
          brand: oneOf(BRANDS),
        }),
      ),
    }),
  },
});
