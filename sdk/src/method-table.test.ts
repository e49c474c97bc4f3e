// The methods of the package against the contract: names, types and contents.
import type { BodyOf, EndpointShape, ReplyOf } from '@volley/contract/endpoint.ts';
import { messagingApi } from '@volley/contract/messaging/messaging-api.ts';
import { partnerApi } from '@volley/contract/partner/partner-api.ts';
import { CHANNEL_TYPES } from '@volley/domain/sending/channel.ts';
import { isContentProblem, readContent } from '@volley/domain/text/message-content.ts';
import { expect, test } from 'vitest';
import { findFaults } from './checks/find-faults.ts';
import { openClient } from './client.ts';
import type { ContentByChannel, MessagingMethods } from './generated/messaging.ts';
import { MESSAGING_FORMS } from './generated/messaging-forms.ts';
import type { PartnerMethods } from './generated/partner.ts';
import { MESSAGING_METHODS, type MethodTable, PARTNER_METHODS } from './method-table.ts';
import { openPartnerClient } from './partner-client.ts';

const endpointsOf = (table: MethodTable) => Object.values(table).flatMap((group) => Object.values(group));
const byId = (shapes: readonly EndpointShape[]) => shapes.map(({ id }) => id).toSorted();

test('every endpoint of the messaging API has exactly one named method', () => {
  expect(byId(endpointsOf(MESSAGING_METHODS))).toEqual(byId(messagingApi));
});

test('every endpoint of the partner API has exactly one named method', () => {
  expect(byId(endpointsOf(PARTNER_METHODS))).toEqual(byId(partnerApi));
});

test('clients have the methods of their tables', () => {
  const api = 'http://127.0.0.1:1';
  for (const [client, table] of [
    [openClient({ api, key: 'k' }), MESSAGING_METHODS],
    [openPartnerClient({ api, login: 'l', password: 'p' }), PARTNER_METHODS],
  ] as const) {
    const names = Object.entries(table).map(([group, methods]) => [group, Object.keys(methods)]);
    // Every group is an object of functions.
    const groups = client as unknown as Record<string, Record<string, unknown>>;
    for (const [group, methods] of names as [string, string[]][])
      expect(Object.keys(groups[group] ?? {}).filter((name) => !/^(?:each|waitFor)/.test(name))).toEqual(methods);
  }
});

type Body<Call> = Call extends (...args: infer Args) => unknown ? Args[number] : never;
type Reply<Call> = Call extends (...args: never[]) => Promise<infer Value> ? Value : never;

/** Names of the methods whose generated answer is not an answer of the contract; it may be narrower. */
type Misfits<Table extends MethodTable, Methods> = {
  [Group in keyof Table & keyof Methods]: {
    [Name in keyof Table[Group] & keyof Methods[Group]]: Reply<Methods[Group][Name]> extends void
      ? never
      : Reply<Methods[Group][Name]> extends ReplyOf<Table[Group][Name]>
        ? never
        : Name;
  }[keyof Table[Group] & keyof Methods[Group]];
}[keyof Table & keyof Methods];

type Fits<Table extends MethodTable, Methods> = [Misfits<Table, Methods>] extends [never]
  ? true
  : Misfits<Table, Methods>;
const repliesFit: [Fits<typeof MESSAGING_METHODS, MessagingMethods>, Fits<typeof PARTNER_METHODS, PartnerMethods>] = [
  true,
  true,
];

/** Bodies of the generated types are bodies of the contract. */
type Accepts<Shape extends EndpointShape, Call> =
  Extract<Body<Call>, object> extends infer Given ? (BodyOf<Shape> extends Given ? true : false) : never;
const bodiesFit: [
  Accepts<typeof MESSAGING_METHODS.verifier.send, MessagingMethods['verifier']['send']>,
  Accepts<typeof MESSAGING_METHODS.templates.create, MessagingMethods['templates']['create']>,
  Accepts<typeof PARTNER_METHODS.dispatches.create, PartnerMethods['dispatches']['create']>,
  Accepts<typeof PARTNER_METHODS.companies.create, PartnerMethods['companies']['create']>,
] = [true, true, true, true];

test('generated types fit the types of the contract', () => {
  // The compiler decides; the values only use the types.
  expect([...repliesFit, ...bodiesFit]).not.toContain(false);
});

const keyboard = { buttons: [{ type: 'url', text: 'Open', value: 'https://shop.example' }] } as const;
const CONTENTS: { readonly [Channel in keyof ContentByChannel]: readonly ContentByChannel[Channel][] } = {
  SMS: ['Hi', { text: 'Hi' }],
  VIBER: [
    'Hi',
    { contentType: 'image', fileUrl: 'https://shop.example/a.png', caption: 'A' },
    { contentType: 'button', text: 'Hi', action: 'https://shop.example' },
  ],
  WHATSAPP: [
    'Hi',
    { text: 'Hi', header: { text: 'A' }, footer: { text: 'B' }, keyboard },
    { contentType: 'document', fileUrl: 'https://shop.example/a.pdf', fileName: 'a.pdf' },
    { contentType: 'authentication', code: '4711' },
  ],
  VK: ['Hi', { text: 'Hi', keyboard }, { text: 'Hi', imageUrl: 'https://shop.example/a.png' }],
  TELEGRAM: ['Hi', { text: 'Hi', imageUrl: 'https://shop.example/a.png', keyboard }],
  FLASHCALL: ['4711'],
  VOICECODE: ['Your code: 4711'],
  TEXT_TO_SPEECH: ['Hi', { text: 'Hi', voice: 'MALE', speed: 1.5 }],
  WEASY: ['Hi', { text: 'Hi' }],
  PUSH: ['Hi', { text: 'Hi', title: 'A', data: { order: 4711 } }],
  MAX: ['Hi', { contentType: 'text', text: 'Hi', keyboard }],
};

const rules = { named: MESSAGING_FORMS.named, dropsNulls: true };
const faultsIn = (channelType: string, content: unknown) =>
  findFaults({ ref: 'Content' }, content, 'content', { ...rules, around: { channelType } });

test.each(CHANNEL_TYPES)('contents of the type for %s are accepted by the client and the service', (channel) => {
  for (const content of CONTENTS[channel]) {
    expect([content, faultsIn(channel, content)]).toEqual([content, []]);
    expect([content, isContentProblem(readContent(channel, content))]).toEqual([content, false]);
  }
});

test.each<[string, unknown, string]>([
  ['SMS', 5, 'content must be a string or an object'],
  ['SMS', { text: 'Hi', keyboard }, 'content.keyboard is unknown'],
  ['SMS', { keyboard }, 'content.text is required'],
  ['VIBER', { contentType: 'sticker', text: 'Hi' }, 'content.contentType must be one of text, image, video,'],
  ['VIBER', { contentType: 'image', text: 'Hi' }, 'content.fileUrl is required'],
  ['WHATSAPP', { contentType: 'button', text: 'Hi' }, 'content.contentType must be one of text, image, video,'],
  ['WHATSAPP', { text: 'Hi', code: '4711' }, 'content.code is unknown'],
  ['WHATSAPP', { text: 'Hi', header: 'H' }, 'content.header must be an object'],
  ['VK', { text: 'Hi', imageURL: 'https://shop.example' }, 'content.imageURL is unknown: did you mean imageUrl?'],
  [
    'TELEGRAM',
    { text: 'Hi', keyboard: { buttons: [{ type: 'call', text: 'A' }] } },
    'content.keyboard.buttons[0].type',
  ],
  ['TEXT_TO_SPEECH', { text: 'Hi', speed: Number.NaN }, 'content.speed must be a number'],
  ['PUSH', { text: 'Hi', data: [] }, 'content.data must be an object'],
])('content of %s in another form, %j, is refused by the client with its member', (channel, content, words) => {
  const [first] = faultsIn(channel, content);
  expect(`${first?.field} ${first?.reason}`).toContain(words);
});

test('a text that is empty or too long is left to the service, which refuses its message only', () => {
  for (const content of ['', ' ', 'x'.repeat(20_000), { text: '' }]) expect(faultsIn('SMS', content)).toEqual([]);
});
