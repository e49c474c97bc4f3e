// GET /v1/message reads from different indexes, by its filters. Every plan must find the same messages as a scan:
// single messages and dispatches, open and final, prompt and late ones.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import { type Api, givenApi } from '../given/api.ts';
import { givenSeller, registerName, type Seller, type Shown, sms } from '../given/people/seller.ts';
import { countOutcomes, spreadOutcomes } from '../given/rows/outcomes.ts';

let api: Api;
let seller: Seller;
let all: readonly Shown[];

beforeAll(async () => {
  api = await givenApi();
  seller = await givenSeller(api);
  const owner = { companyId: seller.companyId, token: seller.token };
  await registerName(api, owner, { senderName: 'Viber', channelType: 'VIBER' });
  await givenSeller(api).then((other) => other.results(...Array.from({ length: 20 }, () => sms())));
  const item = (at: number) => ({
    destination: String(79_161_230_000 + (at % 9)),
    content: at % 4 === 0 ? `Заказ ${at}` : `order ${at}`,
    ...(at % 3 === 0 && { externalMessageId: `own,${at % 12}` }),
    ...(at % 5 === 0 && { tags: ['red', `t${at % 3}`] }),
    ...(at % 7 === 0 && { ttl: 600 + at }),
    ...(at % 8 === 0 && { trafficType: 'SERVICE' }),
  });
  await seller.results(...Array.from({ length: 90 }, (_, at) => sms(item(at))));
  const viber = { channelType: 'VIBER', senderName: 'Viber', content: { contentType: 'text', text: 'Viber' } };
  await seller.results(...Array.from({ length: 12 }, () => sms(viber)));
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => String(79_161_230_000 + at));
  await seller.dispatch('Of the sale', numbers(12), { tags: ['blue'] });
  await seller.dispatch('Заказ', numbers(5));
  await spreadOutcomes(api);
  await countOutcomes(api);
  all = (await seller.list('per_page=1000')).items;
  expect(all).toHaveLength(119);
});
afterAll(() => api.close());

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const timeOf = ({ sentTime, status, statusTime }: Shown) =>
  textOf(sentTime ?? (status === 'unsent' ? statusTime : undefined));
const within = (from: string, to: string) => (one: Shown) => {
  const time = timeOf(one);
  return time !== '' && time >= from && time <= to;
};
const later = (minutes: number) => {
  const first = Math.min(...all.map(({ createdTime }) => Date.parse(String(createdTime))));
  return `${new Date(first + minutes * 60_000).toISOString().slice(0, 19)}Z`;
};
const statusIs =
  (...statuses: string[]) =>
  (one: Shown) =>
    statuses.includes(one.status);

/** The name of the case, the query, and the condition on a shown message. */
type Asked = [string, () => string, () => (one: Shown) => boolean];

const questions: readonly Asked[] = [
  ...['sending', 'sent', 'delivered', 'undelivered', 'unsent'].map(
    (status): Asked => [`status ${status}`, () => `status=${status}`, () => statusIs(status)],
  ),
  ['open messages', () => 'status=sending&status=sent', () => statusIs('sending', 'sent')],
  ['failed messages', () => 'status=unsent&status=undelivered', () => statusIs('unsent', 'undelivered')],
  ['one status of each kind', () => 'status=sent,delivered,unsent', () => statusIs('sent', 'delivered', 'unsent')],
  [
    'open messages of the dispatches',
    () => 'status=sent&dispatch=true',
    () => (one) => one.status === 'sent' && 'dispatchId' in one,
  ],
  ['dispatches', () => 'dispatch=true', () => (one) => 'dispatchId' in one],
  [
    'single messages that failed',
    () => 'dispatch=false&status=unsent',
    () => (one) => !('dispatchId' in one) && one.status === 'unsent',
  ],
  ['a dispatch', () => `dispatch_id=${String(idOfDispatch())}`, () => (one) => one['dispatchId'] === idOfDispatch()],
  ['a channel', () => 'channel_type=VIBER', () => (one) => one['channelType'] === 'VIBER'],
  ['a number', () => 'destination=79161230004', () => (one) => one['destination'] === '79161230004'],
  [
    'a number and a status',
    () => 'destination=79161230004&status=delivered,undelivered,unsent',
    () => (one) => one['destination'] === '79161230004' && statusIs('delivered', 'undelivered', 'unsent')(one),
  ],
  ['numbers', () => 'destination=79161230004,79161230005', () => (one) => /[45]$/.test(String(one['destination']))],
  [
    "the client's id, with its comma",
    () => 'external_message_id=own,3',
    () => (one) => one['externalMessageId'] === 'own,3',
  ],
  [
    'ids of both kinds',
    () => `message_uuid=own,3&message_uuid=${all[7]?.messageUuid},${all[8]?.messageUuid}`,
    () => (one) => one['externalMessageId'] === 'own,3' || one === all[7] || one === all[8],
  ],
  [
    'tags, those of a dispatch too',
    () => 'tags=red&tags=blue',
    () => (one) => ['red', 'blue'].some((tag) => (one['tags'] as string[] | undefined)?.includes(tag)),
  ],
  [
    'tags in brackets',
    () => 'tags[]=t1&tags[]=blue',
    () => (one) => ['t1', 'blue'].some((tag) => (one['tags'] as string[] | undefined)?.includes(tag)),
  ],
  ['statuses in numbered brackets', () => 'status[0]=sent&status[1]=unsent', () => statusIs('sent', 'unsent')],
  [
    'a text, that of a dispatch too',
    () => `content=${encodeURIComponent('ЗАКАЗ')}`,
    () => (one) => String(one['content']).startsWith('Заказ'),
  ],
  [
    'texts without a word',
    () => `content_nor=${encodeURIComponent('ЗАКАЗ')}`,
    () => (one) => !String(one['content']).startsWith('Заказ'),
  ],
  [
    'a text among the open messages',
    () => 'content=order&status=sent',
    () => (one) => String(one['content']).includes('order') && one.status === 'sent',
  ],
  ['a name', () => 'sender_name=Viber', () => (one) => one['senderName'] === 'Viber'],
  ['a type of traffic', () => 'traffic_type=SERVICE', () => (one) => one['trafficType'] === 'SERVICE'],
  ['a time', () => `time_from=${later(0)}&time_to=${later(1)}`, () => within(later(0), later(1))],
  ['a later time', () => `time_from=${later(30)}&time_to=${later(100)}`, () => within(later(30), later(100))],
  ['from a time on', () => `time_from=${later(60)}`, () => within(later(60), '9')],
  ['up to a time', () => `time_to=${later(60)}`, () => within('0', later(60))],
  ['a second', () => `time_from=${secondOf()}&time_to=${secondOf()}`, () => within(secondOf(), secondOf())],
  [
    'a time and a status',
    () => `time_from=${later(30)}&status=unsent`,
    () => (one) => one.status === 'unsent' && within(later(30), '9')(one),
  ],
  [
    'a time and a number',
    () => `time_from=${later(30)}&destination=79161230004`,
    () => (one) => one['destination'] === '79161230004' && within(later(30), '9')(one),
  ],
  [
    'a time of dispatches',
    () => `time_from=${later(30)}&dispatch=true`,
    () => (one) => 'dispatchId' in one && within(later(30), '9')(one),
  ],
];
const idOfDispatch = () => all.find((one) => 'dispatchId' in one)?.['dispatchId'];
const secondOf = () => String(all.find(({ status }) => status === 'undelivered')?.['sentTime']);

test.each(questions)('a filter by %s lists exactly the matching messages', async (_name, query, isMeant) => {
  const meant = all.filter(isMeant());
  expect(meant.length).toBeGreaterThan(0);
  expect(meant.length).toBeLessThan(all.length);
  const { total, items } = await seller.list(`${query()}&per_page=1000`);
  expect(items).toEqual(meant);
  expect(total).toBe(meant.length);
});

test.each(['', '&destination=79161230004', '&dispatch=true', '&time_from=2026-01-01T00:00:00Z'])(
  'ready_to_stop=true with final statuses finds nothing%s',
  async (besides) => {
    const nothing = await seller.list(`ready_to_stop=true&status=unsent&status=inbound_sent${besides}`);
    expect(nothing).toMatchObject({ total: 0, items: [] });
  },
);

covers('messaging.list.sort.stable');
test.each(['created_time', '-created_time', 'sent_time', '-sent_time', 'status_time', '-status_time'])(
  'pages sorted by %s hold each message once, in one order',
  async (sort) => {
    for (const filter of ['', 'status=sent,delivered&', `time_from=${later(0)}&`]) {
      const whole = await seller.list(`${filter}sort=${sort}&per_page=1000`);
      const pages: Shown[] = [];
      for (let page = 1; pages.length < whole.total; page += 1) {
        const { items, total } = await seller.list(`${filter}sort=${sort}&per_page=7&page=${page}`);
        expect(total).toBe(whole.total);
        expect(items.length).toBeGreaterThan(0);
        pages.push(...items);
      }
      expect(pages).toEqual(whole.items);
    }
  },
);

test('each sort uses its own time, and messages without that time come last', async () => {
  for (const [sort, time] of [
    ['sent_time', 'sentTime'],
    ['status_time', 'statusTime'],
  ] as const) {
    const { items } = await seller.list(`sort=-${sort}&per_page=1000`);
    const times = items.map((one) => textOf(one[time]));
    expect(times).toEqual(times.toSorted().toReversed());
  }
});

test('ready_to_stop=true combines with other filters', async () => {
  const waiting = all.filter(statusIs('sending'));
  expect((await seller.list('ready_to_stop=true&per_page=1000')).items).toEqual(waiting);
  expect((await seller.list('ready_to_stop=true&status=sent')).items).toEqual([]);
  const { items } = await seller.list('ready_to_stop=true&destination=79161230004');
  expect(items).toEqual(waiting.filter((one) => one['destination'] === '79161230004'));
});

covers('messaging.list.too-much');
test('searches that take too long are ended with advice, and do not delay other requests', async () => {
  const hasty = await givenApi({ searchTimeoutMs: 500 });
  const [searcher, other] = [await givenSeller(hasty), await givenSeller(hasty)];
  const holder = await hasty.platform.db.pool.connect();
  await holder.query('begin; lock table inbound_messages in access exclusive mode');
  try {
    const searches = Promise.all([1, 2, 3, 4].map(() => searcher.ask('GET', '/message?direction=inbound')));
    const sent = await Promise.race([other.sendOne(), searches]);
    expect(sent).toEqual(expect.any(String));
    for (const reply of await searches)
      expect(reply).toMatchObject({ status: 400, body: { error: { code: 4000, details: [{ field: 'time_from' }] } } });
  } finally {
    await holder.query('rollback');
    holder.release();
    await hasty.close();
  }
});
