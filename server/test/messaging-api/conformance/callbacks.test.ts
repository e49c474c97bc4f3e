// Callbacks of sent messages: their events, their addresses and their source address.
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { givenSeller, NAME, type Seller, sms } from '../../given/people/seller.ts';
import { until } from '../../given/until.ts';

type Told = Readonly<Record<string, unknown>>;

/** Longer than events are gathered. */
const PRICE = 3.2;
const EVERY_EVENT = ['sent', 'delivered', 'price'];
const SOURCE_ADDRESS = '127.0.0.2';
const PRIVATE_HOSTS = ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'];

describe('a callback', () => {
  const cell = useCell({ settings: { callbackSourceAddress: SOURCE_ADDRESS, chargeUndelivered: false } });
  let seller: Seller;
  beforeAll(async () => {
    await cell().link('mts');
    seller = await givenSeller(cell());
  });

  const told = (path: string): Told[] =>
    cell()
      .sink.received(path)
      .flatMap(({ items }) => items);

  /** All events at the path, after `count` of them have arrived and the cell has settled. */
  async function allTold(path: string, count: number): Promise<Told[]> {
    await until(`${count} events have arrived at ${path}`, () => told(path).length >= count);
    await cell().settle();
    return told(path);
  }

  const sendTo = (path: string, change: object = {}) =>
    seller.sendOne({ callbackUrl: cell().sink.url(path), ...change });

  async function undelivered<T>(work: () => Promise<T>): Promise<T> {
    await cell().operators.behave('mts', { undeliveredPercent: 100, undeliveredError: 508 });
    try {
      return await work();
    } finally {
      await cell().operators.behave('mts', { undeliveredPercent: 0 });
    }
  }

  covers('messaging.callback.on-event', 'messaging.service.status-callbacks', 'messaging.service.price-callbacks');
  test('arrives for every selected event, in order', async () => {
    const uuid = await sendTo('/every', { callbackEvents: EVERY_EVENT });
    const events = await allTold('/every', 3);
    expect(events.map((event) => [event['message_uuid'], event['callback_event']])).toEqual([
      [uuid, 'sent'],
      [uuid, 'price'],
      [uuid, 'delivered'],
    ]);
  });

  covers('messaging.callback.no-url');
  test('does not arrive without callbackUrl, also beside a message that has one', async () => {
    const callbackUrl = cell().sink.url('/beside');
    const silent = { callbackEvents: EVERY_EVENT, destination: '79161230003' };
    const sent = await seller.results(sms({ callbackUrl, callbackEvents: EVERY_EVENT }), sms(silent));
    const [loud = '', quiet = ''] = sent.map(({ messageUuid }) => messageUuid ?? '');
    await seller.untilStatus(quiet, 'delivered');
    const events = await allTold('/beside', 3);
    expect(new Set(events.map((event) => event['message_uuid']))).toEqual(new Set([loud]));
    expect(await seller.message(quiet)).not.toHaveProperty('callbackUrl');
  });

  covers('messaging.callback.default-delivered', 'messaging.callback.delivered.on-delivered');
  test('is for delivered only, without callbackEvents', async () => {
    const uuid = await sendTo('/default');
    const [event, ...others] = await allTold('/default', 1);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ message_uuid: uuid, callback_event: 'delivered', status: 'delivered' });
    const shown = await seller.message(uuid);
    expect(shown).toMatchObject({
      status: 'delivered',
      callbackEvents: ['delivered'],
      statusTime: event?.['status_time'],
    });
  });

  covers('messaging.callback.sent.on-sent');
  test('for sent arrives at the submit, before any receipt', async () => {
    await cell().operators.behave('mts', { noReceiptPercent: 100 });
    const uuid = await sendTo('/sent', { callbackEvents: ['sent', 'delivered'] });
    const events = await allTold('/sent', 1);
    await cell().operators.behave('mts', { noReceiptPercent: 0 });
    const { sentTime, status } = await seller.message(uuid);
    expect(status).toBe('sent');
    expect(events).toMatchObject([
      { message_uuid: uuid, callback_event: 'sent', status: 'sent', status_time: sentTime },
    ]);
  });

  covers('messaging.callback.delivered.on-undelivered', 'messaging.error-code.integer');
  test('for delivered arrives when the operator gives up', async () => {
    const uuid = await undelivered(async () => {
      const id = await sendTo('/undelivered');
      await seller.untilStatus(id, 'undelivered');
      return id;
    });
    expect(await allTold('/undelivered', 1)).toMatchObject([
      { message_uuid: uuid, callback_event: 'delivered', status: 'undelivered', error_code: 508 },
    ]);
  });

  covers('messaging.callback.delivered.on-undelivered', 'messaging.error-code.integer');
  test('for delivered arrives when the lifetime ends without a receipt', async () => {
    const uuid = await sendTo('/silence', { destination: '70001000002', ttl: 600 });
    await seller.untilStatus(uuid, 'sent');
    await cell().advance(601);
    expect(await allTold('/silence', 1)).toMatchObject([
      { message_uuid: uuid, callback_event: 'delivered', status: 'undelivered', error_code: 7060 },
    ]);
  });

  covers('messaging.callback.delivered.on-unsent', 'messaging.error-code.integer');
  test('for delivered arrives when the operator refused the message', async () => {
    const uuid = await sendTo('/unsent', { destination: '70001000003', callbackEvents: ['sent', 'delivered'] });
    expect(await allTold('/unsent', 1)).toMatchObject([
      { message_uuid: uuid, callback_event: 'delivered', status: 'unsent', error_code: 455 },
    ]);
  });

  covers('messaging.callback.delivered.on-unsent');
  test('for delivered arrives when the message fails at its acceptance', async () => {
    const msisdn = '79161230453';
    const body = { companyId: seller.companyId, msisdn, blacklist: true };
    expect((await cell().call('PUT', '/recipients', { token: seller.token, body })).status).toBe(200);
    const uuid = await sendTo('/listed', { destination: msisdn });
    expect(await allTold('/listed', 1)).toMatchObject([
      { message_uuid: uuid, callback_event: 'delivered', status: 'unsent', error_code: 453 },
    ]);
  });

  covers('messaging.callback.price.on-change', 'messaging.service.price-callbacks');
  test('for price arrives when the price is set, and again only when it has changed', async () => {
    const callbackEvents = ['price'];
    const kept = await sendTo('/price-kept', { callbackEvents });
    await seller.untilStatus(kept, 'delivered');
    expect(await allTold('/price-kept', 1)).toMatchObject([
      { message_uuid: kept, price: PRICE, currency: 'RUB', parts: 1 },
    ]);
    // An undelivered message is free here: the price falls back to zero.
    const lost = await undelivered(async () => {
      const id = await sendTo('/price-lost', { callbackEvents });
      await seller.untilStatus(id, 'undelivered');
      return id;
    });
    const prices = await allTold('/price-lost', 2);
    expect(prices.map((event) => [event['message_uuid'], event['price']])).toEqual([
      [lost, PRICE],
      [lost, 0],
    ]);
    expect(await seller.message(lost)).toMatchObject({ price: { totalPrice: 0, final: true } });
  });

  covers('messaging.callback.source-address');
  test("comes from the configured source address, not from the system's default", async () => {
    await sendTo('/source');
    await allTold('/source', 1);
    expect(
      cell()
        .sink.received('/source')
        .map(({ from }) => from),
    ).toEqual([SOURCE_ADDRESS]);
  });
});

describe('a callback to a private address', () => {
  // As in production.
  const cell = useCell({ settings: { callbackAllow: [] } });

  covers('messaging.callback.private-target');
  test.each(PRIVATE_HOSTS)('%s is refused at the request', async (host) => {
    const seller = await givenSeller(cell());
    const { port } = new URL(cell().sink.url('/inside'));
    const callbackUrl = `http://${host}:${port}/inside`;
    expect(await seller.send(sms({ callbackUrl }))).toMatchObject({
      status: 400,
      body: { error: { code: 4000, details: [{ field: '[0].callbackUrl', code: 'callback-address' }] } },
    });
    const draft = { dispatchName: 'July', channelType: 'SMS', senderName: NAME, content: 'Hi', callbackUrl };
    expect(await seller.ask('POST', '/dispatch', draft)).toMatchObject({
      status: 400,
      body: { error: { details: [{ field: 'callbackUrl', code: 'callback-address' }] } },
    });
  });

  covers('messaging.callback.private-target');
  test('that a host name resolves to is not contacted: no connection, and the try has failed', async () => {
    await cell().link('mts');
    const seller = await givenSeller(cell());
    const { port } = new URL(cell().sink.url('/inside'));
    const callbackUrl = `http://callbacks.example:${port}/inside`;
    await seller.untilStatus(await seller.sendOne({ callbackUrl, callbackEvents: ['read'] }), 'delivered');
    // As if DNS had resolved the host to this address.
    await cell().sql('update callback_endpoints set url = $2 where company_id = $1', [
      seller.companyId,
      `http://127.0.0.1:${port}/inside`,
    ]);
    await seller.untilStatus(await seller.sendOne({ callbackUrl }), 'delivered');
    await until('the event has a failed try', async () => {
      const rows = await cell().sql(
        `select from callback_ranges r join callback_endpoints e on e.id = r.endpoint_id
          where e.company_id = $1 and r.attempts > 0 and r.next_try_at is not null`,
        [seller.companyId],
      );
      return rows.length > 0;
    });
    expect(cell().sink.connections()).toBe(0);
  });
});
