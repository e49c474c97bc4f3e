import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Datetime, Id, IdParams } from '../fields.ts';
import { CompanyRouting } from '../shapes/company.ts';
import { DispatchFields } from '../shapes/dispatch.ts';
import { SenderFields } from '../shapes/sender.ts';

const { id, senderName, channelType, brand } = SenderFields;

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
  summary: 'Get the initial values of a copy of a dispatch',
  auth: 'session',
  right: 'dispatches.read',
  params: IdParams,
  responses: {
    200: Type.Object({
      companyId: Id,
      name: DispatchFields.name,
      channelType: DispatchFields.channelType,
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
  summary: 'List the sender names that a dispatch may use now',
  auth: 'session',
  right: 'dispatches.write',
  query: Type.Object({ companyId: Id }),
  responses: {
    200: Type.Object({
      routing: CompanyRouting,
      senders: Type.Array(Type.Object({ id, senderName, channelType, brand })),
    }),
  },
});
