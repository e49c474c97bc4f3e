import { TRAFFIC_TYPES } from '@volley/domain/money/tariff.ts';
import { CASCADE_STEPS_MAX } from '@volley/domain/sending/cascade.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { oneOf, Uuid } from '../fields.ts';
import { MessageObject } from './message-object.ts';
import {
  Cascade,
  Condition,
  Content,
  Destination,
  ExternalMessageId,
  SenderName,
  SendingSettings,
  Ttl,
} from './sending-settings.ts';

const TrafficType = Type.Unsafe<(typeof TRAFFIC_TYPES)[number]>({
  ...oneOf(TRAFFIC_TYPES),
  description: 'stored as given; price and priority follow the matching template, or PROMO without a match',
});

const Message = Type.Object(
  {
    channelType: oneOf(CHANNEL_TYPES),
    senderName: SenderName,
    destination: Destination,
    content: Content,
    externalMessageId: Type.Optional(ExternalMessageId),
    trafficType: Type.Optional(TrafficType),
    ...SendingSettings,
    ...Cascade,
  },
  { title: 'MessageDraft' },
);

const CascadeMessage = Type.Object(
  {
    destination: Destination,
    cascade: Type.Array(
      Type.Object(
        {
          channelType: oneOf(CHANNEL_TYPES),
          senderName: SenderName,
          content: Content,
          ttl: Type.Optional(Ttl),
          shortUrl: Type.Optional(Type.Boolean()),
          condition: Type.Optional(Condition),
        },
        { title: 'CascadeDraftStep' },
      ),
      { minItems: 1, maxItems: CASCADE_STEPS_MAX + 1, description: 'all steps, including the first' },
    ),
    externalMessageId: Type.Optional(ExternalMessageId),
    trafficType: Type.Optional(TrafficType),
    ...SendingSettings,
  },
  { title: 'CascadeDraft', description: '`ttl` and `shortUrl` beside the list apply to steps without their own' },
);

const SentItem = Type.Object(
  {
    messageUuid: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      description: 'null: the message was not created',
    }),
    code: Type.Integer({
      description:
        '201 created; 400 number or text, 402 money, 403 sender name, 404 template, 429 limit of the account, 500 send again',
    }),
    errorCode: Type.Optional(Type.Integer({ description: 'the error code of the refused message' })),
    msg: Type.Optional(Type.String()),
    externalMessageId: Type.Optional(Type.String({ description: "the client's own id" })),
  },
  { title: 'SentItem' },
);

const Sent = Type.Object(
  {
    errors: Type.Boolean({ description: 'false: every message was created' }),
    items: Type.Array(SentItem, { description: 'one per message, in the order of the request' }),
  },
  { title: 'Sent' },
);

const UUID = '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f';
const taken = { errors: false, items: [{ messageUuid: UUID, code: 201 }] };

export const sendMessages = endpoint({
  id: 'sendMessages',
  surface: 'messaging',
  method: 'POST',
  path: '/message',
  summary: 'Send 1 to 1,000 single messages',
  description:
    'A single object counts as a list of one. A malformed message refuses the whole request with 400, and nothing is sent; a message that cannot be sent for another reason, such as a text that is empty, blank or too long, is reported in its own item. Wait up to 70 seconds for the answer.',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  bodyLimit: 'bulk',
  bodyList: true,
  body: Type.Array(Message, { minItems: 1, maxItems: 1000 }),
  responses: { 200: Sent },
  refusals: ['company-disabled'],
  example: {
    body: [
      {
        channelType: 'SMS',
        senderName: 'CornerShop',
        destination: '79161230001',
        content: 'Your order is ready: https://shop.example/o/4711',
        externalMessageId: 'order-4711',
        ttl: 3600,
        hours: [9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
        shortUrl: true,
        callbackUrl: 'https://shop.example/callbacks',
        callbackEvents: ['sent', 'delivered', 'click'],
      },
      {
        channelType: 'SMS',
        senderName: 'CornerShop',
        destination: '12',
        content: 'Hello',
        externalMessageId: 'order-4712',
      },
    ],
    reply: {
      errors: true,
      items: [
        { messageUuid: UUID, code: 201 },
        {
          messageUuid: null,
          code: 400,
          errorCode: 7401,
          msg: 'Destination is not a phone number',
          externalMessageId: 'order-4712',
        },
      ],
    },
  },
});

export const sendCascades = endpoint({
  id: 'sendCascades',
  surface: 'messaging',
  method: 'POST',
  path: '/message/cascade',
  summary: 'Send 1 to 1,000 cascades, each with all of its steps in one list',
  description: 'Equivalent to POST /message with `cascade`; here all steps are in one list.',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  bodyLimit: 'bulk',
  bodyList: true,
  body: Type.Array(CascadeMessage, { minItems: 1, maxItems: 1000 }),
  responses: { 200: Sent },
  refusals: ['company-disabled'],
  example: {
    body: [
      {
        destination: '79161230001',
        cascade: [
          {
            channelType: 'VK',
            senderName: 'Corner shop',
            content: { contentType: 'text', text: 'Your parcel has arrived' },
            ttl: 600,
            condition: 'not_read',
          },
          { channelType: 'SMS', senderName: 'CornerShop', content: 'Your parcel has arrived' },
        ],
      },
    ],
    reply: taken,
  },
});

export const getMessage = endpoint({
  id: 'getAccountMessage',
  surface: 'messaging',
  method: 'GET',
  path: '/message/{messageUuid}',
  summary: 'Get one message',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  params: Type.Object({ messageUuid: Uuid }),
  responses: { 200: MessageObject },
});

export const stopMessages = endpoint({
  id: 'stopMessages',
  surface: 'messaging',
  method: 'POST',
  path: '/message/stop',
  summary: 'Stop messages that have not been handed over',
  description:
    'Stopped messages become `unsent` with error 7002 within seconds and are not charged. Stopping the first message of a cascade stops the whole cascade.',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  bodyLimit: 'bulk',
  body: Type.Object({
    uuids: Type.Array(Type.String({ maxLength: 64 }), {
      minItems: 1,
      maxItems: 10_000,
      description: 'values of messageUuid; each is reported once',
    }),
  }),
  responses: {
    200: Type.Object({
      errors: Type.Boolean({ description: 'true: the results contain a 403 or 404' }),
      items: Type.Array(
        Type.Object(
          {
            messageUuid: Type.String(),
            code: Type.Integer({ description: '200 stopped, 202 being handed over, 403 too late, 404 not found' }),
          },
          { title: 'StoppedItem' },
        ),
      ),
    }),
  },
  example: {
    body: { uuids: [UUID] },
    reply: { errors: false, items: [{ messageUuid: UUID, code: 200 }] },
  },
});
