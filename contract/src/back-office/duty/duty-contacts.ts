import { SEVERITIES } from '@volley/domain/duty/alert-rule.ts';
import { DUTY_LANGUAGES } from '@volley/domain/duty/alert-text.ts';
import { CONTACT_KINDS } from '@volley/domain/duty/duty-contact.ts';
import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Datetime, DatetimeOrNull, Id, IdParams, Name, oneOf, StringOrNull } from '../../fields.ts';
import { listOf } from '../fields.ts';

const Severities = Type.Array(oneOf(SEVERITIES), {
  minItems: 1,
  maxItems: SEVERITIES.length,
  uniqueItems: true,
  description: 'severities of the alerts that the contact gets',
});
const ContactAddress = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'TELEGRAM: id of the chat, or @name of a channel; EMAIL: an address; WEBHOOK: an https URL',
});
const BotToken = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'token of the Telegram bot; stored sealed and never shown; absent in a change: stays',
  }),
);

const members = {
  name: Name,
  address: ContactAddress,
  severities: Severities,
  language: oneOf(DUTY_LANGUAGES),
  enabled: Type.Boolean(),
};

const DutyContact = Type.Object(
  {
    contactId: Id,
    kind: oneOf(CONTACT_KINDS),
    ...members,
    createdAt: Datetime,
    lastSentAt: DatetimeOrNull,
    failingSince: DatetimeOrNull,
    lastError: StringOrNull,
    previousSecretEndsAt: Type.Unsafe<string | null>({
      ...DatetimeOrNull,
      description: 'until then the previous signing secret of a WEBHOOK signs too; null: only the present one signs',
    }),
  },
  { title: 'DutyContact' },
);

const settings = {
  name: 'Night shift',
  address: 'https://duty.example/alerts',
  severities: ['CRITICAL', 'WARNING'],
  language: 'en',
  enabled: true,
};
const contact = {
  contactId: 3,
  kind: 'WEBHOOK',
  ...settings,
  createdAt: '2026-03-01T10:00:00Z',
  lastSentAt: '2026-03-14T02:10:05Z',
  failingSince: null,
  lastError: null,
  previousSecretEndsAt: null,
};
const signingSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwOUxyZ2c4Vdo=';

export const listDutyContacts = endpoint({
  id: 'adminListDutyContacts',
  surface: 'back-office',
  method: 'GET',
  path: '/duty-contacts',
  summary: 'List the contacts that get notices about alerts',
  auth: 'staff',
  capability: 'alerts.read',
  responses: { 200: listOf(DutyContact) },
  example: { reply: { items: [contact] } },
});

export const createDutyContact = endpoint({
  id: 'adminCreateDutyContact',
  surface: 'back-office',
  method: 'POST',
  path: '/duty-contacts',
  summary: 'Create a contact that gets notices about alerts; at most 50',
  auth: 'staff',
  capability: 'contacts.write',
  showsSecret: true,
  body: Type.Object({ kind: oneOf(CONTACT_KINDS), ...members, botToken: BotToken }),
  responses: {
    201: Type.Intersect([
      DutyContact,
      Type.Object({
        signingSecret: Type.Unsafe<string | null>({
          ...StringOrNull,
          description: 'secret of the signature of a WEBHOOK; shown only in this answer',
        }),
      }),
    ]),
  },
  example: {
    body: { kind: 'WEBHOOK', ...settings },
    reply: { ...contact, lastSentAt: null, signingSecret },
  },
});

export const changeDutyContact = endpoint({
  id: 'adminChangeDutyContact',
  surface: 'back-office',
  method: 'PUT',
  path: '/duty-contacts/{id}',
  summary: 'Replace the settings of a contact; its kind stays',
  auth: 'staff',
  capability: 'contacts.write',
  params: IdParams,
  body: Type.Object({ ...members, botToken: BotToken }),
  responses: { 200: DutyContact },
  example: { body: settings, reply: contact },
});

export const rotateDutyContactSecret = endpoint({
  id: 'adminRotateDutyContactSecret',
  surface: 'back-office',
  method: 'POST',
  path: '/duty-contacts/{id}/signing-secrets',
  summary: 'Create the next signing secret of a webhook; the previous one also signs for a day',
  auth: 'staff',
  capability: 'contacts.write',
  showsSecret: true,
  params: IdParams,
  responses: {
    201: Type.Object({
      signingSecret: Type.String({ pattern: '^whsec_', description: 'shown only in this answer' }),
      previousSecretEndsAt: { ...Datetime, description: 'until then the previous secret signs too' },
    }),
  },
  refusals: ['bad-request'],
  example: { reply: { signingSecret, previousSecretEndsAt: '2026-03-15T10:00:00Z' } },
});

export const removeDutyContact = endpoint({
  id: 'adminRemoveDutyContact',
  surface: 'back-office',
  method: 'POST',
  path: '/duty-contacts/{id}/remove',
  summary: 'Delete a contact and its notices',
  auth: 'staff',
  capability: 'contacts.write',
  params: IdParams,
  responses: { 200: Type.Object({ removed: Type.Boolean() }) },
});

export const testDutyContact = endpoint({
  id: 'adminTestDutyContact',
  surface: 'back-office',
  method: 'POST',
  path: '/duty-contacts/{id}/test',
  summary: 'Send a test notice to a contact now',
  auth: 'staff',
  capability: 'contacts.write',
  params: IdParams,
  responses: {
    200: Type.Object({
      sent: Type.Boolean(),
      error: Type.Unsafe<string | null>({ ...StringOrNull, description: 'why the notice was not sent' }),
    }),
  },
});
