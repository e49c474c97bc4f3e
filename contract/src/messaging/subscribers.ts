import { INVITE_CHANNELS } from '@volley/domain/subscribers/invite-link.ts';
import { DEVICES_MAX, PUSH_PROVIDERS, type PushProvider } from '@volley/domain/subscribers/push-device.ts';
import { SUBSCRIBER_CHANNELS, SUBSCRIBER_ID_LENGTH_MAX } from '@volley/domain/subscribers/subscriber-channel.ts';
import {
  SUBSCRIBER_SOURCES,
  SUBSCRIBER_STATUSES,
  SUBSCRIBERS_MAX,
} from '@volley/domain/subscribers/subscriber-status.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { ANY_OF, anyOf, Count, Datetime, oneOf, Page, StringOrNull } from '../fields.ts';
import { Destination, TAGS_MAX, Tag } from './sending-settings.ts';

/** Limit of the items in a call. */
const ITEMS_MAX = 10_000;

const channelType = oneOf(SUBSCRIBER_CHANNELS);
const senderName = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'a registered sender name of the account on this channel, in any status',
});
const SubscriberId = Type.String({
  minLength: 1,
  maxLength: SUBSCRIBER_ID_LENGTH_MAX,
  description:
    'id of the person in the messenger, at most 200 characters, digits on TELEGRAM, MAX and VK; on PUSH the token of a device, or a Web Push subscription as JSON text',
});
const provider = Type.Unsafe<PushProvider>({
  ...oneOf(PUSH_PROVIDERS),
  description: 'push service of the device; required on PUSH, refused on other channels',
});

const Subscriber = Type.Object(
  {
    channelType,
    senderName: Type.String(),
    subscriberId: Type.String(),
    provider: Type.Optional(Type.Unsafe<PushProvider>({ ...oneOf(PUSH_PROVIDERS), description: 'on PUSH only' })),
    destination: Type.Unsafe<string | null>({
      ...StringOrNull,
      description: 'phone number in digits; null: not known, or linked with another subscriber since',
    }),
    status: Type.Unsafe<(typeof SUBSCRIBER_STATUSES)[number]>({
      ...oneOf(SUBSCRIBER_STATUSES),
      description:
        'STOPPED: the person stopped or blocked the bot, and only the person ends this; GONE: the messenger or push service does not know the id any more',
    }),
    source: Type.Unsafe<(typeof SUBSCRIBER_SOURCES)[number]>({
      ...oneOf(SUBSCRIBER_SOURCES),
      description: 'UPLOAD: first seen in an upload; BOT: first seen by the bot',
    }),
    tags: Type.Array(Type.String()),
    createdAt: Datetime,
    updatedAt: Datetime,
  },
  { title: 'Subscriber' },
);

const RefusedSubscriber = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'position in the request, from 0' }),
    code: Type.Integer({ description: '400: the number cannot be read' }),
    errorCode: Type.Integer(),
    msg: Type.String(),
  },
  { title: 'RefusedSubscriber' },
);

export const uploadSubscribers = endpoint({
  id: 'uploadSubscribers',
  surface: 'messaging',
  method: 'POST',
  path: '/subscribers',
  summary: 'Upload 1 to 10,000 subscribers of a bot, or devices of an app',
  description: `Links ids of a messenger with phone numbers, under a sender name. An id and a number exist once per sender name, and the later item wins: a known id gets the new number, and a subscriber that held the number before is deleted, or stays without a number if it is STOPPED. A GONE subscriber becomes ACTIVE; a STOPPED one stays STOPPED. A malformed item refuses the whole request with 400, and nothing is stored; a number that cannot be read is reported in \`items\`, and the rest is stored. A sender name has at most ${SUBSCRIBERS_MAX} subscribers; an upload beyond is refused with 400. On PUSH the subscribers are devices: a number has up to ${DEVICES_MAX}, and a further one takes the place of a GONE device or of the one that was uploaded first; an upload makes a known device the newest. Messages of PUSH are still sent by number and do not use the devices yet.`,
  auth: 'key',
  keyTypes: ['SYSTEM'],
  bodyLimit: 'bulk',
  body: Type.Object({
    channelType,
    senderName,
    subscribers: Type.Array(
      Type.Object(
        {
          subscriberId: SubscriberId,
          provider: Type.Optional(provider),
          destination: Destination,
          tags: Type.Optional(
            Type.Array(Tag, {
              maxItems: TAGS_MAX,
              description: 'letters, digits and _; absent: a known subscriber keeps its tags',
            }),
          ),
        },
        { title: 'SubscriberDraft' },
      ),
      { minItems: 1, maxItems: ITEMS_MAX },
    ),
  }),
  refusals: ['not-found'],
  responses: {
    200: Type.Object({
      errors: Type.Boolean({ description: 'false: every item was stored' }),
      created: Count,
      updated: Type.Integer({ minimum: 0, description: 'subscribers that were known before' }),
      items: Type.Array(RefusedSubscriber, { description: 'refused items only' }),
    }),
  },
  example: {
    body: {
      channelType: 'TELEGRAM',
      senderName: 'shop_bot',
      subscribers: [{ subscriberId: '123456789', destination: '79161230001', tags: ['vip'] }],
    },
    reply: { errors: false, created: 1, updated: 0, items: [] },
  },
});

export const inviteSubscriber = endpoint({
  id: 'inviteSubscriber',
  surface: 'messaging',
  method: 'POST',
  path: '/subscribers/invites',
  summary: 'Create an invite that links a number with the person who starts the bot by it',
  description:
    'Send the link to the number. The first person who starts the bot by it within 7 days becomes the ACTIVE subscriber with this number; the invite is void then. A new invite for the number replaces the earlier one. The installation must hear the events of the bot.',
  auth: 'key',
  keyTypes: ['SYSTEM'],
  body: Type.Object({ channelType: oneOf(INVITE_CHANNELS), senderName, destination: Destination }),
  refusals: ['not-found'],
  responses: {
    200: Type.Object({
      token: Type.String({ description: 'parameter `start` of a link to the bot; shown once' }),
      url: Type.Unsafe<string | null>({
        ...StringOrNull,
        description: 'link of the bot with the token; null: the sender name is not a user name of the messenger',
      }),
      expiresAt: Datetime,
    }),
  },
  example: {
    body: { channelType: 'TELEGRAM', senderName: 'shop_bot', destination: '79161230001' },
    reply: {
      token: 'Zm9vYmFyLWJhel9xdXV4MQ',
      url: 'https://t.me/shop_bot?start=Zm9vYmFyLWJhel9xdXV4MQ',
      expiresAt: '2026-07-09T10:00:00Z',
    },
  },
});

export const listSubscribers = endpoint({
  id: 'listSubscribers',
  surface: 'messaging',
  method: 'GET',
  path: '/subscribers',
  summary: 'List subscribers of bots and devices of apps, by sender name and status',
  auth: 'key',
  keyTypes: ['SYSTEM'],
  query: Type.Object({
    channel_type: Type.Optional(anyOf(SUBSCRIBER_CHANNELS)),
    sender_name: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 50, description: ANY_OF }),
    ),
    destination: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 1000, description: ANY_OF })),
    subscriber_id: Type.Optional(
      Type.Unsafe<string[]>({
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: SUBSCRIBER_ID_LENGTH_MAX },
        maxItems: 1000,
        'x-whole': 'too',
        description: ANY_OF,
      }),
    ),
    status: Type.Optional(anyOf(SUBSCRIBER_STATUSES)),
    page: Page,
    per_page: Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 100,
      description: 'items per page; `page` times `per_page` is at most 100,000',
    }),
  }),
  responses: {
    200: Type.Object({
      page: Type.Integer(),
      perPage: Type.Integer(),
      total: Type.Integer({
        minimum: 0,
        description: 'all that match; with `destination` or `subscriber_id` it counts up to 100,000',
      }),
      items: Type.Array(Subscriber),
    }),
  },
});

export const deleteSubscribers = endpoint({
  id: 'deleteSubscribers',
  surface: 'messaging',
  method: 'POST',
  path: '/subscribers/delete',
  summary: 'Delete 1 to 10,000 subscribers of a bot or devices of an app, by id or by number',
  description:
    'Takes either `subscriberIds` or `destinations`. Deletes subscribers in any status; unknown ids and numbers are ignored.',
  auth: 'key',
  keyTypes: ['SYSTEM'],
  bodyLimit: 'bulk',
  body: Type.Object({
    channelType,
    senderName,
    subscriberIds: Type.Optional(Type.Array(SubscriberId, { minItems: 1, maxItems: ITEMS_MAX })),
    destinations: Type.Optional(Type.Array(Destination, { minItems: 1, maxItems: ITEMS_MAX })),
  }),
  refusals: ['not-found'],
  responses: { 200: Type.Object({ deleted: Count }) },
  example: {
    body: { channelType: 'TELEGRAM', senderName: 'shop_bot', subscriberIds: ['123456789'] },
    reply: { deleted: 1 },
  },
});
