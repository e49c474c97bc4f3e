import { VERIFICATION_CHANNELS } from '@volley/domain/verification-channel.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Amount, AmountOrNull, Datetime, Id, Name, oneOf, StringOrNull } from '../fields.ts';
import { ActiveOrDisabled, listOf } from './fields.ts';

const ShortId = Type.String({ pattern: '^[0-9A-Za-z]{6}$' });
const ShortIdParams = Type.Object({ id: ShortId });
const KeyId = Type.Unsafe<string | null>({ type: ['string', 'null'], pattern: '^[\\w-]{12}$' });

const profileSettings = {
  name: Name,
  codeLength: Type.Integer({ minimum: 4, maximum: 8, description: '6 unless set; FLASHCALL has always 4' }),
  lifetimeSeconds: Type.Integer({ minimum: 60, maximum: 3_600 }),
  checksMax: Type.Integer({ minimum: 1, maximum: 10 }),
  resendPauseSeconds: Type.Integer({ minimum: 0, maximum: 600 }),
  sendsPerNumber: Type.Integer({ minimum: 1, maximum: 100, description: 'in ten minutes' }),
  sendsPerAddress: Type.Integer({ minimum: 1, maximum: 1_000, description: 'of a visitor, in an hour' }),
  sendsPerPrefix: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    description: 'in an hour, to numbers that differ in the last four digits only; more are suspect',
  }),
  countries: Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), {
    minItems: 1,
    maxItems: 300,
    uniqueItems: true,
    description: 'ISO 3166 alpha-2; of those that are open to the company',
  }),
  dayAmountMax: Type.Number({ exclusiveMinimum: 0, maximum: 1e9, description: 'what a day may cost' }),
  enteredShareMin: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'per cent of codes that must be entered, or the numbers are suspect',
  }),
  enteredShareAfter: Type.Integer({ minimum: 1, maximum: 1_000, description: 'once so many were sent to a prefix' }),
  channels: Type.Array(
    Type.Object({
      channelType: oneOf(VERIFICATION_CHANNELS),
      senderName: Type.String({ minLength: 1, maxLength: 64 }),
      text: Type.String({ minLength: 1, maxLength: 4_096, description: 'holds {code}' }),
    }),
    { minItems: 1, maxItems: VERIFICATION_CHANNELS.length, description: 'in the order they are offered' },
  ),
};

const Profile = Type.Object({
  gatewayId: ShortId,
  companyId: Id,
  status: ActiveOrDisabled,
  ...profileSettings,
  countries: Type.Array(Type.String()),
  dayAmountMax: Amount,
  createdAt: Datetime,
});

const { name, channels, ...optionalSettings } = profileSettings;

export const createVerificationProfile = endpoint({
  id: 'adminCreateVerificationProfile',
  surface: 'back-office',
  method: 'POST',
  path: '/verification-profiles',
  summary: 'Create a verification profile',
  auth: 'staff',
  capability: 'keys.write',
  body: Type.Object({ companyId: Id, name, channels, ...Type.Partial(Type.Object(optionalSettings)).properties }),
  responses: { 201: Profile },
});

export const listVerificationProfiles = endpoint({
  id: 'adminListVerificationProfiles',
  surface: 'back-office',
  method: 'GET',
  path: '/verification-profiles',
  summary: 'List verification profiles',
  auth: 'staff',
  capability: 'keys.read',
  query: Type.Object({ companyId: Type.Optional(Id) }),
  responses: { 200: listOf(Profile) },
});

export const changeVerificationProfile = endpoint({
  id: 'adminChangeVerificationProfile',
  surface: 'back-office',
  method: 'POST',
  path: '/verification-profiles/{id}',
  summary: 'Change a verification profile; what is absent stays',
  auth: 'staff',
  capability: 'keys.write',
  params: ShortIdParams,
  body: Type.Partial(Type.Object({ ...profileSettings, status: ActiveOrDisabled }), { minProperties: 1 }),
  responses: { 200: Profile },
});

const Words = Type.Record(Type.String({ pattern: '^\\w{1,40}$' }), Type.String({ maxLength: 500 }), {
  maxProperties: 100,
  additionalProperties: false,
});
const Colours = Type.Record(Type.String({ pattern: '^\\w{1,40}$' }), Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }), {
  maxProperties: 50,
  additionalProperties: false,
});

const widgetSettings = {
  gatewayId: ShortId,
  name: Name,
  kind: oneOf(['OWN_SITE', 'BUILDER']),
  domains: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { minItems: 1, maxItems: 100, uniqueItems: true }),
  captchaType: oneOf(['HCAPTCHA', 'RECAPTCHA_V2', 'RECAPTCHA_V3', 'TURNSTILE', 'SMARTCAPTCHA', 'NONE']),
  siteKey: Type.String({ maxLength: 200 }),
  secret: Type.String({ maxLength: 500, description: 'of the captcha; never shown' }),
  texts: Words,
  colours: Colours,
  keyId: KeyId,
  dayAmountMax: Type.Unsafe<number | null>({ type: ['number', 'null'], exclusiveMinimum: 0, maximum: 1e9 }),
};

const { secret: _secret, ...shownSettings } = widgetSettings;
const Widget = Type.Object({
  widgetId: ShortId,
  companyId: Id,
  status: ActiveOrDisabled,
  ...shownSettings,
  texts: Type.Record(Type.String(), Type.String()),
  colours: Type.Record(Type.String(), Type.String()),
  keyId: StringOrNull,
  dayAmountMax: AmountOrNull,
  createdAt: Datetime,
});

const { texts, colours, keyId, dayAmountMax, ...requiredSettings } = widgetSettings;

export const createWidget = endpoint({
  id: 'adminCreateWidget',
  surface: 'back-office',
  method: 'POST',
  path: '/widgets',
  summary: 'Create a phone-verification widget',
  auth: 'staff',
  capability: 'keys.write',
  body: Type.Object({
    companyId: Id,
    ...requiredSettings,
    texts: Type.Optional(texts),
    colours: Type.Optional(colours),
    keyId: Type.Optional(keyId),
    dayAmountMax: Type.Optional(dayAmountMax),
  }),
  responses: { 201: Widget },
});

export const listWidgets = endpoint({
  id: 'adminListWidgets',
  surface: 'back-office',
  method: 'GET',
  path: '/widgets',
  summary: 'List phone-verification widgets',
  auth: 'staff',
  capability: 'keys.read',
  query: Type.Object({ companyId: Type.Optional(Id) }),
  responses: { 200: listOf(Widget) },
});

export const changeWidget = endpoint({
  id: 'adminChangeWidget',
  surface: 'back-office',
  method: 'POST',
  path: '/widgets/{id}',
  summary: 'Change a phone-verification widget; what is absent stays',
  auth: 'staff',
  capability: 'keys.write',
  params: ShortIdParams,
  body: Type.Partial(Type.Object({ ...widgetSettings, status: ActiveOrDisabled }), { minProperties: 1 }),
  responses: { 200: Widget },
});
