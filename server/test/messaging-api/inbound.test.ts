// Messages of subscribers: whose they are, where they go, who is told, and that a repetition changes nothing.
import { describe, expect, test } from 'vitest';
import type { InboundMessage } from '../../src/features/inbound/inbound-message.ts';
import { isWindowOpen } from '../../src/features/inbound/is-window-open.ts';
import { receiveInbound } from '../../src/features/inbound/receive-inbound.ts';
import { inTransaction } from '../../src/platform/database.ts';
import { givenKey } from '../given/account.ts';
import { useCell } from '../given/cell.ts';
import { givenReceiver } from '../given/receiver.ts';
import { registerName } from '../given/sending.ts';
import { actionsOf } from '../given/staff.ts';
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

/** What arrived at the path: arrays of events, taken apart. */
const callbacksAt = (path: string) =>
  cell()
    .sink.received(path)
    .flatMap(({ items }) => items);

const untilCallbacks = (path: string, expected: number) =>
  until(`${expected} callbacks at ${path}`, () => {
    const events = callbacksAt(path);
    return events.length >= expected && events;
  });

describe('an inbound message', () => {
  test('is told to the rule of its company, with the message in it [messaging.service.inbound-callbacks messaging.callback.inbound.on-receive messaging.status.inbound_sent messaging.inbound.rule.center messaging.inbound.rule.callback-url messaging.inbound.body.message_uuid messaging.inbound.body.callback_event messaging.inbound.body.channel_type messaging.inbound.body.status messaging.inbound.body.status_time messaging.inbound.body.item messaging.inbound.item.createdTime messaging.inbound.item.sentTime messaging.inbound.item.messageUuid messaging.inbound.item.direction messaging.inbound.item.channelType messaging.inbound.item.trafficCenterId messaging.inbound.item.senderName messaging.inbound.item.destination messaging.inbound.item.content messaging.inbound.item.specialContent messaging.inbound.item.totalParts]', async () => {
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

  test('that matches no rule goes to the default center and calls nobody [messaging.inbound.no-rule]', async () => {
    const { companyId, senderName, defaultCenterId, addCenter, addRule } = await givenReceiver(cell());
    const trafficCenterId = await addCenter('Others');
    await addRule({ trafficCenterId, callbackUrl: cell().sink.url('/inbound-none'), senderNames: ['Somebody'] });
    await receive(inbound(senderName));
    expect(await storedOf(companyId)).toMatchObject([{ traffic_center_id: defaultCenterId }]);
    await cell().settle();
    expect(callbacksAt('/inbound-none')).toEqual([]);
  });

  test('takes the rule that names it, then the oldest, and calls once [messaging.inbound.rule.choice messaging.inbound.rule.sender-names messaging.inbound.rule.all]', async () => {
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

  test('is dropped until the feature is enabled [messaging.inbound.enabled-by-manager]', async () => {
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

  test('that comes twice, at once or later, is one message and one callback', async () => {
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

  test('to a name of another channel is dropped [messaging.inbound.whatsapp-only]', async () => {
    const { companyId, token } = await givenReceiver(cell());
    await registerName(cell(), { companyId, token }, { senderName: 'OnlySms' });
    expect(await receive(inbound('OnlySms'))).toEqual({ received: 0, repeated: 0, dropped: 1 });
  });

  test('of a name nobody has, or of no number, is dropped and spoils nothing', async () => {
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

  test('goes to the company that had the name first', async () => {
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

describe('the window', () => {
  const openFor = (companyId: number, senderName: string, ...destinations: string[]) =>
    inTransaction(cell().platform.db, (tx) =>
      isWindowOpen(
        tx,
        destinations.map((destination) => ({ companyId, senderName, destination })),
      ),
    );

  test('is open for a day after the subscriber wrote, for this name and number only', async () => {
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

  test('is not moved back by a message that comes late, nor ahead by a clock that is', async () => {
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

describe('rules', () => {
  test('are made, listed, changed and removed by staff, each with its row in the log', async () => {
    const { companyId, defaultCenterId, staff, addCenter, addRule } = await givenReceiver(cell());
    const trafficCenterId = await addCenter('Support');
    const id = await addRule({
      trafficCenterId,
      callbackUrl: 'https://hook:secret@shop.example/in',
      senderNames: ['A'],
    });
    const list = () => staff.ask('GET', `/inbound-rules?companyId=${companyId}`);
    const shown = { id, companyId, trafficCenterId, callbackUrl: 'https://shop.example/in', senderNames: ['A'] };
    expect(await list()).toMatchObject({ status: 200, body: { items: [shown] } });
    const change = await staff.ask('PUT', `/inbound-rules/${id}`, { trafficCenterId: defaultCenterId });
    expect(change.body).toMatchObject({ id, trafficCenterId: defaultCenterId, callbackUrl: null, senderNames: [] });
    expect(await staff.ask('POST', `/inbound-rules/${id}/remove`)).toMatchObject({
      status: 200,
      body: { removed: true },
    });
    expect((await list()).body).toEqual({ items: [] });
    expect((await staff.ask('POST', `/inbound-rules/${id}/remove`)).status).toBe(404);
    expect((await staff.ask('PUT', `/inbound-rules/${id}`, { trafficCenterId })).status).toBe(404);
    const actions = (await actionsOf(cell().platform, staff.staffId)).filter(
      ({ subjectKind }) => subjectKind === 'inbound-rule',
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'inbound-rule.create',
      'inbound-rule.change',
      'inbound-rule.remove',
    ]);
    expect(JSON.stringify(actions)).not.toContain('secret');
  });

  test('are at most 100 of a company, however many are made at once', async () => {
    const { companyId, defaultCenterId, staff } = await givenReceiver(cell());
    await cell().sql(
      `insert into inbound_rules (company_id, traffic_center_id, sender_names, created_at)
       select $1, $2, '{}', now() from generate_series(1, 99)`,
      [companyId, defaultCenterId],
    );
    const rule = { companyId, trafficCenterId: defaultCenterId };
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => staff.ask('POST', '/inbound-rules', rule)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('take no center of another company and no address that is none', async () => {
    const { companyId, defaultCenterId, staff } = await givenReceiver(cell());
    const other = await givenReceiver(cell());
    const make = async (rule: object) => (await staff.ask('POST', '/inbound-rules', { companyId, ...rule })).status;
    expect(await make({ trafficCenterId: other.defaultCenterId })).toBe(404);
    expect(await make({ trafficCenterId: defaultCenterId, callbackUrl: 'ftp://shop.example' })).toBe(400);
    expect(await make({ trafficCenterId: defaultCenterId, senderNames: ['A', 'A'] })).toBe(400);
  });
});

describe('texts and numbers', () => {
  test('go when the number is erased, and its window closes', async () => {
    const { companyId, senderName, staff } = await givenReceiver(cell());
    const destination = '79161239999';
    await receive(inbound(senderName, { destination }));
    expect((await staff.ask('POST', '/numbers/erase', { destination })).status).toBeLessThan(300);
    const [row] = await storedOf(companyId);
    expect(row).toMatchObject({ text: null, special_content: null });
    expect(Number(row?.destination)).toBeLessThan(0);
    expect(await cell().sql('select 1 from inbound_windows where company_id = $1', [companyId])).toEqual([]);
  });

  test('go after the days for which a company keeps texts', async () => {
    const { companyId, senderName, staff } = await givenReceiver(cell());
    await staff.ask('PUT', `/companies/${companyId}`, { textRetentionDays: 3 });
    await receive(inbound(senderName));
    await cell().advance(3 * 24 * HOUR_S + 60);
    await receive(inbound(senderName));
    cell().platform.bus.ring('removals');
    const rows = await until('the old text is gone', async () => {
      const found = await storedOf(companyId);
      return found[0]?.text === null && found;
    });
    expect(rows.map((row) => row.text)).toEqual([null, 'Where is my order?']);
  });
});
