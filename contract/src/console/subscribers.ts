// The subscribers of a bot in the partner console, by the id of its sender name. A name of a channel without bots is
// not found.
import { PUSH_PROVIDERS } from '@volley/domain/subscribers/push-device.ts';
import { SUBSCRIBER_CHANNELS, SUBSCRIBER_ID_LENGTH_MAX } from '@volley/domain/subscribers/subscriber-channel.ts';
import { SUBSCRIBER_SOURCES, SUBSCRIBER_STATUSES } from '@volley/domain/subscribers/subscriber-status.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { anyOf, Count, Datetime, IdParams, oneOf, Page, StringOrNull } from '../fields.ts';
import { Destination, TAGS_MAX, Tag } from '../messaging/sending-settings.ts';

const UPLOAD_MAX = 10_000;
const PER_PAGE_MAX = 200;

const SubscriberId = Type.String({ minLength: 1, maxLength: SUBSCRIBER_ID_LENGTH_MAX });

const Subscriber = Type.Object({
  subscriberId: Type.String(),
  provider: Type.Optional(oneOf(PUSH_PROVIDERS)),
  destination: Type.Unsafe<string | null>({
    ...StringOrNull,
    description: 'masked without the right to read numbers; null: not known',
  }),
  status: oneOf(SUBSCRIBER_STATUSES),
  source: oneOf(SUBSCRIBER_SOURCES),
  tags: Type.Array(Type.String()),
  createdAt: Datetime,
  updatedAt: Datetime,
});

export const listBotSubscribers = endpoint({
  id: 'consoleListSubscribers',
  surface: 'console',
  method: 'GET',
  path: '/senders/{id}/subscribers',
  summary: 'List the subscribers of a bot by status and id, and count them',
  auth: 'session',
  right: 'senders.read',
  params: IdParams,
  query: Type.Object({
    destination: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'a whole number, in any form' }),
    ),
    subscriberId: Type.Optional(SubscriberId),
    status: Type.Optional(anyOf(SUBSCRIBER_STATUSES)),
    page: Page,
    perPage: Type.Integer({
      minimum: 1,
      maximum: PER_PAGE_MAX,
      default: 50,
      description: '`page` times `perPage` is at most 100,000',
    }),
  }),
  responses: {
    200: Type.Object({
      channelType: oneOf(SUBSCRIBER_CHANNELS),
      senderName: Type.String(),
      counts: Type.Object({ ACTIVE: Count, STOPPED: Count, GONE: Count }, { description: 'without the filters' }),
      limit: Type.Unsafe<number>({ ...Count, description: 'highest number of subscribers in all statuses' }),
      page: Type.Integer(),
      perPage: Type.Integer(),
      total: Count,
      items: Type.Array(Subscriber),
    }),
  },
});

export const uploadBotSubscribers = endpoint({
  id: 'consoleUploadSubscribers',
  surface: 'console',
  method: 'POST',
  path: '/senders/{id}/subscribers',
  summary: 'Add or change up to 10,000 subscribers of a bot',
  auth: 'session',
  right: 'senders.write',
  bodyLimit: 'bulk',
  params: IdParams,
  body: Type.Object({
    subscribers: Type.Array(
      Type.Object({
        subscriberId: SubscriberId,
        provider: Type.Optional(oneOf(PUSH_PROVIDERS)),
        destination: Destination,
        tags: Type.Optional(Type.Array(Tag, { maxItems: TAGS_MAX })),
      }),
      { minItems: 1, maxItems: UPLOAD_MAX },
    ),
  }),
  responses: {
    200: Type.Object({
      created: Count,
      updated: Type.Unsafe<number>({ ...Count, description: 'known before, changed or not' }),
      refused: Type.Array(Type.Integer(), {
        description: 'positions, from 0, of subscribers whose number cannot be read',
      }),
    }),
  },
});

export const inviteBotSubscriber = endpoint({
  id: 'consoleInviteSubscriber',
  surface: 'console',
  method: 'POST',
  path: '/senders/{id}/subscribers/invites',
  summary: 'Create an invite that links a number with the person who starts the bot by it',
  auth: 'session',
  right: 'senders.write',
  params: IdParams,
  body: Type.Object({ destination: Destination }),
  responses: {
    200: Type.Object({
      url: Type.Unsafe<string | null>({
        ...StringOrNull,
        description: 'link of the bot with a token that is valid once; null: the sender name is not a user name',
      }),
      token: Type.String({ description: 'parameter `start` of a link to the bot' }),
      expiresAt: Datetime,
    }),
  },
});

export const deleteBotSubscribers = endpoint({
  id: 'consoleDeleteSubscribers',
  surface: 'console',
  method: 'POST',
  path: '/senders/{id}/subscribers/delete',
  summary: 'Delete subscribers of a bot in any status; unknown ids are ignored',
  auth: 'session',
  right: 'senders.write',
  params: IdParams,
  body: Type.Object({ subscriberIds: Type.Array(SubscriberId, { minItems: 1, maxItems: PER_PAGE_MAX }) }),
  responses: { 200: Type.Object({ deleted: Count }) },
});
