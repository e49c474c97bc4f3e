import { VERIFICATION_CHANNELS } from '@volley/domain/verification-channel.ts';
import { CHECK_STATUSES, WIDGET_STATUSES } from '@volley/domain/verification-status.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { oneOf, Uuid } from '../fields.ts';

const WidgetKey = Type.Object({
  key: Type.String({ minLength: 1, maxLength: 200, description: 'what the widget handed to the page' }),
});

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
  responses: { 200: Type.Object({ status: oneOf(CHECK_STATUSES) }) },
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
});
