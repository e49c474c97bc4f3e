import { BRANDS } from '@volley/domain/numbers/brand.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import { TEMPLATE_STATUSES, TEMPLATE_TYPES } from '@volley/domain/templates/template-status.ts';
import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { anyOf, Datetime, DatetimeOrNull, Id, IdParams, oneOf, Page, pageSize, StringOrNull } from '../../fields.ts';
import { pageOf } from '../fields.ts';

const Template = Type.Object(
  {
    id: Id,
    companyId: Id,
    channelType: oneOf(CHANNEL_TYPES),
    templateType: oneOf(TEMPLATE_TYPES),
    pattern: Type.String(),
    dateFrom: Datetime,
    dateTo: DatetimeOrNull,
    senderNameId: Id,
    senderName: Type.String(),
    brand: oneOf(BRANDS),
    countryCode: StringOrNull,
    content: Type.Unsafe<object | null>({ type: ['object', 'null'] }),
    managerComment: StringOrNull,
    status: oneOf(TEMPLATE_STATUSES),
    createdAt: Datetime,
    rejectedAt: DatetimeOrNull,
    providerStatus: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description:
        'the word of the messenger about the template that `content` names; MISSING: it has none; null: not read',
    }),
    providerProblem: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'why the messenger refuses messages of the template',
    }),
    providerCheckedAt: DatetimeOrNull,
  },
  { title: 'Template' },
);

export const listTemplates = endpoint({
  id: 'adminListTemplates',
  surface: 'back-office',
  method: 'GET',
  path: '/templates',
  summary: 'List templates of all companies, longest waiting first',
  auth: 'staff',
  capability: 'senders.read',
  query: Type.Object({
    status: Type.Optional(anyOf(TEMPLATE_STATUSES)),
    companyId: Type.Optional(Id),
    page: Page,
    perPage: pageSize(50),
  }),
  responses: { 200: pageOf(Template) },
});

export const judgeTemplate = endpoint({
  id: 'adminJudgeTemplate',
  surface: 'back-office',
  method: 'POST',
  path: '/templates/{id}/status',
  summary: 'Record a review decision on a template',
  auth: 'staff',
  capability: 'senders.moderate',
  params: IdParams,
  body: Type.Object({
    status: oneOf(['EXTERNAL_REVIEW', 'APPROVED', 'REJECTED', 'DENIED']),
    managerComment: Type.Optional(
      Type.String({ maxLength: 1000, description: 'shown to the account; required for REJECTED' }),
    ),
  }),
  responses: { 200: Template },
});
