import { CHOSEN_BY, type ChosenBy, PASSED_BECAUSE } from '@volley/domain/links/link-order.ts';
import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { LANES } from '@volley/domain/sending/lane.ts';
import { MESSAGE_STATUSES } from '@volley/domain/sending/message-status.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Count, Datetime, DatetimeOrNull, Id, MoneyOrNull, oneOf, StringOrNull, Uuid } from '../fields.ts';
import { ProviderCodeOrNull } from '../shapes/provider-code.ts';

export const traceMessage = endpoint({
  id: 'adminTraceMessage',
  surface: 'back-office',
  method: 'GET',
  path: '/messages/{id}/trace',
  summary: 'Trace a message through the engine, without its text and with the last two digits of its number',
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
      linkName: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'the link that took the message; null: none yet, or unknown',
      }),
      price: Type.Unsafe<{ value: number; currency: string } | null>({
        ...MoneyOrNull,
        description: 'what the client pays; null until the message is final',
      }),
      cost: Type.Unsafe<{ value: number; currency: string } | null>({
        ...MoneyOrNull,
        description: 'what the provider charges; null: unknown',
      }),
      status: oneOf(MESSAGE_STATUSES),
      errorCode: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
      providerCode: ProviderCodeOrNull,
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
            hops: Type.Integer({ minimum: 0, description: 'number of moves to another link' }),
            state: oneOf(['queued', 'in-flight', 'waiting', 'handed-over']),
            waitingFor: StringOrNull,
            messages: Count,
            chosenBy: Type.Unsafe<ChosenBy | null>({
              enum: [...CHOSEN_BY, null],
              description: 'why its link was chosen; null: no link has a route, and the batch never moved',
            }),
            passed: Type.Array(Type.Object({ linkName: Type.String(), because: oneOf(PASSED_BECAUSE) }), {
              description: 'links that were passed over',
            }),
          }),
          Type.Null(),
        ],
        { description: 'null: not created yet, or no longer stored' },
      ),
    }),
  },
});
