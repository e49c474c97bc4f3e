// A message in lists, single answers and the callbacks of inbound messages. Members that do not apply are left out.
import { TRAFFIC_TYPES, type TrafficType } from '@volley/domain/money/tariff.ts';
import Type from 'typebox';
import { Amount, Count, Currency, oneOf, Uuid } from '../fields.ts';
import { ProviderCode } from '../shapes/provider-code.ts';

export const MESSAGE_STATES = ['sending', 'sent', 'delivered', 'undelivered', 'unsent', 'inbound_sent'] as const;
export const SENDING_METHODS = ['API', 'UI', 'VERIFIER_API', 'VERIFIER_WIDGET'] as const;

const time = (description: string) => Type.String({ format: 'date-time', description: `${description}; UTC` });
const word = (description: string) => Type.Optional(Type.String({ description }));
const number = (description: string) => Type.Optional(Type.Integer({ description }));
const asSent = 'as sent';

const Price = Type.Object(
  {
    totalPrice: Amount,
    currency: Currency,
    invoicedParts: Count,
    final: Type.Boolean({ description: 'true: the status does not change any more' }),
  },
  { title: 'MessagePrice' },
);

export const MessageObject = Type.Object(
  {
    createdTime: time('accepted'),
    sentTime: Type.Optional(time('handed over')),
    statusTime: Type.Optional(time('when `status` was reached')),
    direction: oneOf(['outbound', 'inbound']),
    channelType: Type.String(),
    sendingMethod: Type.Optional(oneOf(SENDING_METHODS)),
    trafficType: Type.Optional(
      Type.Unsafe<TrafficType>({ ...oneOf(TRAFFIC_TYPES), description: 'as sent; without it as `derivedTrafficType`' }),
    ),
    derivedTrafficType: Type.Optional(
      Type.Unsafe<TrafficType>({
        ...oneOf(TRAFFIC_TYPES),
        description: 'type of the template that the text matched, else PROMO; price, priority and waits follow it',
      }),
    ),
    templateId: number('of the template that the text matched'),
    dispatchId: number('of a dispatch'),
    messageUuid: Uuid,
    externalMessageId: word("the client's own id"),
    trafficCenterId: number('of the key that sent it'),
    senderName: Type.String(),
    destination: Type.String({ description: "the subscriber's number, also for inbound messages" }),
    brand: word('operator of the number'),
    country: word('country of the number'),
    region: word('region of the number'),
    content: Type.String({ description: 'the text as sent, with short links' }),
    specialContent: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'the content object, if one was sent' }),
    ),
    tags: Type.Optional(Type.Array(Type.String())),
    ttl: number(asSent),
    hours: Type.Optional(Type.Array(Type.Integer())),
    days: Type.Optional(Type.Array(Type.Integer())),
    localSendTime: word(asSent),
    localCompletionTime: word(asSent),
    useLocalTime: Type.Optional(Type.Boolean()),
    callbackEvents: Type.Optional(Type.Array(Type.String())),
    callbackUrl: word('as sent; a password is shown as ***'),
    shortUrl: Type.Optional(Type.Boolean()),
    totalParts: Count,
    price: Type.Optional(Price),
    status: Type.Unsafe<(typeof MESSAGE_STATES)[number]>({
      ...oneOf(MESSAGE_STATES),
      description:
        'sending: not handed over yet; sent: handed over; delivered, undelivered, unsent: final; inbound_sent: received from a subscriber',
    }),
    waitsFor: Type.Optional(
      Type.Unsafe<'route'>({
        ...oneOf(['route']),
        description:
          'why the message is still `sending`: route, every open connection costs more than the account pays. It fails with 502 when the wait of its `derivedTrafficType` is over, a week unless the company has set another',
      }),
    ),
    readStatus: Type.Optional(
      Type.Unsafe<'read' | 'unread'>({
        ...oneOf(['read', 'unread']),
        description: 'VIBER, WHATSAPP and VK; unread when the lifetime has expired',
      }),
    ),
    readStatusTime: Type.Optional(time('when `readStatus` was reached')),
    cascadeMessageUuid: Type.Optional(Type.String({ format: 'uuid', description: 'the first message of the cascade' })),
    cascadeStep: number('position in the cascade, from 1'),
    errorCode: number('reason why the message was not delivered or not sent'),
    providerCode: Type.Optional(ProviderCode),
  },
  { title: 'Message' },
);

/** The text of an inbound message is absent if it has none, or is no longer stored. */
export const InboundMessage = Type.Object(
  { ...MessageObject.properties, content: Type.Optional(MessageObject.properties.content) },
  { title: 'InboundMessage', description: 'the message as GET /v1/message shows it' },
);
