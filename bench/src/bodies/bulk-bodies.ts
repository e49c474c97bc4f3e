// The worst bodies of routes for thousands of recipients: as long, as many and as deep as the contract allows, in the
// most expensive form for the server.
import { BOT_NAME, type Target } from './targets.ts';

export type WorstBody = { readonly what: string; readonly path: string; readonly body: Buffer };

const TEXT_MAX = 10_000;
const BYTES_MAX = 39 * 1024 * 1024;

const listOf = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));
const phone = (at: number) => String(79_160_000_000 + at);
const fits = (bytesEach: number, most: number) => Math.min(most, Math.floor(BYTES_MAX / bytesEach));
const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const members = (count: number, value: (at: number) => unknown) =>
  Object.fromEntries(listOf(count, (at) => [`m${at}`, value(at)]));

/** More members than any object of the contract: refused before parsing. */
const crowded = (): Record<string, unknown> => members(400_000, (at) => at);

/** Undeclared members are ignored, but still parsed and transferred between threads. */
const IGNORED = {
  'a list of 900,000 numbers beside it': () => listOf(900_000, (at) => at),
  'objects of 1,000 members beside it': () => listOf(800, () => members(1_000, (at) => at)),
  'eight levels beside it': () => listOf(60_000, (at) => [[[[[[[at]]]]]]]),
  'an object of 400,000 members beside it': crowded,
  'texts of 36 MB beside it': () => listOf(36, () => 'x'.repeat(1_000_000)),
} as const;

type Recipients = readonly (readonly [what: string, text: string, messages: readonly object[]])[];

/** Recipients of partner and messaging dispatches. */
function recipients(most: number): Recipients {
  const ownText = fits(TEXT_MAX, most);
  return [
    ['numbers that are refused', 'Hi', listOf(most, () => ({ destination: 'x'.repeat(64) }))],
    [
      'accepted, each with its own ten parts',
      'Hi',
      listOf(most, (at) => ({ destination: phone(at), customText: `${at} `.padEnd(1_500, 'x') })),
    ],
    [
      'texts of 10,000 characters',
      'Hi',
      listOf(ownText, (at) => ({ destination: phone(at), customText: `${at} `.padEnd(TEXT_MAX, 'x') })),
    ],
    [
      'Cyrillic texts of 10,000 characters',
      'Hi',
      listOf(fits(2 * TEXT_MAX, most), (at) => ({
        destination: phone(at),
        customText: `${at} `.padEnd(TEXT_MAX, 'ж'),
      })),
    ],
    [
      'placeholders that make megabytes',
      '{a}'.repeat(530),
      listOf(most, (at) => ({ destination: phone(at), substitutions: { a: 'x'.repeat(1_600) } })),
    ],
    [
      'a hundred values each',
      '{m1} {m99}',
      listOf(Math.min(most, 9_000), (at) => ({ destination: phone(at), substitutions: members(100, () => 'value') })),
    ],
    [
      'a thousand unknown members each',
      'Hi',
      listOf(Math.min(most, 900), (at) => ({ destination: phone(at), ...members(990, () => 1) })),
    ],
    [
      'wrong in the last item',
      'Hi',
      [
        ...listOf(Math.min(most, 9_000) - 1, (at) => ({
          destination: phone(at),
          substitutions: members(100, () => 1),
        })),
        {},
      ],
    ],
    [
      'wrong in every item',
      'Hi',
      listOf(most, () => ({ destination: 5, customText: 7, substitutions: members(80, () => null) })),
    ],
  ];
}

const withIgnored = (what: string, path: string, value: object): WorstBody[] =>
  Object.entries(IGNORED).map(([name, make]) => ({
    what: `${what}, ${name}`,
    path,
    body: json({ ...value, ignored: make() }),
  }));

function dispatchBodies(path: string, frame: (text: string) => object): WorstBody[] {
  const cases = recipients(10_000).map(([what, text, messages]) => ({
    what,
    path,
    body: json({ ...frame(text), messages }),
  }));
  return [...cases, ...withIgnored('one recipient', path, { ...frame('Hi'), messages: [{ destination: phone(1) }] })];
}

function messageBodies(path: string, steps: number, message: (content: unknown, at: number) => object): WorstBody[] {
  const content = { contentType: 'text', text: 'Hi', data: 'x'.repeat(65_000 / steps) };
  const links = (at: number) => listOf(60, (link) => `http://a.b/${at}-${link}`).join(' ');
  const one = (what: string, items: readonly object[]) => ({ what, path, body: json(items) });
  return [
    one(
      '1,000 texts of ten parts',
      listOf(1_000, (at) => message(`${at} `.padEnd(1_500, 'x'), at)),
    ),
    one(
      '1,000 texts of sixty links',
      listOf(1_000, (at) => ({ ...message(links(at), at), shortUrl: true })),
    ),
    one(
      'texts of 60,000 characters',
      listOf(600, (at) => message('x'.repeat(60_000), at)),
    ),
    one(
      'objects of 65,000 characters',
      listOf(550, (at) => message(content, at)),
    ),
    one(
      'ignored objects of 1,000 members',
      listOf(800, (at) => ({ ...message('Hi', at), ignored: members(1_000, (m) => m) })),
    ),
    one('900,000 hours', [{ ...message('Hi', 1), hours: listOf(900_000, (at) => 900_000 - at) }]),
    one(
      'wrong in every item',
      listOf(1_000, (at) => ({ ...message(7, at), destination: 7, tags: listOf(100, () => 7) })),
    ),
  ];
}

function subscriberBodies(path: string, frame: object): WorstBody[] {
  const subscribers = listOf(10_000, (at) => ({
    subscriberId: `${at} `.padEnd(200, 'x'),
    destination: `+${phone(at)}`.padEnd(64, ' '),
    tags: listOf(10, (tag) => `${tag}`.padEnd(64, 'x')),
  }));
  return [
    { what: '10,000 subscribers with ten tags', path, body: json({ ...frame, subscribers }) },
    ...withIgnored('one subscriber', path, { ...frame, subscribers: subscribers.slice(0, 1) }),
  ];
}

const UUID = (at: number) => `01907f00-0000-7000-8000-${String(at).padStart(12, '0')}`;

/** By endpoint id; bodies of all further endpoints are generated from the contract. */
export const BULK_BODIES: Readonly<Record<string, (target: Target) => readonly WorstBody[]>> = {
  createDispatch: ({ companyId, senderIds }) =>
    dispatchBodies('/dispatches', (text) => ({ companyId, name: 'Worst', senderIds, channelType: 'SMS', text })),
  appendMessages: ({ dispatchIds }) => {
    const path = `/dispatches/${dispatchIds.partner}/messages`;
    const cases = recipients(10_000).map(([what, , messages]) => ({ what, path, body: json({ messages }) }));
    return [...cases, ...withIgnored('one recipient', path, { messages: [{ destination: phone(1) }] })];
  },
  addRecipients: ({ dispatchIds }) =>
    recipients(1_000).map(([what, , items]) => ({
      what,
      path: `/dispatch/${dispatchIds.messaging}/messages`,
      body: json(items),
    })),
  sendMessages: ({ senderName }) =>
    messageBodies('/message', 1, (content, at) => ({
      channelType: 'SMS',
      senderName,
      destination: phone(at),
      content,
    })),
  sendCascades: ({ senderName }) =>
    messageBodies('/message/cascade', 5, (content, at) => ({
      destination: phone(at),
      cascade: listOf(5, () => ({
        channelType: 'SMS',
        senderName,
        content: typeof content === 'string' ? content.slice(0, 7_000) : content,
      })),
    })),
  stopMessages: () => [
    { what: '10,000 unknown ids', path: '/message/stop', body: json({ uuids: listOf(10_000, UUID) }) },
    ...withIgnored('one id', '/message/stop', { uuids: [UUID(1)] }),
  ],
  uploadSubscribers: () => subscriberBodies('/subscribers', { channelType: 'WEASY', senderName: BOT_NAME }),
  consoleUploadSubscribers: ({ botId }) => subscriberBodies(`/senders/${botId}/subscribers`, {}),
  deleteSubscribers: () => [
    {
      what: '10,000 unknown ids',
      path: '/subscribers/delete',
      body: json({ channelType: 'WEASY', senderName: BOT_NAME, subscriberIds: listOf(10_000, UUID) }),
    },
  ],
  estimateRecipients: ({ companyId, senderIds }) =>
    dispatchBodies('/estimate', (text) => ({ companyId, senderIds, channelType: 'SMS', text })),
  consoleImportBlacklist: ({ companyId }) => {
    const path = '/blacklist/import';
    const items = listOf(10_000, (at) => ({ msisdn: phone(at), comment: 'x'.repeat(500) }));
    return [
      { what: '10,000 numbers with comments', path, body: json({ companyId, items }) },
      ...withIgnored('one number', path, { companyId, items: items.slice(0, 1) }),
    ];
  },
};
