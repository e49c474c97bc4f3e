import {
  FALLBACKS,
  VERIFICATION_CHANNELS,
  VERIFICATION_LANGUAGES,
  type VerificationLanguage,
  WAIT_SECONDS_MAX,
  WAIT_SECONDS_MIN,
} from '@volley/domain/verification/verification-channel.ts';
import { WIDGET_COLOUR_NAMES, WIDGET_TEXT_NAMES } from '@volley/domain/verification/widget-look.ts';
import Type from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Amount, AmountOrNull, Datetime, Id, Name, oneOf, StringOrNull } from '../../fields.ts';
import { ActiveOrDisabled, listOf } from '../fields.ts';

export const ShortId = Type.String({ pattern: '^[0-9A-Za-z]{6}$' });
export const ShortIdParams = Type.Object({ id: ShortId });
const KeyId = Type.Unsafe<string | null>({ type: ['string', 'null'], pattern: '^[\\w-]{12}$' });

const CodeText = Type.String({ minLength: 1, maxLength: 4_096, description: 'must contain {code}' });
const CodeTexts = Type.Partial(
  Type.Object({ ru: CodeText, en: CodeText, kk: CodeText, uz: CodeText, be: CodeText } satisfies Record<
    VerificationLanguage,
    typeof CodeText
  >),
  { additionalProperties: false, description: 'texts by language; every other language gets `text`' },
);

const WithCompany = Type.Object({ companyName: Type.String() });

export const profileSettings = {
  name: Name,
  codeLength: Type.Integer({ minimum: 4, maximum: 8, description: 'default 6; FLASHCALL always has 4' }),
  lifetimeSeconds: Type.Integer({ minimum: 60, maximum: 3_600 }),
  checksMax: Type.Integer({ minimum: 1, maximum: 10 }),
  resendPauseSeconds: Type.Integer({ minimum: 0, maximum: 600 }),
  sendsPerNumber: Type.Integer({ minimum: 1, maximum: 100, description: 'in ten minutes' }),
  sendsPerAddress: Type.Integer({ minimum: 1, maximum: 1_000, description: 'of a visitor, in an hour' }),
  sendsPerPrefix: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    description: 'per hour, to numbers that differ only in the last four digits; more are suspicious',
  }),
  countries: Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), {
    minItems: 1,
    maxItems: 300,
    uniqueItems: true,
    description: "ISO 3166 alpha-2; a subset of the company's allowed countries",
  }),
  dayAmountMax: Type.Number({ exclusiveMinimum: 0, maximum: 999_999_999, description: 'daily limit of the cost' }),
  enteredShareMin: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'minimum percentage of codes that are entered; below it the numbers are suspicious',
  }),
  enteredShareAfter: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    description: 'applies after this number of codes to a prefix',
  }),
  channels: Type.Array(
    Type.Object({
      channelType: oneOf(VERIFICATION_CHANNELS),
      senderName: Type.String({ minLength: 1, maxLength: 64 }),
      text: CodeText,
      texts: Type.Optional(CodeTexts),
      waitSeconds: Type.Optional(
        Type.Integer({
          minimum: WAIT_SECONDS_MIN,
          maximum: WAIT_SECONDS_MAX,
          description: 'time without delivery after which the next channel of the fallback follows; default 20',
        }),
      ),
    }),
    { minItems: 1, maxItems: VERIFICATION_CHANNELS.length, description: 'in the order of use' },
  ),
  fallback: Type.Unsafe<(typeof FALLBACKS)[number]>({
    ...oneOf(FALLBACKS),
    description:
      'default NONE: one channel per code. LISTED: further channels follow in the order of the list. AUTO: in the order of conversion',
  }),
  callbackUrl: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    maxLength: 2048,
    description: 'target of the events of codes whose request names none; a password is shown as ***',
  }),
  language: Type.Unsafe<VerificationLanguage | null>({
    enum: [...VERIFICATION_LANGUAGES, null],
    description: 'language of the texts unless the request names one; null: `text` of the channel',
  }),
  bindToSite: Type.Boolean({
    description:
      'SMS of a widget end with the line `@site #code`, which lets browsers fill in the code on that site only',
  }),
};

export const Profile = Type.Object(
  {
    gatewayId: ShortId,
    companyId: Id,
    status: ActiveOrDisabled,
    ...profileSettings,
    countries: Type.Array(Type.String()),
    dayAmountMax: Amount,
    createdAt: Datetime,
  },
  { title: 'VerificationProfile' },
);

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
  refusals: ['not-found'],
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
  responses: { 200: listOf(Type.Intersect([Profile, WithCompany])) },
});

export const changeVerificationProfile = endpoint({
  id: 'adminChangeVerificationProfile',
  surface: 'back-office',
  method: 'POST',
  path: '/verification-profiles/{id}',
  summary: 'Change a verification profile; absent members do not change',
  auth: 'staff',
  capability: 'keys.write',
  params: ShortIdParams,
  body: Type.Partial(Type.Object({ ...profileSettings, status: ActiveOrDisabled }), { minProperties: 1 }),
  responses: { 200: Profile },
});

const Words = Type.Record(Type.String({ pattern: '^\\w{1,40}$' }), Type.String({ maxLength: 500 }), {
  maxProperties: 100,
  additionalProperties: false,
  description: `names: ${WIDGET_TEXT_NAMES.join(', ')}`,
});
const Colours = Type.Record(Type.String({ pattern: '^\\w{1,40}$' }), Type.String({ maxLength: 100 }), {
  maxProperties: 50,
  additionalProperties: false,
  description: `${WIDGET_COLOUR_NAMES.join(', ')} as #RRGGBB; radius such as 8px; font as a list of names`,
});

export const widgetSettings = {
  gatewayId: ShortId,
  name: Name,
  kind: oneOf(['OWN_SITE', 'BUILDER']),
  domains: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { minItems: 1, maxItems: 100, uniqueItems: true }),
  captchaType: oneOf(['HCAPTCHA', 'RECAPTCHA_V2', 'RECAPTCHA_V3', 'TURNSTILE', 'SMARTCAPTCHA', 'POW', 'NONE']),
  siteKey: Type.String({ maxLength: 200, description: 'of the captcha; needed unless it is POW or NONE' }),
  secret: Type.String({
    maxLength: 500,
    description: 'secret of the captcha; never shown; needed unless it is POW or NONE',
  }),
  powFallback: Type.Boolean({
    description: 'a proof of work counts as the captcha while the service observes that its provider fails',
  }),
  texts: Words,
  colours: Colours,
  keyId: KeyId,
  dayAmountMax: Type.Unsafe<number | null>({ type: ['number', 'null'], exclusiveMinimum: 0, maximum: 999_999_999 }),
};

const { secret: _secret, ...shownSettings } = widgetSettings;
export const Widget = Type.Object(
  {
    widgetId: ShortId,
    companyId: Id,
    status: ActiveOrDisabled,
    ...shownSettings,
    texts: Type.Record(Type.String(), Type.String()),
    colours: Type.Record(Type.String(), Type.String()),
    keyId: StringOrNull,
    dayAmountMax: AmountOrNull,
    createdAt: Datetime,
  },
  { title: 'Widget' },
);

const { siteKey, secret, powFallback, texts, colours, keyId, dayAmountMax, ...requiredSettings } = widgetSettings;

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
    siteKey: Type.Optional(siteKey),
    secret: Type.Optional(secret),
    powFallback: Type.Optional(powFallback),
    texts: Type.Optional(texts),
    colours: Type.Optional(colours),
    keyId: Type.Optional(keyId),
    dayAmountMax: Type.Optional(dayAmountMax),
  }),
  refusals: ['not-found'],
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
  responses: { 200: listOf(Type.Intersect([Widget, WithCompany])) },
});

export const changeWidget = endpoint({
  id: 'adminChangeWidget',
  surface: 'back-office',
  method: 'POST',
  path: '/widgets/{id}',
  summary: 'Change a phone-verification widget; absent members do not change',
  auth: 'staff',
  capability: 'keys.write',
  params: ShortIdParams,
  body: Type.Partial(Type.Object({ ...widgetSettings, status: ActiveOrDisabled }), { minProperties: 1 }),
  responses: { 200: Widget },
});
