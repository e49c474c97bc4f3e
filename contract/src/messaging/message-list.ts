import { TRAFFIC_TYPES } from '@volley/domain/money/tariff.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { ID_MAX, oneOf, Page } from '../fields.ts';
import { MESSAGE_STATES, MessageObject, SENDING_METHODS } from './message-object.ts';

/** May be repeated or contain a comma-separated list; any of the values matches. */
const many = (item: object, description: string) =>
  Type.Optional(Type.Unsafe<string[]>({ type: 'array', items: item, maxItems: 1000, description }));
const manyIds = (description: string) =>
  Type.Optional(
    Type.Unsafe<number[]>({
      type: 'array',
      items: { type: 'integer', minimum: 1, maximum: ID_MAX },
      maxItems: 1000,
      description,
    }),
  );
const manyOf = <const Values extends readonly string[]>(values: Values, description: string) =>
  Type.Optional(
    Type.Unsafe<Values[number][]>({ type: 'array', items: { enum: [...values] }, maxItems: 50, description }),
  );
/** The client's ids may contain commas. */
const ids = (whole: true | 'too', description: string) =>
  Type.Optional(
    Type.Unsafe<string[]>({
      type: 'array',
      items: { type: 'string', maxLength: 100 },
      maxItems: 1000,
      'x-whole': whole,
      description,
    }),
  );
/** May be repeated; a comma is part of the text. */
const texts = (description: string) =>
  Type.Optional(
    Type.Unsafe<string[]>({
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 1000 },
      maxItems: 20,
      'x-whole': true,
      description,
    }),
  );
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const time = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));

const MESSAGE_ORDERS = [
  'created_time',
  '-created_time',
  'sent_time',
  '-sent_time',
  'status_time',
  '-status_time',
] as const;

export const listMessages = endpoint({
  id: 'listAccountMessages',
  surface: 'messaging',
  method: 'GET',
  path: '/message',
  summary: 'List messages, at most the first 10,000 of a selection',
  description:
    'Parameters that take several values are repeated (`status=sent&status=delivered`) or contain a comma-separated list; any of the values matches. Different parameters are combined with AND. Unknown parameters are ignored.',
  auth: 'key',
  keyTypes: ['MESSAGES'],
  query: Type.Object({
    page: Page,
    per_page: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 100,
      description: '`page` times `per_page` is at most 10,000; `perPage` works as well',
    }),
    sort: Type.Optional(
      Type.Unsafe<(typeof MESSAGE_ORDERS)[number]>({
        ...oneOf(MESSAGE_ORDERS),
        description: '`-` reverses the order; default: -created_time',
      }),
    ),
    time_from: time('sent, or ended as unsent, at this time or later; what is still to be sent drops out'),
    time_to: time('sent, or ended as unsent, at this time or earlier'),
    dispatch_id: manyIds('of these dispatches'),
    message_uuid: ids('too', 'with this messageUuid or externalMessageId'),
    external_message_id: ids(true, "with the client's own id"),
    destination: many({ type: 'string', maxLength: 64 }, 'to this number'),
    status: manyOf(MESSAGE_STATES, 'in this status'),
    traffic_center_id: manyIds('of these traffic centers'),
    tags: many({ type: 'string', maxLength: 64 }, 'with this tag'),
    sending_method: manyOf(SENDING_METHODS, 'sent in this way'),
    channel_type: manyOf(CHANNEL_TYPES, 'over this channel'),
    traffic_type: manyOf(TRAFFIC_TYPES, 'of this traffic type'),
    template_id: manyIds('that matched these templates'),
    sender_name: many({ type: 'string', maxLength: 64 }, 'under this sender name'),
    content: texts('whose text contains this, in any case of letters; repeated: all of them'),
    content_nor: texts('whose text does not contain this, in any case of letters; repeated: none of them'),
    cascade_message_uuid: Type.Optional(
      Type.String({ format: 'uuid', description: 'the first message of the cascade' }),
    ),
    root: flag('true: outside cascades, and first steps; false: steps from the second on'),
    ready_to_stop: flag('true: those that can still be stopped'),
    country_code: many(
      { type: 'string', pattern: '^[A-Z]{2}$', 'x-form': PROBLEM.countryCode },
      "ISO 3166 alpha-2 of the subscriber's country",
    ),
    direction: manyOf(['inbound', 'outbound'], 'outbound without it'),
    dispatch: flag('true: messages of dispatches; false: single messages'),
  }),
  responses: {
    200: Type.Object({
      page: Type.Integer(),
      perPage: Type.Integer(),
      total: Type.Integer({ minimum: 0, description: 'counts up to 10,000' }),
      items: Type.Array(MessageObject),
    }),
  },
});
