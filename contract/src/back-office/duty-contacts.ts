import { SEVERITIES } from '@volley/domain/duty/alert-rule.ts';
import { DUTY_LANGUAGES } from '@volley/domain/duty/alert-text.ts';
import { CONTACT_KINDS } from '@volley/domain/duty/duty-contact.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Datetime, DatetimeOrNull, Id, IdParams, Name, oneOf, StringOrNull } from '../fields.ts';
import { listOf } from './fields.ts';

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
  },
  { title: 'DutyContact' },
);

export const listDutyContacts = endpoint({
  id: 'adminListDutyContacts',
  surface: 'back-office',
  method: 'GET',
  path: '/duty-contacts',
  summary: 'List the contacts that get notices about alerts',
  auth: 'staff',
  capability: 'alerts.read',
  responses: { 200: listOf(DutyContact) },
});

export const createDutyContact = endpoint({
  id: 'adminCreateDutyContact',
  surface: 'back-office',
  method: 'POST',
  path: '/duty-contacts',
  summary: 'Create a contact that gets notices about alerts; at most 50',
  auth: 'staff',
  capability: 'contacts.write',
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
