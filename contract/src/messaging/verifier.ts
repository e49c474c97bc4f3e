import { VERIFICATION_CHANNELS } from '@volley/domain/verification-channel.ts';
import { CHECK_STATUSES, WIDGET_STATUSES } from '@volley/domain/verification-status.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { oneOf, Uuid } from '../fields.ts';

const WidgetKey = Type.Object({
  key: Type.String({ minLength: 1, maxLength: 200, description: 'what the widget handed to the page' }),
});

const CheckStatus = Type.Unsafe<(typeof CHECK_STATUSES)[number]>({
  ...oneOf(CHECK_STATUSES),
  description:
    'CONFIRMED once; WRONG_CODE: may be tried again; EXPIRED: too late, too many checks or confirmed before; NOT_FOUND',
});

const WIDGET_KEY = '5kQh2v0TnR8sW3yB6dF9gJ1mX4zC7uA0pL2eN5iO8rQ';

export const sendVerification = endpoint({
  id: 'sendVerification',
  surface: 'messaging',
  method: 'POST',
  path: '/verifier/send',
  summary: 'Make a code and send it',
  auth: 'key',
  keyTypes: ['VERIFIER'],
  body: Type.Object({
    channelType: oneOf(VERIFICATION_CHANNELS),
    destination: Type.String({ minLength: 1, maxLength: 40, description: 'a telephone number' }),
    gatewayId: Type.String({ minLength: 1, maxLength: 40, description: 'the profile of the account' }),
  }),
  responses: { 200: Type.Object({ uuid: Uuid }) },
  refusals: ['not-found', 'insufficient-funds', 'sender-unusable'],
  example: {
    body: { channelType: 'SMS', destination: '79161230001', gatewayId: 'Kx3pQ9' },
    reply: { uuid: '9b2f6c1e-0d35-4a7e-8c5d-1f2e3a4b5c6d' },
  },
});

export const checkVerification = endpoint({
  id: 'checkVerification',
  surface: 'messaging',
  method: 'POST',
  path: '/verifier/check',
  summary: 'Check a code; a right one is right once',
  auth: 'key',
  keyTypes: ['VERIFIER'],
  body: Type.Object({
    uuid: Type.String({ minLength: 1, maxLength: 100 }),
    code: Type.String({ minLength: 1, maxLength: 20 }),
  }),
  responses: { 200: Type.Object({ status: CheckStatus }) },
  example: {
    body: { uuid: '9b2f6c1e-0d35-4a7e-8c5d-1f2e3a4b5c6d', code: '4711' },
    reply: { status: 'CONFIRMED' },
  },
});

export const sendWidgetCode = endpoint({
  id: 'sendWidgetCode',
  surface: 'messaging',
  method: 'POST',
  path: '/verifier/widget/send',
  summary: 'Send the code that a visitor of the widget asked for',
  auth: 'key',
  keyTypes: ['VERIFIER', 'VERIFIER_BUILDER'],
  body: WidgetKey,
  responses: { 200: Type.Object({ messageUuid: Uuid }) },
  refusals: ['not-found', 'conflict', 'insufficient-funds', 'sender-unusable'],
  example: { body: { key: WIDGET_KEY }, reply: { messageUuid: '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f' } },
});

export const checkWidgetCode = endpoint({
  id: 'checkWidgetCode',
  surface: 'messaging',
  method: 'POST',
  path: '/verifier/widget/check',
  summary: 'Ask whether the visitor of the widget confirmed the number; only CONFIRMED is proof',
  auth: 'key',
  keyTypes: ['VERIFIER', 'VERIFIER_BUILDER'],
  body: WidgetKey,
  responses: { 200: Type.Object({ status: oneOf(WIDGET_STATUSES) }) },
  example: { body: { key: WIDGET_KEY }, reply: { status: 'CONFIRMED' } },
});
