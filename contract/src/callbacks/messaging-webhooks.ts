// The webhooks of the OpenAPI document: one entry per event type, each with an example. Events of several types may be
// in one array.
import Type from 'typebox';
import { CALLBACK_HEADERS } from './callback-headers.ts';
import { MessagingCallback } from './messaging-callbacks.ts';

const MESSAGE = '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f';

const about = { message_uuid: MESSAGE, channel_type: 'SMS', external_message_id: 'order-1' };

const code = { ...about, verification_uuid: '9b2f6c1e-0d35-4a7e-8c5d-1f2e3a4b5c6d' };
const CODE_TIME = '2026-03-01T10:01:00Z';

const EVENTS = {
  sent: {
    summary: 'A message was handed to the operator',
    example: { event_number: 1, ...about, callback_event: 'sent', status: 'sent', status_time: '2026-03-01T10:00:00Z' },
  },
  delivered: {
    summary: 'A message reached a final status: delivered, undelivered or unsent',
    example: {
      event_number: 3,
      ...about,
      callback_event: 'delivered',
      status: 'undelivered',
      status_time: '2026-03-01T10:00:09Z',
      error_code: 508,
    },
  },
  read: {
    summary: 'A message was read, or not read within its lifetime; VIBER, WHATSAPP and VK',
    example: {
      event_number: 4,
      message_uuid: MESSAGE,
      channel_type: 'VIBER',
      cascade_message_uuid: MESSAGE,
      cascade_step: 1,
      callback_event: 'read',
      status: 'unread',
      status_time: '2026-03-02T11:00:00Z',
    },
  },
  price: {
    summary: 'The price of a message was set or has changed',
    example: {
      event_number: 2,
      ...about,
      callback_event: 'price',
      parts: 1,
      price: 3.2,
      currency: 'RUB',
      price_time: '2026-03-01T10:00:00Z',
    },
  },
  click: {
    summary: 'A subscriber opened a short link',
    example: {
      event_number: 5,
      ...about,
      callback_event: 'click',
      url: 'https://shop.example/p/4711',
      short_url: 'https://s.example/aB3xY9kR',
      click_time: '2026-03-01T10:11:00Z',
    },
  },
  confirmed: {
    summary: 'The code of a verification was entered; posted to the callback URL of the verification',
    example: { event_number: 7, ...code, callback_event: 'confirmed', status: 'confirmed', status_time: CODE_TIME },
  },
  expired: {
    summary: 'The code of a verification can no longer be entered; posted to the callback URL of the verification',
    example: { event_number: 8, ...code, callback_event: 'expired', status: 'expired', status_time: CODE_TIME },
  },
  inbound_sent: {
    summary: 'A subscriber wrote to a sender name; posted to the callback URL of the inbound rule',
    example: {
      event_number: 6,
      message_uuid: MESSAGE,
      callback_event: 'inbound_sent',
      channel_type: 'WHATSAPP',
      status: 'inbound_sent',
      status_time: '2026-03-01T10:12:00Z',
      item: {
        createdTime: '2026-03-01T10:12:00Z',
        sentTime: '2026-03-01T10:12:00Z',
        messageUuid: MESSAGE,
        direction: 'inbound',
        channelType: 'WHATSAPP',
        trafficCenterId: 1,
        senderName: 'Corner shop',
        destination: '79161230001',
        content: 'When are you open?',
        specialContent: { contentType: 'text', text: 'When are you open?' },
        totalParts: 1,
        status: 'inbound_sent',
      },
    },
  },
} as const;

const DESCRIPTION = [
  'An array of events, at most 100 on the first try and 1,000 on repeats; events of other types may be in the same array.',
  'Answer 2xx within 10 seconds: any other answer is repeated every 5 minutes for a day. Process an event once, by its `event_number`.',
].join(' ');

const called = (name: keyof typeof EVENTS) => ({
  post: {
    operationId: `on_${name}`,
    tags: ['callbacks'],
    security: [],
    summary: EVENTS[name].summary,
    description: DESCRIPTION,
    parameters: CALLBACK_HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: Type.Array(MessagingCallback), example: [EVENTS[name].example] } },
    },
    responses: {
      '2XX': { description: 'accepted' },
      '4XX': { description: 'not accepted; the events will be posted again' },
      '5XX': { description: 'not accepted; the events will be posted again' },
    },
  },
});

export const MESSAGING_WEBHOOKS = {
  sent: called('sent'),
  delivered: called('delivered'),
  read: called('read'),
  price: called('price'),
  click: called('click'),
  confirmed: called('confirmed'),
  expired: called('expired'),
  inbound_sent: called('inbound_sent'),
} as const;
