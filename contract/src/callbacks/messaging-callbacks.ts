// Events that the service posts to the `callbackUrl` of a message: an array of these objects, in snake_case. The feed
// of events shows the same objects.
import Type, { type Static } from 'typebox';
import { Amount, Count, Currency, Datetime, oneOf, Uuid } from '../fields.ts';
import { InboundMessage } from '../messaging/message-object.ts';

const number = {
  event_number: Type.Integer({
    minimum: 1,
    description: 'position in the feed of the account, without gaps; the same on every repeat',
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
    Type.Integer({ minimum: 1, description: 'position in the cascade; messages of cascades only' }),
  ),
  external_message_id: Type.Optional(Type.String({ description: "the client's id, if given" })),
  verification_uuid: Type.Optional(
    Type.String({ format: 'uuid', description: 'the verification whose code the message carries' }),
  ),
};

export const StatusCallback = Type.Object(
  {
    ...about,
    callback_event: Type.Unsafe<'delivered' | 'sent' | 'read' | 'confirmed' | 'expired'>({
      ...oneOf(['delivered', 'sent', 'read', 'confirmed', 'expired']),
      description: 'confirmed: the code of a verification was entered; expired: it can no longer be entered',
    }),
    status: oneOf(['sent', 'delivered', 'undelivered', 'unsent', 'read', 'unread', 'confirmed', 'expired']),
    status_time: Datetime,
    error_code: Type.Optional(Type.Integer({ description: 'reason why the message was not delivered or not sent' })),
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
    url: Type.String({ description: 'the original URL' }),
    short_url: Type.String({ description: 'the short link' }),
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
    item: InboundMessage,
  },
  { title: 'InboundCallback' },
);

export const MessagingCallback = Type.Union([StatusCallback, PriceCallback, ClickCallback, InboundCallback], {
  title: 'Event',
});

export type MessagingCallback = Static<typeof MessagingCallback>;
