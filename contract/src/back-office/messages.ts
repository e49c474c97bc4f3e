import { BRANDS } from '@volley/domain/brand.ts';
import { LANES } from '@volley/domain/lane.ts';
import { MESSAGE_STATUSES } from '@volley/domain/message-status.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Count, Datetime, DatetimeOrNull, Id, oneOf, StringOrNull, Uuid } from '../fields.ts';

export const traceMessage = endpoint({
  id: 'adminTraceMessage',
  surface: 'back-office',
  method: 'GET',
  path: '/messages/{id}/trace',
  summary: 'Follow one message through the engine; without its text, and of its number the last two digits',
  auth: 'staff',
  capability: 'messages.explain',
  isRecorded: true,
  params: Type.Object({ id: Uuid }),
  responses: {
    200: Type.Object({
      messageUuid: Uuid,
      companyId: Id,
      companyName: Type.String(),
      dispatchId: Id,
      dispatchName: Type.String(),
      dispatchKind: Type.String(),
      channelType: Type.String(),
      senderName: Type.String(),
      numberEnd: Type.String(),
      operator: Type.Unsafe<(typeof BRANDS)[number] | null>({ enum: [...BRANDS, null] }),
      parts: Count,
      status: oneOf(MESSAGE_STATUSES),
      errorCode: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
      createdAt: Datetime,
      sentAt: DatetimeOrNull,
      finalAt: DatetimeOrNull,
      readAt: DatetimeOrNull,
      trafficType: Type.String(),
      lane: Type.Unsafe<(typeof LANES)[number] | null>({ enum: [...LANES, null] }),
      batch: Type.Union(
        [
          Type.Object({
            batchId: Uuid,
            linkName: StringOrNull,
            attempt: Count,
            doubts: Count,
            hops: Type.Integer({ minimum: 0, description: 'how often it moved to another link' }),
            state: oneOf(['queued', 'in-flight', 'waiting', 'handed-over']),
            waitingFor: StringOrNull,
            messages: Count,
          }),
          Type.Null(),
        ],
        { description: 'null where it is not made yet, or no longer kept' },
      ),
    }),
  },
});
