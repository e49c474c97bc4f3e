// The templates that a messenger keeps for the account of a sender name, in the partner console. A name of a channel
// without such messengers is not found.
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import { TEMPLATE_STATUSES, TEMPLATE_TYPES } from '@volley/domain/templates/template-status.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Count, DatetimeOrNull, Id, IdParams, oneOf, Page, pageSize, StringOrNull } from '../fields.ts';

const TiedTemplate = Type.Object({
  templateId: Id,
  pattern: Type.String(),
  templateType: oneOf(TEMPLATE_TYPES),
  status: Type.Unsafe<(typeof TEMPLATE_STATUSES)[number]>({
    ...oneOf(TEMPLATE_STATUSES),
    description: 'that of our review',
  }),
  problem: Type.Unsafe<string | null>({
    ...StringOrNull,
    description: 'why its messages fail or will be refused by the messenger; null: they go, or nothing is known',
  }),
});

const ProviderTemplate = Type.Object({
  name: Type.String(),
  language: Type.String(),
  category: Type.Unsafe<string | null>({
    ...StringOrNull,
    description: "the messenger's word; null: the messenger does not list the template, or its list was not read",
  }),
  status: Type.Unsafe<string | null>({
    ...StringOrNull,
    description: "the messenger's word, or MISSING: the messenger does not list the template; null: not known",
  }),
  reason: Type.Unsafe<string | null>({ ...StringOrNull, description: "the messenger's reason for the status" }),
  tied: Type.Array(TiedTemplate, { description: 'templates of the sender name that name this one' }),
});

const WORD_LENGTH_MAX = 64;

export const listProviderTemplates = endpoint({
  id: 'consoleListProviderTemplates',
  surface: 'console',
  method: 'GET',
  path: '/senders/{id}/provider-templates',
  summary: 'List the templates that the messenger keeps for the account of a sender name, and ours that name them',
  auth: 'session',
  right: 'senders.read',
  params: IdParams,
  query: Type.Object({
    q: Type.Optional(Type.String({ maxLength: 512, description: 'part of the name' })),
    status: Type.Optional(Type.String({ maxLength: WORD_LENGTH_MAX })),
    tied: Type.Optional(Type.Boolean({ description: 'true: only those that a template of ours names' })),
    page: Page,
    perPage: pageSize(50),
  }),
  responses: {
    200: Type.Object({
      channelType: oneOf(CHANNEL_TYPES),
      senderName: Type.String(),
      reading: Type.Unsafe<'read' | 'failed' | 'no-account' | 'no-list'>({
        ...oneOf(['read', 'failed', 'no-account', 'no-list']),
        description:
          'read: the list of the messenger, at most a minute old; failed: it could not be read, so the list has our ' +
          'templates with their last known states; no-account: the name has no account; no-list: the account does not ' +
          'name the list of its templates',
      }),
      readAt: Type.Unsafe<string | null>({ ...DatetimeOrNull, description: 'when the shown states were read' }),
      problem: Type.Unsafe<string | null>({ ...StringOrNull, description: 'why the list could not be read' }),
      refused: Type.Unsafe<number>({ ...Count, description: 'templates of ours whose messages fail now' }),
      statuses: Type.Array(Type.Object({ status: Type.String(), count: Count }), {
        description: 'without the filters',
      }),
      page: Type.Integer(),
      perPage: Type.Integer(),
      total: Count,
      items: Type.Array(ProviderTemplate),
    }),
  },
});
