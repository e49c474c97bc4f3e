// POST /v1/message/stop: what can still be stopped, what cannot, and what becomes of it.
import { beforeAll, describe, expect, test } from 'vitest';
import { useCell } from '../given/cell.ts';
import { valueAt } from '../given/json-path.ts';
import { givenSeller, type Seller, sms } from '../given/sending.ts';
import { until } from '../given/until.ts';

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

describe('a message that waits', () => {
  test('is stopped: 200, unsent with 7002, its money back, and nothing reaches the operator [messaging.stop.post messaging.stop.200 messaging.stop.code.200 messaging.stop.unsent messaging.stop.money messaging.stop.nothing-sent messaging.error-code.7002 messaging.version.v9 messaging.send.price.released]', async () => {
    const before = await seller.balance();
    const uuid = await seller.sendOne({ ...tomorrow(), destination: '79161231001' });
    expect(await seller.balance()).toBeCloseTo(before - 3.2, 2);
    const reply = await stop([uuid]);
    expect([reply.status, reply.body]).toEqual([200, { errors: false, items: [{ messageUuid: uuid, code: 200 }] }]);
    const shown = await seller.untilStatus(uuid, 'unsent');
    expect(shown).toMatchObject({ errorCode: 7002, price: { totalPrice: 0, final: true } });
    await until('the money is back', async () => (await seller.balance()) === before);
    await cell().advance(25 * 3_600);
    await cell().settle();
    expect(await arrived('79161231001')).toBe(0);
    expect(await seller.message(uuid)).toMatchObject({ status: 'unsent' });
  });

  test('that was stopped cannot be stopped again [messaging.stop.code.403]', async () => {
    const uuid = await seller.sendOne(tomorrow());
    await stop([uuid]);
    await seller.untilStatus(uuid, 'unsent');
    expect((await stop([uuid])).body).toEqual({ errors: true, items: [{ messageUuid: uuid, code: 403 }] });
  });

  test('is no longer ready to be stopped afterwards [messaging.list.filter.ready_to_stop]', async () => {
    const uuid = await seller.sendOne(tomorrow());
    expect(await seller.ids('ready_to_stop=true')).toContain(uuid);
    await stop([uuid]);
    await seller.untilStatus(uuid, 'unsent');
    expect(await seller.ids('ready_to_stop=true')).not.toContain(uuid);
  });

  test('tells its callback that it is unsent, as delivered [messaging.stop.callback]', async () => {
    const uuid = await seller.sendOne({ ...tomorrow(), callbackUrl: cell().sink.url('/stopped') });
    await stop([uuid]);
    const [callback] = await until('the callback', () => {
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

  test("by the client's own id is not found [messaging.stop.not-external]", async () => {
    const externalMessageId = '00000000-0000-4000-8000-00000000e000';
    const uuid = await seller.sendOne({ ...tomorrow(), externalMessageId });
    expect((await stop([externalMessageId])).body).toMatchObject({ items: [{ code: 404 }] });
    expect(await seller.message(uuid)).toMatchObject({ status: 'sending' });
  });

  test('of a dispatch is stopped likewise, and the others of it go on [messaging.stop.dispatch-message messaging.version.v10]', async () => {
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

describe('a message that does not wait', () => {
  test('is not stopped: 403 once it was sent [messaging.stop.code.403 messaging.stop.errors]', async () => {
    const uuid = await seller.sendOne({ destination: '79161231002' });
    await seller.untilStatus(uuid, 'delivered');
    expect((await stop([uuid])).body).toEqual({ errors: true, items: [{ messageUuid: uuid, code: 403 }] });
    expect(await seller.message(uuid)).toMatchObject({ status: 'delivered' });
  });

  test('may or may not be stopped while it goes out: 200, 202 or 403, and what was answered 200 was not sent [messaging.stop.code.202 messaging.stop.nothing-sent]', async () => {
    await cell().link('mts', { rate: 5 });
    const items = await seller.results(
      ...Array.from({ length: 60 }, (_, at) => sms({ destination: String(79_161_232_000 + at) })),
    );
    const uuids = items.map(({ messageUuid }) => messageUuid ?? '');
    await until('some have gone', async () => (await arrived('79161232000')) > 0);
    const results = valueAt((await stop(uuids)).body, 'items') as { messageUuid: string; code: number }[];
    const codes = new Map(results.map(({ messageUuid, code }) => [messageUuid, code]));
    expect([...new Set(codes.values())].every((code) => [200, 202, 403].includes(code))).toBe(true);
    expect([...codes.values()]).toContain(202);
    await cell().link('mts');
    const shown = await until('all have ended', async () => {
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
  test('answers 404 for what is not there or of another account [messaging.stop.code.404 messaging.stop.errors]', async () => {
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

  test('answers a message that is named twice once [messaging.stop.duplicates]', async () => {
    const uuid = await seller.sendOne(tomorrow());
    expect((await stop([uuid, uuid])).body).toEqual({ errors: false, items: [{ messageUuid: uuid, code: 200 }] });
  });

  test('takes 10,000 ids and refuses 10,001 [messaging.stop.max]', async () => {
    const ids = (count: number) =>
      Array.from({ length: count }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
    expect((await stop(ids(10_000))).status).toBe(200);
    expect(await stop(ids(10_001))).toMatchObject({ status: 400, body: { error: { code: 4000 } } });
  });

  test.each([
    ['none [messaging.stop.empty]', { uuids: [] }],
    ['no list [messaging.stop.empty]', {}],
    ['a text instead of a list [messaging.stop.empty]', { uuids: UNKNOWN }],
    ['numbers [messaging.stop.empty]', { uuids: [1] }],
  ])('with %s is refused', async (_statement, body) => {
    expect(await seller.ask('POST', '/message/stop', body)).toMatchObject({
      status: 400,
      body: { error: { code: 4000 } },
    });
  });
});
