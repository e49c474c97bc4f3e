// The revisions of the messaging API, each found in the contract that the server mounts: the method, parameter, member
// or value of the revision. The tests of each feature prove the behavior.
import {
  ClickCallback,
  InboundCallback,
  PriceCallback,
  StatusCallback,
} from '@volley/contract/callbacks/messaging-callbacks.ts';
import { messagingApi } from '@volley/contract/messaging/messaging-api.ts';
import { MESSAGE_ERRORS } from '@volley/domain/sending/message-error.ts';
import { expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';

type Schema = { readonly [word: string]: unknown };

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** Every member that a schema names at any depth, and every value that it lists. */
function namedIn(schema: unknown): Set<string> {
  if (!isSchema(schema)) return new Set();
  const { properties, enum: values, const: only, ...rest } = schema;
  const own = [
    ...(isSchema(properties) ? Object.keys(properties) : []),
    ...(Array.isArray(values) ? values.map(String) : []),
    ...(typeof only === 'string' ? [only] : []),
  ];
  const inner = [...Object.values(isSchema(properties) ? properties : {}), ...Object.values(rest)];
  return new Set([...own, ...inner.flatMap((part) => [...namedIn(part)])]);
}

function endpointOf(name: string) {
  const found = messagingApi.find(({ method, path }) => `${method} ${path}` === name);
  if (found === undefined) throw new Error(`the messaging API has no ${name}`);
  return found;
}

/** `POST /message: ttl` is a member of the body or a parameter, `=> GET /message: status` is a member of the answer. */
function holds(what: string): boolean {
  const [place = '', names = ''] = what.split(': ');
  const isAnswer = place.startsWith('=> ');
  const { query, body, multipart, responses } = endpointOf(place.replace('=> ', ''));
  const known = isAnswer ? namedIn(responses) : namedIn({ query, body, multipart });
  return names.split(', ').every((name) => name === '' || known.has(name));
}

covers(
  'messaging.version.v2',
  'messaging.version.v3',
  'messaging.version.v4',
  'messaging.version.v5',
  'messaging.version.v6',
  'messaging.version.v7',
  'messaging.version.v8',
  'messaging.version.v9',
  'messaging.version.v10',
  'messaging.version.v11',
  'messaging.version.v12',
  'messaging.version.v13',
  'messaging.version.v14-v16.flashcall',
  'messaging.version.v14-v16.text-to-speech',
  'messaging.version.v17',
  'messaging.version.v21',
  'messaging.version.v22',
  'messaging.version.v23',
  'messaging.version.v26',
  'messaging.version.v30',
  'messaging.version.v33',
);
test.each<[string, readonly string[]]>([
  ['v2', ['POST /message: tags, ttl, hours, days', 'GET /templates: template_id']],
  [
    'v3',
    [
      'GET /balance',
      'POST /message: callbackEvents',
      '=> GET /message: ttl, hours, days, localSendTime, localCompletionTime, useLocalTime, callbackEvents, callbackUrl',
    ],
  ],
  ['v4', ['GET /sender-names: channel_type, country_code', 'POST /message: localCompletionTime']],
  ['v5', ['POST /message: cascade, cascadeCondition']],
  ['v6', ['=> GET /message: readStatus, readStatusTime, specialContent']],
  [
    'v7',
    [
      'POST /templates: VIBER',
      'POST /message: shortUrl, click',
      '=> GET /message: cascadeMessageUuid, cascadeStep',
      'POST /dispatch: dispatchName, shortUrl',
      'POST /dispatch/{id}/messages: destination',
      'POST /dispatch/{id}/start',
    ],
  ],
  ['v8', ['POST /dispatch/{id}/stop']],
  [
    'v9',
    [
      'POST /message/stop: uuids',
      'GET /message: content_nor',
      'POST /message: AUTHORIZE',
      'POST /dispatch: cascade, rateTerm',
      'POST /templates: AUTHORIZE',
    ],
  ],
  ['v10', ['GET /ping']],
  ['v11', ['GET /message: country_code, ready_to_stop']],
  ['v12', ['GET /message: inbound', '=> GET /message: inbound, inbound_sent']],
  ['v13', ['GET /message: dispatch, inbound, outbound']],
  ['v14 to v16', ['POST /message: FLASHCALL']],
  ['v14 to v16', ['POST /message: TEXT_TO_SPEECH']],
  ['v17', ['POST /message: VOICECODE']],
  ['v21', ['POST /message: externalMessageId', '=> GET /message: externalMessageId']],
  ['v22', ['POST /verifier/send: gatewayId', 'POST /verifier/check: code']],
  ['v23', ['POST /message: WEASY']],
  ['v26', ['=> GET /message: VERIFIER_API, VERIFIER_WIDGET']],
  ['v30', ['POST /message: PUSH']],
  [
    'v33',
    [
      'POST /subscribers: TELEGRAM, senderName, subscribers, subscriberId, destination, tags',
      '=> POST /subscribers: errors, created, updated, items, index, code, errorCode, msg',
      'GET /subscribers: channel_type, sender_name, destination, subscriber_id, status, page, per_page',
      '=> GET /subscribers: subscriberId, destination, status, source, tags, createdAt, updatedAt',
      'POST /subscribers/delete: channelType, senderName, subscriberIds, destinations',
      '=> POST /subscribers/delete: deleted',
    ],
  ],
])('revision %s is in the contract', (_statement, promised) => {
  for (const what of promised) expect([what, holds(what)]).toEqual([what, true]);
});

covers('messaging.version.v5');
test('v5: callbacks have channel and cascade, and the event read may be unread', () => {
  for (const schema of [StatusCallback, PriceCallback, ClickCallback])
    for (const name of ['channel_type', 'cascade_message_uuid', 'cascade_step'])
      expect(namedIn(schema)).toContain(name);
  expect(namedIn(StatusCallback)).toContain('unread');
});

covers('messaging.general.callbacks-snake-case');
test('members of callbacks are in snake_case, also where the API is in camelCase', () => {
  for (const schema of [StatusCallback, PriceCallback, ClickCallback, InboundCallback])
    for (const name of Object.keys(schema.properties)) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
});

covers('messaging.version.v24');
test('v24: the contract has the new error codes, those of Telegram under its name', () => {
  const known = new Map(MESSAGE_ERRORS.map((error) => [error.code, error]));
  for (const code of [125, 149, 150, 151, 152]) expect(known.get(code)?.meaning).toMatch(/./);
  for (const code of [125, 149, 150, 151, 152]) expect(known.get(code)).toMatchObject({ origin: 'telegram' });
  for (const code of [453, 454, 455, 456]) expect([...known.keys()]).toContain(code);
});
