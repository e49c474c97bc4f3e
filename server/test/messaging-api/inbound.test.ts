// Messages of subscribers: their owner, their center, their callback, and repetitions that change nothing.
import { describe, expect, test } from 'vitest';
import { covers } from '../../../tools/proofs/covers.ts';
import type { InboundMessage } from '../../src/features/inbound/inbound-message.ts';
import { isSessionOpen } from '../../src/features/inbound/is-session-open.ts';
import { receiveInbound } from '../../src/features/inbound/receive-inbound.ts';
import { inTransaction } from '../../src/platform/database/database.ts';
import { useCell } from '../given/cell.ts';
import { givenKey } from '../given/people/account.ts';
import { givenReceiver } from '../given/people/inbound-receiver.ts';
import { registerName } from '../given/people/seller.ts';
import { until } from '../given/until.ts';

const cell = useCell({ workers: ['clock', 'notifier'] });

const SUBSCRIBER = '79161230001';
const HOUR_S = 3_600;
let count = 0;

const inbound = (senderName: string, change: Partial<InboundMessage> = {}): InboundMessage => ({
  linkId: 1,
  providerMessageId: `wamid.${(count += 1)}`,
  channelType: 'WHATSAPP',
  senderName,
  destination: SUBSCRIBER,
  text: 'Where is my order?',
  contentType: 'text',
  sentAtMs: cell().now().getTime() - 2_000,
  ...change,
});

const receive = (...messages: InboundMessage[]) => receiveInbound(cell().platform, messages);

type Stored = {
  id: string;
  traffic_center_id: number;
  text: string | null;
  destination: bigint;
  special_content: unknown;
};

const storedOf = (companyId: number) =>
  cell().sql<Stored>(
    `select id, traffic_center_id, text, destination, special_content
       from inbound_messages where company_id = $1 order by id`,
    [companyId],
  );

/** Events that arrived at the path, from all requests. */
const callbacksAt = (path: string) =>
  cell()
    .sink.received(path)
    .flatMap(({ items }) => items);

const untilCallbacks = (path: string, expected: number) =>
  until(`${expected} callbacks are at ${path}`, () => {
    const events = callbacksAt(path);
    return events.length >= expected && events;
  });

describe('an inbound message', () => {
  covers(
    'messaging.service.inbound-callbacks',
    'messaging.callback.inbound.on-receive',
    'messaging.status.inbound_sent',
    'messaging.inbound.rule.center',
    'messaging.inbound.rule.callback-url',
    'messaging.inbound.body.message_uuid',
    'messaging.inbound.body.callback_event',
    'messaging.inbound.body.channel_type',
    'messaging.inbound.body.status',
    'messaging.inbound.body.status_time',
    'messaging.inbound.body.item',
    'messaging.inbound.item.createdTime',
    'messaging.inbound.item.sentTime',
    'messaging.inbound.item.messageUuid',
    'messaging.inbound.item.direction',
    'messaging.inbound.item.channelType',
    'messaging.inbound.item.trafficCenterId',
    'messaging.inbound.item.senderName',
    'messaging.inbound.item.destination',
    'messaging.inbound.item.content',
    'messaging.inbound.item.specialContent',
    'messaging.inbound.item.totalParts',
  );
  test('is called back by the rule of its company, with the message in it', async () => {
    const { companyId, senderName, addCenter, addRule } = await givenReceiver(cell());
    const trafficCenterId = await addCenter('Support');
    await addRule({ trafficCenterId, callbackUrl: cell().sink.url('/inbound-item') });
    const message = inbound(senderName);
    expect(await receive(message)).toEqual({ received: 1, repeated: 0, dropped: 0 });
    const [stored] = await storedOf(companyId);
    const [event] = await untilCallbacks('/inbound-item', 1);
    const sentTime = `${new Date(message.sentAtMs).toISOString().slice(0, 19)}Z`;
    expect(event).toMatchObject({
      message_uuid: stored?.id,
      callback_event: 'inbound_sent',
      channel_type: 'WHATSAPP',
      status: 'inbound_sent',
      status_time: sentTime,
      item: {
        createdTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
        sentTime,
        messageUuid: stored?.id,
        direction: 'inbound',
        channelType: 'WHATSAPP',
        trafficCenterId,
        senderName,
        destination: SUBSCRIBER,
        content: 'Where is my order?',
        specialContent: { text: 'Where is my order?', contentType: 'text' },
        totalParts: 1,
        status: 'inbound_sent',
      },
    });
    const key = await givenKey(cell(), companyId, 'MESSAGES');
    const shown = await cell().call('GET', `/api/v1/message/${stored?.id}`, { token: key });
    expect(event?.['item']).toEqual(shown.body);
  });

  covers('messaging.inbound.no-rule');
  test('that matches no rule goes to the default center without a callback', async () => {
    const { companyId, senderName, defaultCenterId, addCenter, addRule } = await givenReceiver(cell());
    const trafficCenterId = await addCenter('Others');
    await addRule({ trafficCenterId, callbackUrl: cell().sink.url('/inbound-none'), senderNames: ['Somebody'] });
    await receive(inbound(senderName));
    expect(await storedOf(companyId)).toMatchObject([{ traffic_center_id: defaultCenterId }]);
    await cell().settle();
    expect(callbacksAt('/inbound-none')).toEqual([]);
  });

  covers('messaging.inbound.rule.choice', 'messaging.inbound.rule.sender-names', 'messaging.inbound.rule.all');
  test('takes the rule that names its sender name, then the oldest rule, and calls back once', async () => {
    const { companyId, senderName, addName, addCenter, addRule } = await givenReceiver(cell());
    const [all, named] = [await addCenter('All'), await addCenter('Named')];
    const other = await addName();
    const at = (path: string) => ({ callbackUrl: cell().sink.url(path) });
    await addRule({ trafficCenterId: all, ...at('/inbound-all') });
    await addRule({ trafficCenterId: named, ...at('/inbound-named'), senderNames: [senderName] });
    await addRule({ trafficCenterId: all, ...at('/inbound-late'), senderNames: [senderName] });
    await receive(inbound(senderName), inbound(other));
    expect((await storedOf(companyId)).map((row) => row.traffic_center_id)).toEqual([named, all]);
    expect(await untilCallbacks('/inbound-named', 1)).toHaveLength(1);
    expect(await untilCallbacks('/inbound-all', 1)).toMatchObject([{ item: { senderName: other } }]);
    await cell().settle();
    expect(['/inbound-named', '/inbound-all', '/inbound-late'].map((path) => callbacksAt(path).length)).toEqual([
      1, 1, 0,
    ]);
  });

  covers('messaging.inbound.enabled-by-manager');
  test('is dropped until the feature is enabled', async () => {
    const { companyId, senderName, staff } = await givenReceiver(cell(), { enabled: false });
    expect(await receive(inbound(senderName))).toEqual({ received: 0, repeated: 0, dropped: 1 });
    expect(await storedOf(companyId)).toEqual([]);
    const reply = await staff.ask('PUT', `/companies/${companyId}`, { inboundEnabled: true });
    expect(reply.body).toMatchObject({ inboundEnabled: true });
    expect(await receive(inbound(senderName))).toMatchObject({ received: 1 });
    await staff.ask('PUT', `/companies/${companyId}`, { routing: 'strict' });
    expect(await receive(inbound(senderName))).toMatchObject({ received: 1 });
    await staff.ask('PUT', `/companies/${companyId}`, { inboundEnabled: false });
    expect(await receive(inbound(senderName))).toMatchObject({ received: 0, dropped: 1 });
  });

  test('that arrives twice, concurrently or later, is one message and one callback', async () => {
    const { companyId, senderName, defaultCenterId, addRule } = await givenReceiver(cell());
    await addRule({ trafficCenterId: defaultCenterId, callbackUrl: cell().sink.url('/inbound-once') });
    const message = inbound(senderName);
    const results = await Promise.all([receive(message), receive(message), receive(message, message)]);
    expect(results.reduce((sum, { received }) => sum + received, 0)).toBe(1);
    expect(await receive(message)).toEqual({ received: 0, repeated: 1, dropped: 0 });
    expect(await storedOf(companyId)).toHaveLength(1);
    // The same id at another provider is another message.
    expect(await receive({ ...message, linkId: 2 })).toMatchObject({ received: 1 });
    await untilCallbacks('/inbound-once', 2);
    await cell().settle();
    expect(callbacksAt('/inbound-once')).toHaveLength(2);
  });

  covers('messaging.inbound.whatsapp-only');
  test('to a name of another channel is dropped', async () => {
    const { companyId, token } = await givenReceiver(cell());
    await registerName(cell(), { companyId, token }, { senderName: 'OnlySms' });
    expect(await receive(inbound('OnlySms'))).toEqual({ received: 0, repeated: 0, dropped: 1 });
  });

  test('with an unknown name or an invalid number is dropped, and the others are stored', async () => {
    const { companyId, senderName } = await givenReceiver(cell());
    const result = await receive(
      inbound('Nobody'),
      inbound(senderName, { destination: 'abc' }),
      inbound(senderName, { text: 'x'.repeat(65_537) }),
      inbound(senderName, { text: 'zero \0 and half \ud83d', contentType: 'text' }),
    );
    expect(result).toEqual({ received: 1, repeated: 0, dropped: 3 });
    expect(await storedOf(companyId)).toMatchObject([{ text: 'zero  and half \ufffd' }]);
  });

  test('goes to the company that registered the name first', async () => {
    const first = await givenReceiver(cell());
    const second = await givenReceiver(cell());
    const body = { companyId: second.companyId, senderName: first.senderName, brand: 'MTS', channelType: 'WHATSAPP' };
    await cell().call('POST', '/senders', {
      token: second.token,
      body: { ...body, commonType: 'COMMON', dateFrom: '2024-07-01T00:00:00Z' },
    });
    await receive(inbound(first.senderName));
    expect([(await storedOf(first.companyId)).length, (await storedOf(second.companyId)).length]).toEqual([1, 0]);
  });
});

describe('the WhatsApp session', () => {
  const openFor = (companyId: number, senderName: string, ...destinations: string[]) =>
    inTransaction(cell().platform.db, (tx) =>
      isSessionOpen(
        tx,
        destinations.map((destination) => ({ companyId, senderName, destination })),
      ),
    );

  test("is open for a day after the subscriber's message, for this name and number only", async () => {
    const { companyId, senderName, addName } = await givenReceiver(cell());
    const other = await addName();
    await receive(inbound(senderName));
    expect(await openFor(companyId, senderName, '79161230002', SUBSCRIBER)).toEqual([false, true]);
    expect(await openFor(companyId, other, SUBSCRIBER)).toEqual([false]);
    await cell().advance(23 * HOUR_S + 3_000);
    expect(await openFor(companyId, senderName, SUBSCRIBER)).toEqual([true]);
    await cell().advance(601);
    expect(await openFor(companyId, senderName, SUBSCRIBER)).toEqual([false]);
  });

  test("is not shortened by a late message, nor extended by a provider's clock that is ahead", async () => {
    const { companyId, senderName } = await givenReceiver(cell());
    const nowMs = cell().now().getTime();
    await receive(inbound(senderName, { sentAtMs: nowMs + 86_400_000 }));
    await receive(inbound(senderName, { sentAtMs: nowMs - 20 * HOUR_S * 1_000 }));
    await cell().advance(23 * HOUR_S);
    expect(await openFor(companyId, senderName, SUBSCRIBER)).toEqual([true]);
    await cell().advance(HOUR_S + 5);
    expect(await openFor(companyId, senderName, SUBSCRIBER)).toEqual([false]);
  });
});

describe('texts and numbers of inbound messages', () => {
  test('are removed when the number is erased, and its session closes', async () => {
    const { companyId, senderName, staff } = await givenReceiver(cell());
    const destination = '79161239999';
    await receive(inbound(senderName, { destination }));
    expect((await staff.ask('POST', '/numbers/erase', { destination })).status).toBeLessThan(300);
    const [row] = await storedOf(companyId);
    expect(row).toMatchObject({ text: null, special_content: null });
    expect(Number(row?.destination)).toBeLessThan(0);
    expect(await cell().sql('select 1 from inbound_windows where company_id = $1', [companyId])).toEqual([]);
  });

  test('are removed after the text retention of the company', async () => {
    const { companyId, senderName, staff } = await givenReceiver(cell());
    await staff.ask('PUT', `/companies/${companyId}`, { textRetentionDays: 3 });
    await receive(inbound(senderName));
    await cell().advance(3 * 24 * HOUR_S + 60);
    await receive(inbound(senderName));
    cell().platform.bus.wake('removals');
    const rows = await until('the old text is gone', async () => {
      const found = await storedOf(companyId);
      return found[0]?.text === null && found;
    });
    expect(rows.map((row) => row.text)).toEqual([null, 'Where is my order?']);
  });
});
