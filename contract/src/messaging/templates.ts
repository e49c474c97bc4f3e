import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { PROBLEM } from '@volley/domain/refusals/problems.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import { TEMPLATE_PATTERN_LENGTH_MAX } from '@volley/domain/templates/template-pattern.ts';
import { TEMPLATE_STATUSES, TEMPLATE_TYPES } from '@volley/domain/templates/template-status.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  ANY_OF,
  anyOf,
  Count,
  Datetime,
  DatetimeOrNull,
  Id,
  IdParams,
  oneOf,
  Page,
  pageSize,
  StringOrNull,
} from '../fields.ts';

const CountryCode = Type.String({
  pattern: '^[A-Z]{2}$',
  'x-form': PROBLEM.countryCode,
  description: 'ISO 3166 alpha-2; VIBER only',
});

const Pattern = Type.String({
  minLength: 1,
  maxLength: TEMPLATE_PATTERN_LENGTH_MAX,
  description: '%d digits, %w a word, {a,b} minimum and maximum, + one or more; other text is literal',
});

const Line = Type.Object({ text: Type.String({ minLength: 1, maxLength: 60 }) }, { title: 'TemplateLine' });

/** Parts around the text; the text itself is the pattern. */
const Content = Type.Object(
  {
    contentType: Type.Optional(oneOf(['text', 'image', 'video', 'document', 'audio', 'authentication'])),
    header: Type.Optional(Line),
    footer: Type.Optional(Line),
    keyboard: Type.Optional(
      Type.Object({
        buttons: Type.Array(
          Type.Object(
            {
              type: oneOf(['url', 'phone', 'reply']),
              text: Type.String({ minLength: 1, maxLength: 60 }),
              value: Type.Optional(Type.String({ maxLength: 2000, description: 'URL, number or text of the button' })),
            },
            { title: 'TemplateButton' },
          ),
          { maxItems: 10 },
        ),
      }),
    ),
    template: Type.Optional(
      Type.Object(
        {
          name: Type.String({
            pattern: '^[a-z0-9_]{1,512}$',
            'x-form': 'must be 1 to 512 lowercase letters, digits and underscores',
          }),
          language: Type.String({
            pattern: '^[a-z]{2,3}(_[A-Z]{2})?$',
            'x-form': 'must be a language such as ru or en_US',
          }),
        },
        { description: 'the template that WhatsApp has approved; matching texts go as this template' },
      ),
    ),
  },
  { title: 'TemplateContent', description: 'WHATSAPP only' },
);

const Provider = Type.Object(
  {
    status: Type.String({
      description: 'the word of WhatsApp, such as APPROVED or PAUSED; MISSING: it has no such template',
    }),
    problem: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'why WhatsApp refuses messages of the template; null: it does not',
    }),
    checkedAt: DatetimeOrNull,
  },
  {
    description:
      'the template at WhatsApp that `content` names, only if the account of the sender name lets it be read',
  },
);

const Template = Type.Object(
  {
    id: Id,
    channelType: oneOf(CHANNEL_TYPES),
    templateType: oneOf(TEMPLATE_TYPES),
    pattern: Type.String(),
    dateFrom: Datetime,
    dateTo: DatetimeOrNull,
    senderNameId: Id,
    senderName: Type.String(),
    brand: Type.Optional(Type.Unsafe<(typeof BRANDS)[number]>({ ...oneOf(BRANDS), description: 'SMS only' })),
    countryCode: Type.Optional(CountryCode),
    managerComment: StringOrNull,
    status: oneOf(TEMPLATE_STATUSES),
    createdAt: Datetime,
    rejectedAt: DatetimeOrNull,
    content: Type.Optional(Type.Object({}, { description: 'WHATSAPP only, as sent' })),
    provider: Type.Optional(Provider),
  },
  { title: 'Template' },
);

export const createTemplate = endpoint({
  id: 'createTemplate',
  surface: 'messaging',
  method: 'POST',
  path: '/templates',
  summary: 'Register a template of texts under a sender name',
  auth: 'key',
  keyTypes: ['SYSTEM'],
  body: Type.Object(
    {
      channelType: oneOf(CHANNEL_TYPES),
      templateType: oneOf(TEMPLATE_TYPES),
      pattern: Pattern,
      senderNameId: Id,
      dateFrom: Datetime,
      countryCode: Type.Optional(CountryCode),
      content: Type.Optional(Content),
    },
    { title: 'TemplateDraft' },
  ),
  refusals: ['company-disabled'],
  example: {
    body: {
      channelType: 'SMS',
      templateType: 'AUTHORIZE',
      pattern: 'Your code: %d{4,6}',
      senderNameId: 11,
      dateFrom: '2026-01-01T00:00:00Z',
    },
  },
  responses: { 201: Template },
});

export const listTemplates = endpoint({
  id: 'listTemplates',
  surface: 'messaging',
  method: 'GET',
  path: '/templates',
  summary: "List the account's templates",
  auth: 'key',
  keyTypes: ['SYSTEM'],
  query: Type.Object({
    template_id: Type.Optional(
      Type.Array(Type.String({ pattern: '^[1-9]\\d{0,9}$', 'x-form': 'must be a valid id' }), {
        maxItems: 1000,
        description: ANY_OF,
      }),
    ),
    channel_type: Type.Optional(anyOf(CHANNEL_TYPES)),
    template_type: Type.Optional(anyOf(TEMPLATE_TYPES)),
    status: Type.Optional(anyOf(TEMPLATE_STATUSES)),
    sender_name: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 50, description: ANY_OF }),
    ),
    brand: Type.Optional(anyOf(BRANDS)),
    country_code: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Z]{2}$', 'x-form': PROBLEM.countryCode }), {
        maxItems: 50,
        description: ANY_OF,
      }),
    ),
    page: Page,
    per_page: pageSize(100),
  }),
  responses: {
    200: Type.Object({ page: Type.Integer(), perPage: Type.Integer(), total: Count, items: Type.Array(Template) }),
  },
});

export const getTemplate = endpoint({
  id: 'getTemplate',
  surface: 'messaging',
  method: 'GET',
  path: '/templates/{id}',
  summary: 'Get one template',
  auth: 'key',
  keyTypes: ['SYSTEM'],
  params: IdParams,
  responses: { 200: Template },
});

export const updateTemplate = endpoint({
  id: 'updateTemplate',
  surface: 'messaging',
  method: 'PUT',
  path: '/templates/{id}',
  summary: 'Change a template, or close it with dateTo',
  auth: 'key',
  keyTypes: ['SYSTEM'],
  params: IdParams,
  body: Type.Object(
    {
      pattern: Type.Optional(Pattern),
      dateFrom: Type.Optional(Datetime),
      dateTo: Type.Optional(
        Type.Unsafe<string | null>({
          ...DatetimeOrNull,
          description: 'closes the template; null leaves it open-ended',
        }),
      ),
    },
    { title: 'TemplateChange' },
  ),
  responses: { 200: Template },
});
