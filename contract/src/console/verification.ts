// Verification codes of a partner's companies: profiles and widgets. The captcha secret is never shown.
import Type from 'typebox';
import {
  Profile,
  profileSettings,
  ShortIdParams,
  Widget,
  widgetSettings,
} from '../back-office/verification/verification.ts';
import { endpoint } from '../endpoint.ts';
import { Id, oneOf } from '../fields.ts';

const ActiveOrDisabled = oneOf(['ACTIVE', 'DISABLED']);
const OfCompany = Type.Object({ companyId: Type.Optional(Id) });
const WithCompany = Type.Object({ companyName: Type.String() });

const { name, channels, ...optionalSettings } = profileSettings;

export const listProfiles = endpoint({
  id: 'consoleListVerificationProfiles',
  surface: 'console',
  method: 'GET',
  path: '/verification/profiles',
  summary: 'List the verification profiles of the partner',
  auth: 'session',
  right: 'verification',
  query: OfCompany,
  responses: { 200: Type.Object({ items: Type.Array(Type.Intersect([Profile, WithCompany])) }) },
});

export const createProfile = endpoint({
  id: 'consoleCreateVerificationProfile',
  surface: 'console',
  method: 'POST',
  path: '/verification/profiles',
  summary: 'Create a verification profile',
  auth: 'session',
  right: 'verification',
  body: Type.Object({ companyId: Id, name, channels, ...Type.Partial(Type.Object(optionalSettings)).properties }),
  responses: { 201: Profile },
});

export const changeProfile = endpoint({
  id: 'consoleChangeVerificationProfile',
  surface: 'console',
  method: 'POST',
  path: '/verification/profiles/{id}',
  summary: 'Change a verification profile; absent members do not change',
  auth: 'session',
  right: 'verification',
  params: ShortIdParams,
  body: Type.Partial(Type.Object({ ...profileSettings, status: ActiveOrDisabled }), { minProperties: 1 }),
  responses: { 200: Profile },
});

export const listWidgets = endpoint({
  id: 'consoleListWidgets',
  surface: 'console',
  method: 'GET',
  path: '/verification/widgets',
  summary: 'List the phone-verification widgets of the partner',
  auth: 'session',
  right: 'verification',
  query: OfCompany,
  responses: { 200: Type.Object({ items: Type.Array(Type.Intersect([Widget, WithCompany])) }) },
});

const { gatewayId, kind, domains, captchaType, name: widgetName, ...optionalWidget } = widgetSettings;

export const createWidget = endpoint({
  id: 'consoleCreateWidget',
  surface: 'console',
  method: 'POST',
  path: '/verification/widgets',
  summary: 'Create a phone-verification widget',
  auth: 'session',
  right: 'verification',
  body: Type.Object({
    companyId: Id,
    gatewayId,
    name: widgetName,
    kind,
    domains,
    captchaType,
    ...Type.Partial(Type.Object(optionalWidget)).properties,
  }),
  responses: { 201: Widget },
});

export const changeWidget = endpoint({
  id: 'consoleChangeWidget',
  surface: 'console',
  method: 'POST',
  path: '/verification/widgets/{id}',
  summary: 'Change a phone-verification widget; absent members do not change',
  auth: 'session',
  right: 'verification',
  params: ShortIdParams,
  body: Type.Partial(Type.Object({ ...widgetSettings, status: ActiveOrDisabled }), { minProperties: 1 }),
  responses: { 200: Widget },
});
