// A single message from its submit to its receipt, as GET /v1/message shows it.
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { valueAt } from '../../given/json-path.ts';
import { givenSeller, type Seller, type Shown } from '../../given/people/seller.ts';
import { type Form, isDatetime, isInteger, isString, isUuid } from '../../given/value-formats.ts';

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

  covers('messaging.send.post');
  test('reached the operator once, under its name', async () => {
    const texts = (await cell().operators.received('mts')).filter(({ text }) => text === 'Order 4711 is ready');
    expect(texts).toMatchObject([{ source: 'Shop', destination: '79161230001' }]);
  });

  covers(
    'messaging.object.createdTime',
    'messaging.time.out-utc',
    'messaging.object.sentTime',
    'messaging.object.statusTime',
    'messaging.object.direction',
    'messaging.object.channelType',
    'messaging.object.sendingMethod',
    'messaging.object.trafficType',
    'messaging.object.messageUuid',
    'messaging.object.externalMessageId',
    'messaging.object.trafficCenterId',
    'messaging.center.of-key',
    'messaging.object.senderName',
    'messaging.object.destination',
    'messaging.object.brand',
    'messaging.object.content',
    'messaging.object.totalParts',
    'messaging.object.price',
    'messaging.object.price.final',
    'messaging.object.status',
    'messaging.status.delivered',
  );
  test.each<[string, string, Form | string | number | boolean]>([
    ['createdTime is a time in UTC', 'createdTime', isDatetime],
    ['sentTime is a time in UTC', 'sentTime', isDatetime],
    ['statusTime is a time in UTC', 'statusTime', isDatetime],
    ['direction is outbound', 'direction', 'outbound'],
    ['channelType is SMS', 'channelType', 'SMS'],
    ['sendingMethod is API', 'sendingMethod', 'API'],
    ['trafficType is PROMO', 'trafficType', 'PROMO'],
    ['messageUuid is its id', 'messageUuid', isUuid],
    ["externalMessageId is the client's", 'externalMessageId', 'ord-4711'],
    ['trafficCenterId is that of the key', 'trafficCenterId', isInteger],
    ['senderName is the name', 'senderName', 'Shop'],
    ['destination is in digits', 'destination', '79161230001'],
    ['brand is the name of the operator', 'brand', 'MTS'],
    ['country is the name of the country', 'country', 'Russia'],
    ['region is the name of the region', 'region', isString],
    ['content is the text as sent', 'content', 'Order 4711 is ready'],
    ['totalParts is the number of parts', 'totalParts', 1],
    ['price.totalPrice is the price', 'price.totalPrice', 3.2],
    ['price.currency is the currency', 'price.currency', 'RUB'],
    ['price.invoicedParts is the number of charged parts', 'price.invoicedParts', 1],
    ['price.final is true after delivery', 'price.final', true],
    ['status is delivered', 'status', 'delivered'],
  ])('%s', (_statement, path, expected) => {
    const value = valueAt(shown, path);
    if (typeof expected === 'function') expect(value).toSatisfy(expected);
    else expect(value).toBe(expected);
  });

  covers('messaging.object.trafficCenterId');
  test('belongs to the traffic center of the key', () => {
    expect(shown['trafficCenterId']).toBe(seller.actor.trafficCenterId);
  });

  covers('messaging.object.as-sent', 'messaging.version.v3', 'messaging.send.param.tags');
  test('shows the members of the request unchanged', () => {
    expect(shown).toMatchObject(asSent);
  });

  covers('messaging.object.callbackUrl', 'messaging.version.v3');
  test('shows its callbackUrl without the password', () => {
    expect(shown['callbackUrl']).toBe(cell().sink.url('/cb').replace('http://', 'http://hook:***@'));
    expect(JSON.stringify(shown)).not.toContain('secret');
  });

  covers(
    'messaging.object.absent-omitted',
    'messaging.object.cascade',
    'messaging.object.dispatchId',
    'messaging.object.errorCode',
  );
  test('omits members that do not apply', () => {
    expect(Object.values(shown)).not.toContain(null);
    for (const name of ['dispatchId', 'errorCode', 'cascadeMessageUuid', 'cascadeStep', 'readStatus', 'localSendTime'])
      expect(shown).not.toHaveProperty(name);
  });

  covers('messaging.send.price.reserved');
  test('costs the shown price', async () => {
    expect(await seller.balance()).toBeCloseTo(before - 3.2, 2);
  });

  covers('messaging.status.sent');
  test('has rising times: created, sent, delivered', () => {
    const times = ['createdTime', 'sentTime', 'statusTime'].map((name) => Date.parse(String(shown[name])));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});

describe('a message in progress', () => {
  covers('messaging.object.status', 'messaging.object.sentTime', 'messaging.status.sent');
  test('is sending without sentTime, then sent', async () => {
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
  covers('messaging.list.filter.time');
  test('is listed by the time of its sending, not of its creation', async () => {
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
  covers(
    'messaging.error-code.455',
    'messaging.object.errorCode',
    'messaging.send.price.released',
    'messaging.error-code.457',
  );
  test.each([
    ['to a closed destination is unsent with 455, at no cost', '70001000003', 455],
    ['under a name unknown to the operator is unsent with 457', '70001000009', 457],
  ])('%s', async (_statement, destination, errorCode) => {
    const before = await seller.balance();
    const uuid = await seller.sendOne({ destination });
    const shown = await seller.untilStatus(uuid, 'unsent');
    expect(shown).toMatchObject({ errorCode, price: { totalPrice: 0, final: true } });
    expect(await seller.balance()).toBe(before);
  });

  covers('messaging.error-code.508', 'messaging.status.undelivered');
  test('whose phone is off is undelivered with 508, and is charged', async () => {
    await cell().operators.behave('mts', { undeliveredPercent: 100, undeliveredError: 508 });
    const shown = await seller.untilStatus(await seller.sendOne({ destination: '79161230008' }), 'undelivered');
    expect(shown).toMatchObject({ errorCode: 508, price: { totalPrice: 3.2, final: true } });
    await cell().operators.behave('mts', { undeliveredPercent: 0 });
  });
});

describe('a message of a dispatch', () => {
  covers('messaging.object.dispatchId', 'messaging.list.filter.dispatch.true');
  test('is listed too, with the id of its dispatch', async () => {
    const { dispatchId, uuids } = await seller.dispatch('Of a dispatch', ['79161230099']);
    const shown = await seller.untilStatus(uuids[0] ?? '', 'delivered');
    expect(shown).toMatchObject({ dispatchId, content: 'Of a dispatch', senderName: 'Shop' });
    expect(shown['trafficCenterId']).toBe(seller.actor.trafficCenterId);
    expect(await seller.ids(`dispatch_id=${dispatchId}`)).toEqual(uuids);
  });
});
