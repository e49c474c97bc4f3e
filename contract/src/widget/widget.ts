import { PASS_SECONDS, PASS_USES_MAX } from '@volley/domain/verification/captcha-pass.ts';
import { CHALLENGE_SECONDS } from '@volley/domain/verification/proof-of-work.ts';
import { VERIFICATION_CHANNELS } from '@volley/domain/verification/verification-channel.ts';
import { SESSION_STATES, WIDGET_STATUSES } from '@volley/domain/verification/verification-status.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Datetime, oneOf } from '../fields.ts';

/** Any text is looked up, because an unknown widget id has its own code. */
const WidgetParams = Type.Object({ widgetId: Type.String({ pattern: '^[^/]{1,200}$' }) });
const SessionParams = Type.Object({ key: Type.String({ pattern: '^[\\w-]{43}$' }) });
const Words = Type.Record(Type.String(), Type.String());

const visitor = {
  destination: Type.String({ minLength: 1, maxLength: 40, description: 'phone number' }),
  channelType: oneOf(VERIFICATION_CHANNELS),
};

export const getWidget = endpoint({
  id: 'getWidget',
  surface: 'widget',
  method: 'GET',
  path: '/{widgetId}',
  summary: 'Get the appearance and the channels of the widget',
  description:
    '`captchaType` is the captcha that visitors pass now: POW while a proof of work replaces that of the widget.',
  auth: 'none',
  params: WidgetParams,
  refusals: ['widget-unknown', 'access-denied'],
  responses: {
    200: Type.Object({
      widgetId: Type.String(),
      kind: oneOf(['OWN_SITE', 'BUILDER']),
      channels: Type.Array(oneOf(VERIFICATION_CHANNELS)),
      captchaType: oneOf(['HCAPTCHA', 'RECAPTCHA_V2', 'RECAPTCHA_V3', 'TURNSTILE', 'SMARTCAPTCHA', 'POW', 'NONE']),
      siteKey: Type.String(),
      testMode: Type.Optional(
        Type.Boolean({
          description: 'true in a test installation: the script opens its shadow root for end-to-end tests of the site',
        }),
      ),
      powFallback: Type.Boolean({
        description: 'a proof of work counts as the captcha while the service observes that its provider fails',
      }),
      codeLength: Type.Integer({ description: 'digits of most codes; the session has the length of its own code' }),
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
  summary: 'Open a session for a visitor',
  auth: 'none',
  params: WidgetParams,
  body: Type.Object({
    ...visitor,
    captchaToken: Type.Optional(
      Type.String({
        maxLength: 8_192,
        description: 'token of the captcha, the `pass` of an earlier session, or a proof of work',
      }),
    ),
  }),
  refusals: ['widget-unknown', 'access-denied', 'captcha-not-passed', 'captcha-trouble'],
  responses: {
    201: Type.Object({
      key: Type.String(),
      expiresIn: Type.Integer({ description: 'seconds' }),
      pass: Type.Optional(
        Type.String({
          description: `after a captcha: counts as a passed captcha for this number, widget and address, ${PASS_USES_MAX} times within ${PASS_SECONDS} seconds, while no code has arrived and nothing points to pumping`,
        }),
      ),
    }),
  },
});

export const issueWidgetChallenge = endpoint({
  id: 'issueWidgetChallenge',
  surface: 'widget',
  method: 'POST',
  path: '/{widgetId}/challenge',
  summary: 'Get the proof of work that a visitor with this number owes',
  description:
    'The browser finds a number n so that the SHA-256 of `salt.n` begins with `bits` zero bits, and sends `pow.{salt}.{n}.{expires}.{signature}` as captchaToken, for this number and address, once. The work grows with the codes that the number, its neighbors and the address requested and did not confirm. If it has grown meanwhile, the session is refused with 110: ask again. 404 while the visitor owes the captcha of the widget instead.',
  auth: 'none',
  params: WidgetParams,
  body: Type.Object(visitor),
  refusals: ['widget-unknown', 'access-denied', 'not-found', 'captcha-trouble'],
  responses: {
    200: Type.Object({
      salt: Type.String(),
      bits: Type.Integer({ minimum: 1, maximum: 256 }),
      expires: Type.Integer({ description: `Unix time, ${CHALLENGE_SECONDS} seconds from now by the server's clock` }),
      signature: Type.String(),
    }),
  },
});

export const reportWidgetEvent = endpoint({
  id: 'reportWidgetEvent',
  surface: 'widget',
  method: 'POST',
  path: '/{widgetId}/events',
  summary: 'Report an error that only the browser sees, so that the owner of the site sees it counted',
  description: 'At most 10 per minute and address.',
  auth: 'none',
  params: WidgetParams,
  refusals: ['widget-unknown', 'access-denied'],
  body: Type.Object({
    code: Type.Unsafe<341 | 350>({
      enum: [341, 350],
      description: "341: the captcha did not load; 350: the site's function failed",
    }),
    at: Type.Optional(Datetime),
  }),
  responses: { 204: Type.Null() },
});

export const getWidgetSession = endpoint({
  id: 'getWidgetSession',
  surface: 'widget',
  method: 'GET',
  path: '/sessions/{key}',
  summary: 'Get the state of a session',
  description:
    'The members after errorCode are present while a code can be entered. With `wait` the answer comes when state, errorCode, channelType or delivery changes, or at the end of the wait.',
  auth: 'none',
  params: SessionParams,
  query: Type.Object({
    wait: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description: 'seconds to wait for a change' })),
    version: Type.Optional(
      Type.String({
        maxLength: 100,
        description: '`version` of the last answer: a change since then is answered at once',
      }),
    ),
  }),
  refusals: ['access-denied'],
  responses: {
    200: Type.Object({
      state: oneOf(SESSION_STATES),
      errorCode: Type.Optional(Type.Integer()),
      codeLength: Type.Optional(Type.Integer({ description: 'digits of the code' })),
      channelType: Type.Optional(oneOf(VERIFICATION_CHANNELS)),
      codeExpiresIn: Type.Optional(Type.Integer({ description: 'seconds' })),
      resendIn: Type.Optional(Type.Integer({ description: 'seconds until the limits allow another code' })),
      attemptsLeft: Type.Optional(Type.Integer({ description: 'checks left' })),
      delivery: Type.Optional(oneOf(['sending', 'sent', 'delivered', 'undelivered'])),
      version: Type.Optional(Type.String({ description: 'with `wait`: for the next request' })),
    }),
  },
});

export const checkWidgetSession = endpoint({
  id: 'checkWidgetSession',
  surface: 'widget',
  method: 'POST',
  path: '/sessions/{key}/check',
  summary: 'Check the code that the visitor entered',
  auth: 'none',
  params: SessionParams,
  refusals: ['access-denied'],
  body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 20 }) }),
  responses: {
    200: Type.Object({
      status: oneOf(WIDGET_STATUSES),
      attemptsLeft: Type.Optional(Type.Integer({ description: 'checks left, with WRONG_CODE' })),
    }),
  },
});
