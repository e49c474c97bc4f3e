import {
  AUTO_CHANNEL,
  VERIFICATION_CHANNELS,
  VERIFICATION_LANGUAGES,
  type WantedChannel,
} from '@volley/domain/verification/verification-channel.ts';
import {
  CHECK_STATUSES,
  VERIFICATION_STATUSES,
  WIDGET_STATUSES,
} from '@volley/domain/verification/verification-status.ts';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Amount, Count, Currency, Datetime, oneOf, Uuid } from '../fields.ts';
import { ExternalMessageId, SendingSettings } from './sending-settings.ts';

const WidgetKey = Type.Object({
  key: Type.String({ minLength: 1, maxLength: 200, description: 'the key that the widget passed to the page' }),
});

const CheckStatus = Type.Unsafe<(typeof CHECK_STATUSES)[number]>({
  ...oneOf(CHECK_STATUSES),
  description:
    'CONFIRMED: once; WRONG_CODE: may be retried; EXPIRED: too late, too many checks or already confirmed; NOT_FOUND',
});

const UUID = '9b2f6c1e-0d35-4a7e-8c5d-1f2e3a4b5c6d';
const MESSAGE_UUID = '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f';
const { callbackUrl: CallbackUrl } = SendingSettings;

const Delivery = Type.Unsafe<'sending' | 'sent' | 'delivered' | 'undelivered'>({
  ...oneOf(['sending', 'sent', 'delivered', 'undelivered']),
  description: 'sending: not handed over yet; undelivered: also never sent',
});

const VerificationStatus = Type.Unsafe<(typeof VERIFICATION_STATUSES)[number]>({
  ...oneOf(VERIFICATION_STATUSES),
  description: 'PENDING: the code can be entered; EXPIRED: too late, or too many checks',
});

const WIDGET_KEY = '5kQh2v0TnR8sW3yB6dF9gJ1mX4zC7uA0pL2eN5iO8rQ';

export const sendVerification = endpoint({
  id: 'sendVerification',
  surface: 'messaging',
  method: 'POST',
  path: '/verifier/send',
  summary: 'Generate a code and send it',
  auth: 'key',
  keyTypes: ['VERIFIER'],
  body: Type.Object({
    channelType: Type.Unsafe<WantedChannel>({
      ...oneOf([...VERIFICATION_CHANNELS, AUTO_CHANNEL]),
      description: 'a channel of the profile; AUTO: the profile chooses',
    }),
    destination: Type.String({ minLength: 1, maxLength: 40, description: 'phone number' }),
    gatewayId: Type.String({ minLength: 1, maxLength: 40, description: 'verification profile of the account' }),
    externalMessageId: Type.Optional(ExternalMessageId),
    callbackUrl: Type.Optional(
      Type.Unsafe<string>({
        ...CallbackUrl,
        description:
          'target of the events `sent`, `delivered`, `confirmed` and `expired`, with `verification_uuid`; default: that of the profile',
      }),
    ),
    language: Type.Optional(
      Type.Unsafe<(typeof VERIFICATION_LANGUAGES)[number]>({
        ...oneOf(VERIFICATION_LANGUAGES),
        description: 'language of the text, if the profile has one in it; default: that of the profile',
      }),
    ),
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
  summary: 'Check a code; a right code is confirmed once',
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

export const getVerification = endpoint({
  id: 'getVerification',
  surface: 'messaging',
  method: 'GET',
  path: '/verifier/{uuid}',
  summary: 'Get a verification: its status, delivery and price',
  description: 'Members that do not apply are left out. A verification is stored for a day after its code ends.',
  auth: 'key',
  keyTypes: ['VERIFIER'],
  params: Type.Object({ uuid: Uuid }),
  responses: {
    200: Type.Object(
      {
        uuid: Uuid,
        status: VerificationStatus,
        channelType: Type.Unsafe<string>({ ...oneOf(VERIFICATION_CHANNELS), description: 'of the newest message' }),
        delivery: Delivery,
        attemptsLeft: Count,
        price: Type.Object(
          {
            totalPrice: Amount,
            currency: Currency,
            final: Type.Boolean({ description: 'true: the price does not change any more' }),
          },
          { description: 'of all its messages' },
        ),
        createdAt: Datetime,
        expiresAt: Datetime,
        confirmedAt: Type.Optional(Datetime),
        externalMessageId: Type.Optional(Type.String({ description: "the client's own id" })),
        steps: Type.Array(
          Type.Object(
            {
              channelType: oneOf(VERIFICATION_CHANNELS),
              messageUuid: Uuid,
              delivery: Delivery,
              at: Type.Unsafe<string>({ ...Datetime, description: 'accepted' }),
            },
            { title: 'VerificationStep' },
          ),
          { description: 'its messages in the order of sending' },
        ),
      },
      { title: 'Verification' },
    ),
  },
  example: {
    reply: {
      uuid: UUID,
      status: 'PENDING',
      channelType: 'SMS',
      delivery: 'delivered',
      attemptsLeft: 5,
      price: { totalPrice: 3.2, currency: 'RUB', final: true },
      createdAt: '2026-03-01T10:00:00Z',
      expiresAt: '2026-03-01T10:10:00Z',
      externalMessageId: 'sign-in-1',
      steps: [{ channelType: 'SMS', messageUuid: MESSAGE_UUID, delivery: 'delivered', at: '2026-03-01T10:00:00Z' }],
    },
  },
});

export const cancelVerification = endpoint({
  id: 'cancelVerification',
  surface: 'messaging',
  method: 'POST',
  path: '/verifier/{uuid}/cancel',
  summary: 'Cancel a verification; later checks answer EXPIRED',
  description:
    'Messages that were not handed over are stopped and not charged. May be repeated; a confirmed or expired verification keeps its status.',
  auth: 'key',
  keyTypes: ['VERIFIER'],
  params: Type.Object({ uuid: Uuid }),
  bodyOptional: true,
  body: Type.Object({}),
  responses: { 200: Type.Object({ status: VerificationStatus }) },
  refusals: ['not-found'],
  example: { body: {}, reply: { status: 'CANCELLED' } },
});

export const sendWidgetCode = endpoint({
  id: 'sendWidgetCode',
  surface: 'messaging',
  method: 'POST',
  path: '/verifier/widget/send',
  summary: 'Send the code that a visitor of the widget requested',
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
  summary: 'Get the result of a widget session; only CONFIRMED proves the number',
  auth: 'key',
  keyTypes: ['VERIFIER', 'VERIFIER_BUILDER'],
  body: Type.Object({
    ...WidgetKey.properties,
    destination: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        description: 'the number in the form of the site; NOT_FOUND if the code went to another number',
      }),
    ),
  }),
  responses: { 200: Type.Object({ status: oneOf(WIDGET_STATUSES) }) },
  example: { body: { key: WIDGET_KEY }, reply: { status: 'CONFIRMED' } },
});
