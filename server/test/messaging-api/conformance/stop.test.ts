// POST /v1/message/stop: messages that can be stopped, messages that cannot, and the result.
import { beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { useCell } from '../../given/cell.ts';
import { valueAt } from '../../given/json-path.ts';
import { givenSeller, type Seller, sms } from '../../given/people/seller.ts';
import { until } from '../../given/until.ts';

const cell = useCell();
let seller: Seller;
beforeAll(async () => {
  await cell().link('mts');
  seller = await givenSeller(cell());
});

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const stop = (uuids: unknown, who = seller) => who.ask('POST', '/message/stop', { uuids });
const tomorrow = () => {
  const at = new Date(cell().now().getTime() + 24 * 3_600_000);
  return { localSendTime: at.toISOString().slice(0, 19).replace('T', ' ') };
};
const arrived = async (destination: string) =>
  (await cell().operators.received('mts')).filter((text) => text.destination === destination).length;

describe('a waiting message', () => {
  covers(
    'messaging.stop.post',
    'messaging.stop.200',
    'messaging.stop.code.200',
    'messaging.stop.unsent',
    'messaging.stop.money',
    'messaging.stop.nothing-sent',
    'messaging.error-code.7002',
    'messaging.version.v9',
    'messaging.send.price.released',
  );
  test('is stopped: 200, unsent with 7002, its money is returned, and nothing reaches the operator', async () => {
    const before = await seller.balance();
    const uuid = await seller.sendOne({ ...tomorrow(), destination: '79161231001' });
    expect(await seller.balance()).toBeCloseTo(before - 3.2, 2);
    const reply = await stop([uuid]);
    expect([reply.status, reply.body]).toEqual([200, { errors: false, items: [{ messageUuid: uuid, code: 200 }] }]);
    const shown = await seller.untilStatus(uuid, 'unsent');
    expect(shown).toMatchObject({ errorCode: 7002, price: { totalPrice: 0, final: true } });
    await until('the money is returned', async () => (await seller.balance()) === before);
    await cell().advance(25 * 3_600);
    await cell().settle();
    expect(await arrived('79161231001')).toBe(0);
    expect(await seller.message(uuid)).toMatchObject({ status: 'unsent' });
  });

  covers('messaging.stop.code.403');
  test('that was stopped cannot be stopped again', async () => {
    const uuid = await seller.sendOne(tomorrow());
    await stop([uuid]);
    await seller.untilStatus(uuid, 'unsent');
    expect((await stop([uuid])).body).toEqual({ errors: true, items: [{ messageUuid: uuid, code: 403 }] });
  });

  covers('messaging.list.filter.ready_to_stop');
  test('is not ready to be stopped afterwards', async () => {
    const uuid = await seller.sendOne(tomorrow());
    expect(await seller.ids('ready_to_stop=true')).toContain(uuid);
    await stop([uuid]);
    await seller.untilStatus(uuid, 'unsent');
    expect(await seller.ids('ready_to_stop=true')).not.toContain(uuid);
  });

  covers('messaging.stop.callback');
  test('sends the callback unsent for the event delivered', async () => {
    const uuid = await seller.sendOne({ ...tomorrow(), callbackUrl: cell().sink.url('/stopped') });
    await stop([uuid]);
    const [callback] = await until('the callback has arrived', () => {
      const received = cell().sink.received('/stopped');
      return received.length > 0 && received;
    });
    expect(valueAt(callback?.body, '0')).toMatchObject({
      message_uuid: uuid,
      callback_event: 'delivered',
      status: 'unsent',
      error_code: 7002,
    });
  });

  covers('messaging.stop.not-external');
  test("named by the client's own id is not found", async () => {
    const externalMessageId = '00000000-0000-4000-8000-00000000e000';
    const uuid = await seller.sendOne({ ...tomorrow(), externalMessageId });
    expect((await stop([externalMessageId])).body).toMatchObject({ items: [{ code: 404 }] });
    expect(await seller.message(uuid)).toMatchObject({ status: 'sending' });
  });

  covers('messaging.stop.dispatch-message', 'messaging.version.v10');
  test('of a dispatch is stopped too, and the others of it continue', async () => {
    const later = new Date(cell().now().getTime() + 4 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const { uuids } = await seller.dispatch('Of a dispatch', ['79161231011', '79161231012'], { localSendTime: later });
    const [stopped = '', other = ''] = uuids;
    expect((await stop([stopped])).body).toMatchObject({ items: [{ code: 200 }] });
    expect(await seller.untilStatus(stopped, 'unsent')).toMatchObject({ errorCode: 7002 });
    await cell().advance(5 * 3_600);
    await seller.untilStatus(other, 'delivered');
    expect([await arrived('79161231011'), await arrived('79161231012')]).toEqual([0, 1]);
  });
});

describe('a message that is not waiting', () => {
  covers('messaging.stop.code.403', 'messaging.stop.errors');
  test('is not stopped: 403 after the submit', async () => {
    const uuid = await seller.sendOne({ destination: '79161231002' });
    await seller.untilStatus(uuid, 'delivered');
    expect((await stop([uuid])).body).toEqual({ errors: true, items: [{ messageUuid: uuid, code: 403 }] });
    expect(await seller.message(uuid)).toMatchObject({ status: 'delivered' });
  });

  covers('messaging.stop.code.202', 'messaging.stop.nothing-sent');
  test('may or may not be stopped during its submit: 200, 202 or 403, and a message answered 200 was not sent', async () => {
    await cell().link('mts', { rate: 5 });
    const items = await seller.results(
      ...Array.from({ length: 60 }, (_, at) => sms({ destination: String(79_161_232_000 + at) })),
    );
    const uuids = items.map(({ messageUuid }) => messageUuid ?? '');
    await until('some messages are sent', async () => (await arrived('79161232000')) > 0);
    const results = valueAt((await stop(uuids)).body, 'items') as { messageUuid: string; code: number }[];
    const codes = new Map(results.map(({ messageUuid, code }) => [messageUuid, code]));
    expect([...new Set(codes.values())].every((code) => [200, 202, 403].includes(code))).toBe(true);
    expect([...codes.values()]).toContain(202);
    await cell().link('mts');
    const shown = await until('all messages are final', async () => {
      const { items: all } = await seller.list(
        `per_page=1000&${uuids.map((uuid) => `message_uuid=${uuid}`).join('&')}`,
      );
      return all.every(({ status }) => status === 'unsent' || status === 'delivered') && all;
    });
    for (const { messageUuid, status, destination } of shown) {
      const code = codes.get(messageUuid);
      if (code === 200) expect([status, await arrived(String(destination))]).toEqual(['unsent', 0]);
      if (code === 403) expect(status).toBe('delivered');
      expect(await arrived(String(destination))).toBe(status === 'delivered' ? 1 : 0);
    }
  });
});

describe('the request', () => {
  covers('messaging.stop.code.404', 'messaging.stop.errors');
  test('answers 404 for unknown messages and those of another account', async () => {
    const stranger = await givenSeller(cell());
    const theirs = await stranger.sendOne(tomorrow());
    expect((await stop([theirs, UNKNOWN])).body).toEqual({
      errors: true,
      items: [
        { messageUuid: theirs, code: 404 },
        { messageUuid: UNKNOWN, code: 404 },
      ],
    });
    expect(await stranger.message(theirs)).toMatchObject({ status: 'sending' });
  });

  covers('messaging.stop.duplicates');
  test('answers once for a message that is named twice', async () => {
    const uuid = await seller.sendOne(tomorrow());
    expect((await stop([uuid, uuid])).body).toEqual({ errors: false, items: [{ messageUuid: uuid, code: 200 }] });
  });

  covers('messaging.stop.max');
  test('accepts 10,000 ids and refuses 10,001', async () => {
    const ids = (count: number) =>
      Array.from({ length: count }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
    expect((await stop(ids(10_000))).status).toBe(200);
    expect(await stop(ids(10_001))).toMatchObject({ status: 400, body: { error: { code: 4000 } } });
  });

  covers('messaging.stop.empty');
  test.each([
    ['none', { uuids: [] }],
    ['no list', {}],
    ['a text instead of a list', { uuids: UNKNOWN }],
    ['numbers', { uuids: [1] }],
  ])('with %s is refused', async (_statement, body) => {
    expect(await seller.ask('POST', '/message/stop', body)).toMatchObject({
      status: 400,
      body: { error: { code: 4000 } },
    });
  });
});
