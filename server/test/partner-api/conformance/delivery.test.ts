// Outcomes of messages as a partner sees them: by query, by callback and in money.
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Cell, useCell } from '../../given/cell.ts';
import { valueAt } from '../../given/json-path.ts';
import { givenShop, recipients, type Shop } from '../../given/people/shop.ts';
import { until } from '../../given/until.ts';
import {
  type Form,
  isDatetime,
  isDigits,
  isInteger,
  isNumber,
  isOneOf,
  isString,
  isUuid,
} from '../../given/value-formats.ts';

const cell = useCell();
const TWO_PARTS = 'л'.repeat(71);

const list = async (shop: Shop, path: string) => (await cell().call('GET', path, { token: shop.token })).body;
const ofStatus = async (shop: Shop, id: number, status: string) =>
  valueAt(await list(shop, `/messages?dispatchId=${id}&status=${status}`), 'items');
const numbersOf = (items: unknown) =>
  Array.isArray(items) ? items.map((item: unknown) => valueAt(item, 'destination')) : [];

const inAnHour = () => {
  const startAt = new Date(cell().now().getTime() + 3_600_000).toISOString();
  return { schedule: { startAt, hours: [...Array(24).keys()], days: [1, 2, 3, 4, 5, 6, 7] } };
};

describe('a dispatch with every outcome', () => {
  let shop: Shop;
  let id: number;
  let before: number;
  let item: unknown;
  let messages: unknown;
  let callbacks: Awaited<ReturnType<typeof eventsOf>>;

  beforeAll(async () => {
    await cell().link('mts');
    shop = await givenShop(cell());
    const plain = { text: 'Hi {name}', callbackUrl: cell().sink.url('/all'), callbackEvents: ['sent', 'delivered'] };
    const anna = { destination: '79161230001', substitutions: { name: 'Anna' } };
    const long = { destination: '79161230002', customText: TWO_PARTS };
    const refused = { destination: '70001000009', customText: TWO_PARTS };
    id = await shop.create(0, { ...plain, messages: [anna, long, refused] });
    before = (await cell().operators.counters('mts')).accepted;
    await cell().settle();
    expect((await cell().operators.counters('mts')).accepted).toBe(before);
    expect(numbersOf(await ofStatus(shop, id, 'CREATED'))).toHaveLength(3);
    await shop.start(id);
    item = await shop.untilStatus(id, 'COMPLETED');
    messages = valueAt(await list(shop, `/messages?dispatchId=${id}`), 'items');
    callbacks = await eventsOf(cell(), '/all', 4);
  });

  covers('service.sends-after-start');
  test('was sent only after its start', async () => {
    const texts = (await cell().operators.received('mts')).map(({ text }) => text);
    expect(texts.toSorted()).toEqual(['Hi Anna', TWO_PARTS]);
  });

  covers(
    'dispatch.item.parts.total',
    'dispatch.item.parts.delivered',
    'dispatch.item.parts.failed',
    'dispatch.item.parts.pending',
    'dispatch.item.messages.total',
    'dispatch.item.messages.delivered',
    'dispatch.item.messages.failed',
    'dispatch.item.messages.pending',
  );
  test.each<[string, number]>([
    ['parts.total', 5],
    ['parts.delivered', 3],
    ['parts.failed', 2],
    ['parts.pending', 0],
    ['messages.total', 3],
    ['messages.delivered', 2],
    ['messages.failed', 1],
    ['messages.pending', 0],
  ])('counts %s: %i', (path, count) => {
    expect(valueAt(item, path)).toBe(count);
  });

  covers(
    'message.messageUuid',
    'message.destination',
    'message.text',
    'message.parts',
    'message.status',
    'message-status.DELIVERED',
    'message-status.FAILED',
    'message.price',
    'message.senderId',
    'message.brandId',
    'message.createdAt',
    'message.sentAt',
    'message.deliveredAt',
  );
  test.each<[string, string, Form | string | number]>([
    ['messageUuid is a UUID', '0.messageUuid', isUuid],
    ['destination is digits with country code', '0.destination', isDigits],
    ['text is final', '0.text', 'Hi Anna'],
    ['parts is the number of parts', '1.parts', 2],
    ['status is one of four', '0.status', isOneOf(['CREATED', 'SENT', 'DELIVERED', 'FAILED'])],
    ['delivered is DELIVERED', '0.status', 'DELIVERED'],
    ['refused by the operator is FAILED', '2.status', 'FAILED'],
    ['price is a number', '0.price', isNumber],
    ['senderId is an integer', '0.senderId', isInteger],
    ['brandId is an integer', '0.brandId', isInteger],
    ['createdAt is a datetime', '0.createdAt', isDatetime],
    ['sentAt is a datetime', '0.sentAt', isDatetime],
    ['deliveredAt is a datetime', '0.deliveredAt', isDatetime],
  ])('has a message whose %s', (_statement, path, expected) => {
    const value = valueAt(messages, path);
    if (typeof expected === 'function') expect(value).toSatisfy(expected);
    else expect(value).toBe(expected);
  });

  covers(
    'message.list.status.DELIVERED',
    'service.status-by-query',
    'message.list.status.FAILED',
    'message.list.status.CREATED',
    'message.list.status.SENT',
  );
  test.each([
    ['DELIVERED', ['79161230001', '79161230002']],
    ['FAILED', ['70001000009']],
    ['CREATED', []],
    ['SENT', []],
  ])('has its messages listed by status %s', async (status, numbers) => {
    expect(numbersOf(await ofStatus(shop, id, status))).toEqual(numbers);
  });

  covers('callback.post', 'callback.on-status-change', 'service.status-by-callback');
  test('has one POST callback per change of status', () => {
    expect(callbacks.map(({ event, body }) => `${event} ${String(body['destination'])}`).toSorted()).toEqual([
      'delivered 79161230001',
      'delivered 79161230002',
      'sent 79161230001',
      'sent 79161230002',
    ]);
    for (const { method } of callbacks) expect(method).toBe('POST');
  });

  covers(
    'callback.delivered.event',
    'callback.delivered.messageUuid',
    'callback.delivered.destination',
    'callback.delivered.status',
    'callback.delivered.deliveredAt',
    'callback.sent.event',
    'callback.sent.messageUuid',
    'callback.sent.destination',
    'callback.sent.status',
    'callback.sent.sentAt',
  );
  test.each<[string, string, string, Form | string]>([
    ['delivered has event', 'delivered', 'event', 'delivered'],
    ['delivered has messageUuid', 'delivered', 'messageUuid', isUuid],
    ['delivered has destination', 'delivered', 'destination', isString],
    ['delivered has status', 'delivered', 'status', 'DELIVERED'],
    ['delivered has deliveredAt', 'delivered', 'deliveredAt', isDatetime],
    ['sent has event', 'sent', 'event', 'sent'],
    ['sent has messageUuid', 'sent', 'messageUuid', isUuid],
    ['sent has destination', 'sent', 'destination', isString],
    ['sent has status', 'sent', 'status', 'SENT'],
    ['sent has sentAt', 'sent', 'sentAt', isDatetime],
  ])('has a callback of which %s', (_statement, event, member, expected) => {
    const { body } = callbacks.find((callback) => callback.event === event) ?? { body: {} };
    const value = valueAt(body, member);
    if (typeof expected === 'function') expect(value).toSatisfy(expected);
    else expect(value).toBe(expected);
  });
});

describe('callbackEvents', () => {
  covers('callback.selected-by-callbackEvents');
  test.each([['sent'], ['delivered']])('of %s sends no other event', async (event) => {
    await cell().link('mts');
    const shop = await givenShop(cell());
    const path = `/only-${event}`;
    const id = await shop.run(3, { callbackUrl: cell().sink.url(path), callbackEvents: [event] });
    await shop.untilStatus(id, 'COMPLETED');
    await eventsOf(cell(), path, 3);
    await cell().settle();
    expect(
      cell()
        .sink.received(path)
        .map((callback) => callback.event),
    ).toEqual([event, event, event]);
  });
});

describe('statuses of messages and dispatches', () => {
  covers('message-status.CREATED', 'message-status.SENT', 'message-status.DELIVERED', 'message.list.status.SENT');
  test('are CREATED, then SENT when the operator has the message, then DELIVERED', async () => {
    await cell().link('mts');
    await cell().operators.behave('mts', { receiptsHeld: true });
    const shop = await givenShop(cell());
    const id = await shop.create(1);
    expect(await shop.messages(id)).toMatchObject([{ status: 'CREATED', sentAt: null, deliveredAt: null }]);
    await shop.start(id);
    await until('the message is sent', async () => numbersOf(await ofStatus(shop, id, 'SENT')).length === 1);
    expect(await shop.messages(id)).toMatchObject([{ status: 'SENT', deliveredAt: null }]);
    await cell().operators.behave('mts', { receiptsHeld: false });
    await shop.untilStatus(id, 'COMPLETED');
    expect(await shop.messages(id)).toMatchObject([{ status: 'DELIVERED' }]);
  });

  covers(
    'dispatch.list.status.CREATED',
    'dispatch.list.status.STARTED',
    'dispatch.list.status.STOPPED',
    'dispatch.list.status.COMPLETED',
    'dispatch-status.CREATED',
    'dispatch-status.STARTED',
    'dispatch-status.STOPPED',
    'dispatch-status.COMPLETED',
  );
  test('of dispatches are the four filters of the list', async () => {
    await cell().link('mts');
    const shop = await givenShop(cell());
    const later = inAnHour();
    const completed = await shop.run(1);
    await shop.untilStatus(completed, 'COMPLETED');
    const [created, started, stopped] = [await shop.create(1), await shop.run(1, later), await shop.run(1, later)];
    await shop.stop(stopped);
    const expected = { CREATED: created, STARTED: started, STOPPED: stopped, COMPLETED: completed };
    for (const [status, own] of Object.entries(expected)) {
      const body = await list(shop, `/dispatches?companyId=${shop.companyId}&status=${status}`);
      expect(body).toMatchObject({ total: 1, items: [{ id: own, status }] });
    }
    await shop.stop(started);
  });
});

describe('money', () => {
  covers(
    'service.reserve-estimate',
    'budget.reserved-when-sent',
    'budget.reservation-may-exceed',
    'budget.final-after-delivery',
    'budget.final-may-be-lower',
  );
  test('is reserved by the estimate at the start, fixed after delivery and then possibly lower', async () => {
    await cell().link('mts');
    const shop = await givenShop(cell());
    const refused = { destination: '70001000009' };
    const id = await shop.create(0, { messages: [...recipients(3), refused], ...inAnHour() });
    expect(await shop.money()).toEqual({ spent: 0, reserved: 0 });
    const { priceEstimate } = await shop.dispatch(id);
    await shop.start(id);
    expect(await shop.money()).toEqual({ spent: 0, reserved: expect.closeTo(priceEstimate, 6) });
    await cell().advance(3_700);
    await shop.untilStatus(id, 'COMPLETED');
    const { spent, reserved } = await shop.money();
    expect(reserved).toBe(0);
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThan(priceEstimate);
  });

  covers('budget.omitted-unlimited', 'limits.budget');
  test('is unlimited without a budget: a dispatch that a small budget refuses is started', async () => {
    const [bound, free] = [await givenShop(cell(), { budget: 100 }), await givenShop(cell())];
    const dear = { ...inAnHour(), text: 'л'.repeat(600) };
    const [refused, started] = [await bound.create(10_000, dear), await free.create(10_000, dear)];
    expect((await bound.start(refused)).status).toBe(400);
    expect((await free.start(started)).status).toBe(200);
    await free.stop(started);
    await free.untilPending(started, 0);
  });
});

async function eventsOf({ sink }: Cell, path: string, count: number) {
  return until(`${count} callbacks have arrived at ${path}`, () => {
    const come = sink.received(path);
    return come.length >= count && come;
  });
}
