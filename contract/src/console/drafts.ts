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
