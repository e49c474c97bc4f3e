// The revisions of the messaging API, each found in the contract that the server mounts: a method, a parameter, a
// member or a value that came with it. What they do is tested where they belong.
import {
  ClickCallback,
  InboundCallback,
  PriceCallback,
  StatusCallback,
} from '@volley/contract/callbacks/messaging-callbacks.ts';
import { messagingApi } from '@volley/contract/messaging/messaging-api.ts';
import { MESSAGE_ERRORS } from '@volley/domain/message-error.ts';
import { expect, test } from 'vitest';

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

/** `POST /message: ttl` is a member of the body or a parameter, `=> GET /message: status` one of the answer. */
function holds(what: string): boolean {
  const [place = '', names = ''] = what.split(': ');
  const isAnswer = place.startsWith('=> ');
  const { query, body, multipart, responses } = endpointOf(place.replace('=> ', ''));
  const known = isAnswer ? namedIn(responses) : namedIn({ query, body, multipart });
  return names.split(', ').every((name) => name === '' || known.has(name));
}

test.each<[string, readonly string[]]>([
  ['v2 [messaging.version.v2]', ['POST /message: tags, ttl, hours, days', 'GET /templates: template_id']],
  [
    'v3 [messaging.version.v3]',
    [
      'GET /balance',
      'POST /message: callbackEvents',
      '=> GET /message: ttl, hours, days, localSendTime, localCompletionTime, useLocalTime, callbackEvents, callbackUrl',
    ],
  ],
  [
    'v4 [messaging.version.v4]',
    ['GET /sender-names: channel_type, country_code', 'POST /message: localCompletionTime'],
  ],
  ['v5 [messaging.version.v5]', ['POST /message: cascade, cascadeCondition']],
  ['v6 [messaging.version.v6]', ['=> GET /message: readStatus, readStatusTime, specialContent']],
  [
    'v7 [messaging.version.v7]',
    [
      'POST /templates: VIBER',
      'POST /message: shortUrl, click',
      '=> GET /message: cascadeMessageUuid, cascadeStep',
      'POST /dispatch: dispatchName, shortUrl',
      'POST /dispatch/{id}/messages: destination',
      'POST /dispatch/{id}/start',
    ],
  ],
  ['v8 [messaging.version.v8]', ['POST /dispatch/{id}/stop']],
  [
    'v9 [messaging.version.v9]',
    [
      'POST /message/stop: uuids',
      'GET /message: content_nor',
      'POST /message: AUTHORIZE',
      'POST /dispatch: cascade, rateTerm',
      'POST /templates: AUTHORIZE',
    ],
  ],
  ['v10 [messaging.version.v10]', ['GET /ping']],
  ['v11 [messaging.version.v11]', ['GET /message: country_code, ready_to_stop']],
  ['v12 [messaging.version.v12]', ['GET /message: inbound', '=> GET /message: inbound, inbound_sent']],
  ['v13 [messaging.version.v13]', ['GET /message: dispatch, inbound, outbound']],
  ['v14 to v16 [messaging.version.v14-v16.flashcall]', ['POST /message: FLASHCALL']],
  ['v14 to v16 [messaging.version.v14-v16.text-to-speech]', ['POST /message: TEXT_TO_SPEECH']],
  ['v17 [messaging.version.v17]', ['POST /message: VOICECODE']],
  ['v21 [messaging.version.v21]', ['POST /message: externalMessageId', '=> GET /message: externalMessageId']],
  ['v22 [messaging.version.v22]', ['POST /verifier/send: gatewayId', 'POST /verifier/check: code']],
  ['v23 [messaging.version.v23]', ['POST /message: WEASY']],
  ['v26 [messaging.version.v26]', ['=> GET /message: VERIFIER_API, VERIFIER_WIDGET']],
  ['v30 [messaging.version.v30]', ['POST /message: PUSH']],
])('revision %s is in the contract', (_statement, promised) => {
  for (const what of promised) expect([what, holds(what)]).toEqual([what, true]);
});

test('v5: callbacks know channel and cascade, and read yields unread [messaging.version.v5]', () => {
  for (const schema of [StatusCallback, PriceCallback, ClickCallback])
    for (const name of ['channel_type', 'cascade_message_uuid', 'cascade_step'])
      expect(namedIn(schema)).toContain(name);
  expect(namedIn(StatusCallback)).toContain('unread');
});

test('members of callbacks are in snake_case, also where the API is in camelCase [messaging.general.callbacks-snake-case]', () => {
  for (const schema of [StatusCallback, PriceCallback, ClickCallback, InboundCallback])
    for (const name of Object.keys(schema.properties)) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
});

test('v24: the codes are known, those of Telegram as such [messaging.version.v24]', () => {
  const known = new Map(MESSAGE_ERRORS.map((error) => [error.code, error]));
  for (const code of [125, 149, 150, 151, 152]) expect(known.get(code)?.meaning).toMatch(/./);
  for (const code of [125, 149, 150, 151, 152]) expect(known.get(code)).toMatchObject({ origin: 'telegram' });
  for (const code of [453, 454, 455, 456]) expect([...known.keys()]).toContain(code);
});
