// A cascade: a Viber message is not read within ten minutes, an SMS with a short link follows, and the recipient opens
// it.
import { expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { givenSeller, registerName, sms } from '../../given/people/seller.ts';
import { follow, SHORT_LINK_BASE } from '../../given/people/sent-short-link.ts';
import { until } from '../../given/until.ts';

const cell = useCell({ settings: { shortLinkBase: SHORT_LINK_BASE, trustedProxies: ['127.0.0.1'] } });

const TARGET = 'https://nord.example/p/4711';
const PLAIN_SMS_PRICE = 3.2;

type Told = Readonly<Record<string, unknown>>;

covers('messaging.version.v7');
test('a message that is not read over Viber is followed by an SMS, and its short link redirects to the target', async () => {
  await cell().link('mts');
  await cell().channel('VIBER');
  await cell().operators.channels.behave('viber', { readPercent: 0 });
  const seller = await givenSeller(cell());
  await registerName(cell(), seller, { channelType: 'VIBER' });
  const before = await seller.balance();
  const root = await seller.sendOne({
    ...sms(),
    channelType: 'VIBER',
    content: { contentType: 'text', text: 'Your parcel has arrived' },
    ttl: 600,
    externalMessageId: 'parcel-1',
    callbackUrl: cell().sink.url('/parcel'),
    callbackEvents: ['sent', 'delivered', 'read', 'price', 'click'],
    cascadeCondition: 'not_read',
    cascade: [
      { channelType: 'SMS', senderName: 'Shop', content: `Parcel arrived: ${TARGET}`, ttl: 3_600, shortUrl: true },
    ],
  });
  await seller.untilStatus(root, 'delivered');

  // After nine minutes the step still waits to be read; after ten it is unread.
  await cell().advance(540);
  expect(await seller.ids(`cascade_message_uuid=${root}`)).toEqual([root]);
  await cell().advance(65);
  const second = await until('the SMS is delivered', async () => {
    const { items } = await seller.list(`cascade_message_uuid=${root}&root=false`);
    return items[0]?.status === 'delivered' && items[0];
  });
  const first = await seller.message(root);
  expect(first).toMatchObject({
    status: 'delivered',
    readStatus: 'unread',
    cascadeStep: 1,
    externalMessageId: 'parcel-1',
  });
  expect(second).toMatchObject({
    channelType: 'SMS',
    cascadeMessageUuid: root,
    cascadeStep: 2,
    externalMessageId: 'parcel-1',
    totalParts: 1,
    price: { totalPrice: PLAIN_SMS_PRICE, currency: 'RUB', invoicedParts: 1, final: true },
  });
  const shortUrl = /https:\/\/s\.example\/\w{8}/.exec(String(second['content']))?.[0] ?? '';
  expect(second['content']).toBe(`Parcel arrived: ${shortUrl}`);
  expect((await cell().operators.received('mts')).map(({ text }) => text)).toEqual([`Parcel arrived: ${shortUrl}`]);

  // A visitor opens the short link a minute later.
  await cell().advance(60);
  const visit = await follow(cell(), `/l${new URL(shortUrl).pathname}`);
  expect([visit.status, visit.headers.get('location')]).toEqual([302, TARGET]);

  const told = (): Told[] =>
    cell()
      .sink.received('/parcel')
      .flatMap(({ items }) => items);
  await until('the click callback has arrived', () => told().some((event) => event['callback_event'] === 'click'));
  const brief = (events: readonly Told[], uuid: string) =>
    events
      .filter((event) => event['message_uuid'] === uuid)
      .map((event) => [event['callback_event'], event['status'] ?? event['price'] ?? event['url']]);
  const viberPrice = (first['price'] as { totalPrice: number }).totalPrice;
  expect(brief(told(), root)).toEqual([
    ['sent', 'sent'],
    ['price', viberPrice],
    ['delivered', 'delivered'],
    ['read', 'unread'],
  ]);
  expect(brief(told(), second.messageUuid)).toEqual([
    ['sent', 'sent'],
    ['price', PLAIN_SMS_PRICE],
    ['delivered', 'delivered'],
    ['click', TARGET],
  ]);
  expect(told().every((event) => event['cascade_message_uuid'] === root)).toBe(true);
  expect(told().every((event) => event['external_message_id'] === 'parcel-1')).toBe(true);
  expect(told().find((event) => event['callback_event'] === 'click')).toMatchObject({
    short_url: shortUrl,
    channel_type: 'SMS',
    cascade_step: 2,
  });

  // The feed has the same events, numbered without a gap.
  const feed = await until('the feed is complete', async () => {
    const { items } = (await seller.ask('GET', '/events')).body as { items: Told[] };
    return items.length === told().length && items;
  });
  expect(feed.map((event) => event['event_number'])).toEqual(
    feed.map((_, at) => Number(feed[0]?.['event_number']) + at),
  );
  expect(await seller.balance()).toBeCloseTo(before - viberPrice - PLAIN_SMS_PRICE, 2);
  expect(viberPrice).toBeGreaterThan(0);
});
