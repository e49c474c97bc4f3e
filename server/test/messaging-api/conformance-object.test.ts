// A single message from sending to its receipt, as GET /v1/message shows it.
import { beforeAll, describe, expect, test } from 'vitest';
import { useCell } from '../given/cell.ts';
import { type Form, isDatetime, isInteger, isString, isUuid } from '../given/forms.ts';
import { valueAt } from '../given/json-path.ts';
import { givenSeller, type Seller, type Shown } from '../given/sending.ts';

const cell = useCell();
let seller: Seller;
beforeAll(async () => {
  await cell().link('mts');
  seller = await givenSeller(cell());
});

const asSent = {
  tags: ['orders', 'ready_1'],
  ttl: 3_600,
  hours: [...Array(24).keys()],
  days: [1, 2, 3, 4, 5, 6, 7],
  useLocalTime: false,
  callbackEvents: ['sent', 'delivered'],
};

describe('a delivered message', () => {
  let shown: Shown;
  let before: number;

  beforeAll(async () => {
    before = await seller.balance();
    const uuid = await seller.sendOne({
      ...asSent,
      content: 'Order 4711 is ready',
      externalMessageId: 'ord-4711',
      callbackUrl: cell().sink.url('/cb').replace('http://', 'http://hook:secret@'),
    });
    shown = await seller.untilStatus(uuid, 'delivered');
  });

  test('reached the operator once, under its name [messaging.send.post]', async () => {
    const texts = (await cell().operators.received('mts')).filter(({ text }) => text === 'Order 4711 is ready');
    expect(texts).toMatchObject([{ source: 'Shop', destination: '79161230001' }]);
  });

  test.each<[string, string, Form | string | number | boolean]>([
    ['createdTime is a time in UTC [messaging.object.createdTime messaging.time.out-utc]', 'createdTime', isDatetime],
    ['sentTime is a time in UTC [messaging.object.sentTime]', 'sentTime', isDatetime],
    ['statusTime is a time in UTC [messaging.object.statusTime]', 'statusTime', isDatetime],
    ['direction is outbound [messaging.object.direction]', 'direction', 'outbound'],
    ['channelType is SMS [messaging.object.channelType]', 'channelType', 'SMS'],
    ['sendingMethod is API [messaging.object.sendingMethod]', 'sendingMethod', 'API'],
    ['trafficType is there [messaging.object.trafficType]', 'trafficType', 'PROMO'],
    ['messageUuid is its id [messaging.object.messageUuid]', 'messageUuid', isUuid],
    ["externalMessageId is the client's [messaging.object.externalMessageId]", 'externalMessageId', 'ord-4711'],
    [
      'trafficCenterId is that of the key [messaging.object.trafficCenterId messaging.center.of-key]',
      'trafficCenterId',
      isInteger,
    ],
    ['senderName is the name [messaging.object.senderName]', 'senderName', 'Shop'],
    ['destination is in digits [messaging.object.destination]', 'destination', '79161230001'],
    ['brand is the name of the operator [messaging.object.brand]', 'brand', 'MTS'],
    ['country is the name of the country [messaging.object.brand]', 'country', 'Russia'],
    ['region is the name of the region [messaging.object.brand]', 'region', isString],
    ['content is the text as sent [messaging.object.content]', 'content', 'Order 4711 is ready'],
    ['totalParts is the number of parts [messaging.object.totalParts]', 'totalParts', 1],
    ['price.totalPrice is the price [messaging.object.price]', 'price.totalPrice', 3.2],
    ['price.currency is the currency [messaging.object.price]', 'price.currency', 'RUB'],
    ['price.invoicedParts is what was charged [messaging.object.price]', 'price.invoicedParts', 1],
    ['price.final is true by now [messaging.object.price.final]', 'price.final', true],
    ['status is delivered [messaging.object.status messaging.status.delivered]', 'status', 'delivered'],
  ])('%s', (_statement, path, expected) => {
    const value = valueAt(shown, path);
    if (typeof expected === 'function') expect(value).toSatisfy(expected);
    else expect(value).toBe(expected);
  });

  test('belongs to the traffic center of the key [messaging.object.trafficCenterId]', () => {
    expect(shown['trafficCenterId']).toBe(seller.actor.trafficCenterId);
  });

  test('shows what was sent as it was sent [messaging.object.as-sent messaging.version.v3 messaging.send.param.tags]', () => {
    expect(shown).toMatchObject(asSent);
  });

  test('shows its callbackUrl without the password [messaging.object.callbackUrl messaging.version.v3]', () => {
    expect(shown['callbackUrl']).toBe(cell().sink.url('/cb').replace('http://', 'http://hook:***@'));
    expect(JSON.stringify(shown)).not.toContain('secret');
  });

  test('has no member for what it has not [messaging.object.absent-omitted messaging.object.cascade messaging.object.dispatchId messaging.object.errorCode]', () => {
    expect(Object.values(shown)).not.toContain(null);
    for (const name of ['dispatchId', 'errorCode', 'cascadeMessageUuid', 'cascadeStep', 'readStatus', 'localSendTime'])
      expect(shown).not.toHaveProperty(name);
  });

  test('costs what it says [messaging.send.price.reserved]', async () => {
    expect(await seller.balance()).toBeCloseTo(before - 3.2, 2);
  });

  test('came in this order: created, sent, delivered [messaging.status.sent]', () => {
    const times = ['createdTime', 'sentTime', 'statusTime'].map((name) => Date.parse(String(shown[name])));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});

describe('a message on its way', () => {
  test('is sending without a sending time, then sent [messaging.object.status messaging.object.sentTime messaging.status.sent]', async () => {
    await cell().operators.behave('mts', { noReceiptPercent: 100 });
    const later = new Date(cell().now().getTime() + 4 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const uuid = await seller.sendOne({ localSendTime: later, destination: '79161230005' });
    const waiting = await seller.message(uuid);
    expect(waiting).toMatchObject({ status: 'sending', price: { final: false } });
    expect(waiting).not.toHaveProperty('sentTime');
    expect(waiting['localSendTime']).toBe(later);
    const now = await seller.sendOne({ destination: '79161230006' });
    expect(await seller.untilStatus(now, 'sent')).toMatchObject({ price: { final: false } });
    await cell().operators.behave('mts', { noReceiptPercent: 0 });
  });
});

describe('a message that waited for hours', () => {
  test('is listed by the time of its sending, not of its making [messaging.list.filter.time]', async () => {
    const later = new Date(cell().now().getTime() + 4 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const uuid = await seller.sendOne({ localSendTime: later, destination: '79161230007' });
    const { createdTime } = await seller.message(uuid);
    await cell().advance(4 * 3_600 + 60);
    const { sentTime } = await seller.untilStatus(uuid, 'delivered');
    expect(await seller.ids(`time_from=${String(sentTime)}&time_to=${String(sentTime)}`)).toContain(uuid);
    expect(await seller.ids(`time_from=${String(createdTime)}&time_to=${String(createdTime)}`)).not.toContain(uuid);
  });
});

describe('a failed message', () => {
  test.each([
    [
      'refused by direction is unsent with 455, for nothing [messaging.error-code.455 messaging.object.errorCode messaging.send.price.released]',
      '70001000003',
      455,
    ],
    ['under a name the operator does not know is unsent with 457 [messaging.error-code.457]', '70001000009', 457],
  ])('%s', async (_statement, destination, errorCode) => {
    const before = await seller.balance();
    const uuid = await seller.sendOne({ destination });
    const shown = await seller.untilStatus(uuid, 'unsent');
    expect(shown).toMatchObject({ errorCode, price: { totalPrice: 0, final: true } });
    expect(await seller.balance()).toBe(before);
  });

  test('whose phone is off is undelivered with 508, and is charged [messaging.error-code.508 messaging.status.undelivered]', async () => {
    await cell().operators.behave('mts', { undeliveredPercent: 100, undeliveredError: 508 });
    const shown = await seller.untilStatus(await seller.sendOne({ destination: '79161230008' }), 'undelivered');
    expect(shown).toMatchObject({ errorCode: 508, price: { totalPrice: 3.2, final: true } });
    await cell().operators.behave('mts', { undeliveredPercent: 0 });
  });
});

describe('a message of a dispatch', () => {
  test('is listed too, with the id of its dispatch [messaging.object.dispatchId messaging.list.filter.dispatch.true]', async () => {
    const { dispatchId, uuids } = await seller.dispatch('Of a dispatch', ['79161230099']);
    const shown = await seller.untilStatus(uuids[0] ?? '', 'delivered');
    expect(shown).toMatchObject({ dispatchId, content: 'Of a dispatch', senderName: 'Shop' });
    expect(shown['trafficCenterId']).toBe(seller.actor.trafficCenterId);
    expect(await seller.ids(`dispatch_id=${dispatchId}`)).toEqual(uuids);
  });
});
