// What the service posts to the `callbackUrl` of a message: an array of these objects, in snake_case. The feed of
// events shows the very same objects.
import Type, { type Static } from 'typebox';
import { Amount, Count, Currency, Datetime, oneOf, Uuid } from '../fields.ts';

const number = {
  event_number: Type.Integer({
    minimum: 1,
    description: 'position in the feed of the account: without gaps, and the same on every repeat',
  }),
};

const about = {
  ...number,
  message_uuid: Uuid,
  channel_type: Type.String(),
  cascade_message_uuid: Type.Optional(
    Type.String({ format: 'uuid', description: 'the first message of the cascade; messages of cascades only' }),
  ),
  cascade_step: Type.Optional(
    Type.Integer({ minimum: 1, description: 'place in the cascade; messages of cascades only' }),
  ),
  external_message_id: Type.Optional(Type.String({ description: "the client's own id, where one was given" })),
};

export const StatusCallback = Type.Object(
  {
    ...about,
    callback_event: oneOf(['delivered', 'sent', 'read']),
    status: oneOf(['sent', 'delivered', 'undelivered', 'unsent', 'read', 'unread']),
    status_time: Datetime,
    error_code: Type.Optional(Type.Integer({ description: 'why it was not delivered or not sent' })),
  },
  { title: 'StatusCallback' },
);

export const PriceCallback = Type.Object(
  {
    ...about,
    callback_event: Type.Literal('price'),
    parts: Count,
    price: Amount,
    currency: Currency,
    price_time: Datetime,
  },
  { title: 'PriceCallback' },
);

export const ClickCallback = Type.Object(
  {
    ...about,
    callback_event: Type.Literal('click'),
    url: Type.String({ description: 'the original link' }),
    short_url: Type.String({ description: 'the shortened link' }),
    click_time: Datetime,
  },
  { title: 'ClickCallback' },
);

export const InboundCallback = Type.Object(
  {
    ...number,
    message_uuid: Uuid,
    callback_event: Type.Literal('inbound_sent'),
    channel_type: Type.String(),
    status: Type.Literal('inbound_sent'),
    status_time: Datetime,
    item: Type.Record(Type.String(), Type.Unknown(), { description: 'the message as GET /v1/message shows it' }),
  },
  { title: 'InboundCallback' },
);

export const MessagingCallback = Type.Union([StatusCallback, PriceCallback, ClickCallback, InboundCallback], {
  title: 'Event',
});

export type MessagingCallback = Static<typeof MessagingCallback>;
