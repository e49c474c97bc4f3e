// The guarantee of the feed: a client that was away continues from its last number and can prove that no event is
// missing, whatever happened to the processes that number events and call back.
import { afterEach, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { type ChildWorker, spawnWorker } from '../../given/child-worker.ts';
import { givenSeller, type Seller, type Shown, sms } from '../../given/people/seller.ts';
import { until } from '../../given/until.ts';

const COUNT = 500;
const PER_CALL = 50;
const EVERY_EVENT = ['sent', 'delivered', 'price'];
const ENDS = ['delivered', 'undelivered', 'unsent'];

const cell = useCell({
  workers: ['clock', 'recorder', 'connector', 'pacer'],
  settings: { instanceLeaseMs: 1_000, chargeUndelivered: false },
  server: 'durable',
});
const notifiers: ChildWorker[] = [];
afterEach(async () => {
  for (const notifier of notifiers.splice(0)) await notifier.kill();
});
const startNotifier = async () => void notifiers.push(await spawnWorker(cell().platform.config, 'notifier'));

type Event = Readonly<Record<string, unknown>>;

async function readFeed(seller: Seller): Promise<Event[]> {
  const events: Event[] = [];
  for (;;) {
    const { status, body } = await seller.ask('GET', `/events?after=${events.length}&limit=170`);
    expect(status).toBe(200);
    const { items } = body as { items: Event[] }; // checked against the contract by the client
    if (items.length === 0) return events;
    events.push(...items);
  }
}

/** The events that a message must have, by its status in the list. */
function eventsOf({ messageUuid, status, price }: Shown): string[] {
  const wasSent = status !== 'unsent';
  const isFree = (price as { totalPrice: number }).totalPrice === 0;
  return [
    ...(wasSent ? [`${messageUuid} sent sent`, `${messageUuid} price 3.2`] : []),
    `${messageUuid} delivered ${status}`,
    ...(isFree ? [`${messageUuid} price 0`] : []),
  ];
}

const shown = (event: Event) =>
  [event['message_uuid'], event['callback_event'], event['status'] ?? event['price']].map(String).join(' ');

covers('messaging.events.gap-free', 'messaging.callback.order');
test('a receiver that was down gets or reads every event once, although notifiers run side by side and are killed', async () => {
  const { sink, operators } = cell();
  await cell().link('mts', { rate: 200 });
  await operators.behave('mts', { undeliveredPercent: 20, undeliveredError: 508 });
  const seller = await givenSeller(cell());
  sink.answer('/weekend', () => 503);
  await Promise.all([startNotifier(), startNotifier(), startNotifier()]);
  const callback = { callbackUrl: sink.url('/weekend'), callbackEvents: EVERY_EVENT };
  const calls = Array.from({ length: COUNT / PER_CALL }, (_, call) =>
    seller.results(
      ...Array.from({ length: PER_CALL }, (_, n) =>
        // Every third message wants no callback; a sandbox number is never accepted.
        sms({
          destination: n === 7 ? '70001000003' : String(79_161_240_000 + call * PER_CALL + n),
          ...(n % 3 && callback),
        }),
      ),
    ),
  );
  const numbered = async () => {
    const [row] = await cell().sql<{ last: bigint }>('select last_number as last from event_sequences');
    return Number(row?.last ?? 0n);
  };
  for (const events of [100, 500]) {
    await until(`${events} events have their numbers`, async () => (await numbered()) >= events);
    await notifiers.shift()?.kill();
  }
  await Promise.all(calls);
  const messages = await until('every message is final', async () => {
    const { items } = await seller.list('per_page=1000');
    return items.length === COUNT && items.every(({ status }) => ENDS.includes(status)) && items;
  });
  const expected = messages.flatMap(eventsOf);
  const feed = await until('every event has its number', async () => {
    const events = await readFeed(seller);
    return events.length >= expected.length && events;
  });
  expect(feed.map((event) => event['event_number'])).toEqual(feed.map((_, n) => n + 1));
  expect(feed.map(shown).toSorted()).toEqual(expected.toSorted());
  for (const own of Map.groupBy(feed, (event) => event['message_uuid']).values())
    expect(own.map((event) => event['callback_event']).join()).toMatch(/^(sent,price,)?delivered(,price)?$/);
  sink.answer('/weekend', () => 200);
  const failed = sink.received('/weekend').length;
  const come = () =>
    sink
      .received('/weekend')
      .slice(failed)
      .flatMap(({ items }) => items);
  const called = new Set(
    messages.flatMap((message) => (message['callbackUrl'] === undefined ? [] : message.messageUuid)),
  );
  const wanted = feed.filter((event) => called.has(String(event['message_uuid'])));
  await cell().advance(310);
  await until(
    'the receiver has the events that it missed',
    () => new Set(come().map((event) => event['event_number'])).size >= wanted.length,
  );
  const byNumber = (a: Event, b: Event) => Number(a['event_number']) - Number(b['event_number']);
  expect([...new Map(come().map((event) => [event['event_number'], event])).values()].toSorted(byNumber)).toEqual(
    wanted,
  );
});
