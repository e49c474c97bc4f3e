import { VERIFICATION_CHANNELS } from '@volley/domain/verification-channel.ts';
import { SESSION_STATES, WIDGET_STATUSES } from '@volley/domain/verification-status.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { oneOf } from '../fields.ts';

/** Any text is looked up, because a wrong id has a number of its own. */
const WidgetParams = Type.Object({ widgetId: Type.String({ pattern: '^[^/]{1,200}$' }) });
const SessionParams = Type.Object({ key: Type.String({ pattern: '^[\\w-]{43}$' }) });
const Words = Type.Record(Type.String(), Type.String());

export const getWidget = endpoint({
  id: 'getWidget',
  surface: 'widget',
  method: 'GET',
  path: '/{widgetId}',
  summary: 'What the widget looks like and offers',
  auth: 'none',
  params: WidgetParams,
  refusals: ['widget-unknown', 'access-denied'],
  responses: {
    200: Type.Object({
      widgetId: Type.String(),
      kind: oneOf(['OWN_SITE', 'BUILDER']),
      channels: Type.Array(oneOf(VERIFICATION_CHANNELS)),
      captchaType: oneOf(['HCAPTCHA', 'RECAPTCHA_V2', 'RECAPTCHA_V3', 'TURNSTILE', 'SMARTCAPTCHA', 'NONE']),
      siteKey: Type.String(),
      codeLength: Type.Integer({ description: 'digits of most codes; the session tells those of its own code' }),
      resendPauseSeconds: Type.Integer(),
      texts: Words,
      colours: Words,
    }),
  },
});

export const openWidgetSession = endpoint({
  id: 'openWidgetSession',
  surface: 'widget',
  method: 'POST',
  path: '/{widgetId}/sessions',
  summary: "Begin a visitor's try",
  auth: 'none',
  params: WidgetParams,
  body: Type.Object({
    destination: Type.String({ minLength: 1, maxLength: 40, description: 'a telephone number' }),
    channelType: oneOf(VERIFICATION_CHANNELS),
    captchaToken: Type.Optional(Type.String({ maxLength: 8_192 })),
  }),
  refusals: ['widget-unknown', 'access-denied', 'captcha-not-passed', 'captcha-trouble'],
  responses: { 201: Type.Object({ key: Type.String(), expiresIn: Type.Integer({ description: 'seconds' }) }) },
});

export const getWidgetSession = endpoint({
  id: 'getWidgetSession',
  surface: 'widget',
  method: 'GET',
  path: '/sessions/{key}',
  summary: "The state of a visitor's try",
  auth: 'none',
  params: SessionParams,
  refusals: ['access-denied'],
  responses: {
    200: Type.Object({
      state: oneOf(SESSION_STATES),
      errorCode: Type.Optional(Type.Integer()),
      codeLength: Type.Optional(Type.Integer({ description: 'digits of the code, while one can be typed' })),
    }),
  },
});

export const checkWidgetSession = endpoint({
  id: 'checkWidgetSession',
  surface: 'widget',
  method: 'POST',
  path: '/sessions/{key}/check',
  summary: 'Check the code that the visitor typed',
  auth: 'none',
  params: SessionParams,
  refusals: ['access-denied'],
  body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 20 }) }),
  responses: { 200: Type.Object({ status: oneOf(WIDGET_STATUSES) }) },
});
