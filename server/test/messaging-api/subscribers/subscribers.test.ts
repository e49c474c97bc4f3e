// POST /v1/subscribers and POST /v1/subscribers/delete: stored, refused and deleted subscribers.
import { randomUUID } from 'node:crypto';
import { hasDevices, SUBSCRIBER_CHANNELS } from '@volley/domain/subscribers/subscriber-channel.ts';
import { SUBSCRIBERS_MAX } from '@volley/domain/subscribers/subscriber-status.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Api, givenCompany, sharedApi } from '../../given/api.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { type Bot, givenBot } from '../../given/people/bots.ts';
import { codeOf, msgOf } from '../../given/people/templates.ts';
import { fillAddressBook } from '../../given/rows/subscribers.ts';

let api: Api;
let account: Account;
beforeAll(async () => {
  api = await sharedApi({ moderation: 'manual' });
  account = await givenAccount(api);
});
afterAll(() => api.close());

const bot = (channelType?: Bot['name']['channelType']) => givenBot(api, account, channelType);
const item = (id: number, change: object = {}) => ({
  subscriberId: String(id),
  destination: String(79_160_000_000 + id),
  ...change,
});
const items = (count: number, from = 1) => Array.from({ length: count }, (_, at) => item(from + at));

describe('an upload', () => {
  covers('messaging.subscriber.upload', 'messaging.subscriber.list.object', 'messaging.version.v33');
  test('stores subscribers that the list shows', async () => {
    const shop = await bot();
    const reply = await shop.upload([item(1, { tags: ['vip', 'b_2'] }), item(2)]);
    expect([reply.status, reply.body]).toEqual([200, { errors: false, created: 2, updated: 0, items: [] }]);
    const { items: shown } = await shop.list();
    const times = { createdAt: expect.any(String), updatedAt: expect.any(String) };
    const fresh = { ...shop.name, status: 'ACTIVE', source: 'UPLOAD', ...times };
    expect(shown).toEqual([
      { ...fresh, ...item(1), tags: ['vip', 'b_2'] },
      { ...fresh, ...item(2), tags: [] },
    ]);
  });

  covers('messaging.subscriber.upload');
  test('takes 10,000 subscribers and refuses none or 10,001', async () => {
    const shop = await bot();
    expect((await shop.upload(items(10_000))).body).toMatchObject({ created: 10_000, updated: 0 });
    expect((await shop.upload(items(10_000, 5_001))).body).toMatchObject({ created: 5_000, updated: 5_000 });
    expect(codeOf(await shop.upload(items(10_001)))).toBe(4000);
    expect(codeOf(await shop.upload([]))).toBe(4000);
    expect(await shop.counted()).toEqual({ counters: [15_000, 0, 0], rows: [15_000, 0, 0] });
  });

  covers('messaging.subscriber.upload.channels');
  test.each(SUBSCRIBER_CHANNELS.filter((one) => !hasDevices(one)))('is taken for a bot on %s', async (channelType) => {
    const shop = await bot(channelType);
    expect((await shop.upload([item(7)])).body).toMatchObject({ errors: false, created: 1 });
    expect((await shop.list()).items).toMatchObject([{ channelType, subscriberId: '7' }]);
  });

  covers('messaging.subscriber.upload.channels');
  test.each(['SMS', 'WHATSAPP', 'RCS', 'telegram', 5])('is refused for the channel %s', async (channelType) => {
    const shop = await bot();
    expect(codeOf(await shop.upload([item(1)], { channelType }))).toBe(4000);
  });

  covers('messaging.subscriber.upload.sender');
  test('is not found under an unknown name, a name of another channel or of another account', async () => {
    const shop = await bot();
    const sister = { ...account, companyId: await givenCompany(api, account.token) };
    const others = [await givenAccount(api), await givenAccount(api, { company: sister })];
    const foreign = await Promise.all(others.map((other) => givenBot(api, other)));
    const names = [
      { senderName: 'nothing' },
      { channelType: 'VK' },
      ...foreign.map(({ name }) => ({ senderName: name.senderName })),
    ];
    for (const name of names) {
      expect(codeOf(await shop.upload([item(1)], name))).toBe(4040);
      expect(codeOf(await shop.remove({ ...name, subscriberIds: ['1'] }))).toBe(4040);
    }
    for (const other of foreign) expect(await other.rows()).toEqual([]);
  });

  covers('messaging.subscriber.upload.structure', 'messaging.subscriber.upload.id');
  test.each<[string, object, string]>([
    ['no id', { subscriberId: undefined }, 'subscribers[1].subscriberId'],
    ['an empty id', { subscriberId: '' }, 'subscribers[1].subscriberId'],
    ['an id of 201 characters', { subscriberId: '1'.repeat(201) }, 'subscribers[1].subscriberId'],
    ['an id with letters', { subscriberId: 'anna' }, 'subscribers[1].subscriberId'],
    ['a number as the id', { subscriberId: 5 }, 'subscribers[1].subscriberId'],
    ['a push provider', { provider: 'FCM' }, 'subscribers[1].provider must be absent on TELEGRAM'],
    ['no destination', { destination: undefined }, 'subscribers[1].destination'],
    ['a long destination', { destination: '7'.repeat(65) }, 'subscribers[1].destination'],
    ['a tag with a blank', { tags: ['a b'] }, 'subscribers[1].tags'],
    ['eleven tags', { tags: Array.from({ length: 11 }, (_, at) => `t${at}`) }, 'subscribers[1].tags'],
  ])('with %s in one item is refused and stores nothing', async (_title, change, field) => {
    const shop = await bot();
    const reply = await shop.upload([item(1), item(2, change), item(3)]);
    expect([codeOf(reply), msgOf(reply)]).toEqual([4000, expect.stringContaining(field)]);
    expect((await shop.list()).total).toBe(0);
  });

  test('names mistakes of form and of ids together', async () => {
    const shop = await bot();
    const reply = await shop.upload([item(1, { subscriberId: 'x' }), item(2, { destination: 5 })]);
    expect(reply.body).toMatchObject({
      error: {
        details: expect.arrayContaining([
          expect.objectContaining({ field: 'subscribers[0].subscriberId', code: 'wrong-form' }),
          expect.objectContaining({ field: 'subscribers[1].destination', code: 'wrong-type' }),
        ]),
      },
    });
  });

  covers('messaging.subscriber.upload.id');
  test('takes ids of any characters where the messenger has such ids', async () => {
    const shop = await bot('VIBER');
    const ids = ['n8k3mA==', 'a,b', '"quoted\\"', 'é'.repeat(200), ' '];
    const reply = await shop.upload(ids.map((subscriberId, at) => item(at, { subscriberId })));
    expect(reply.body).toMatchObject({ created: 5 });
    expect((await shop.list()).items.map(({ subscriberId }) => subscriberId).toSorted()).toEqual(ids.toSorted());
  });

  covers('messaging.subscriber.upload.number', 'messaging.subscriber.upload.normalized');
  test('stores the rest if a number cannot be read', async () => {
    const shop = await bot();
    const wrong = { code: 400, errorCode: 7401, msg: 'Destination is not a phone number' };
    const reply = await shop.upload([
      item(1, { destination: '8 (916) 000-00-01' }),
      item(2, { destination: '12' }),
      item(3, { destination: '+79160000003' }),
      item(4, { destination: '' }),
    ]);
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        errors: true,
        created: 2,
        updated: 0,
        items: [
          { index: 1, ...wrong },
          { index: 3, ...wrong },
        ],
      },
    ]);
    expect(await shop.rows()).toEqual(['1 79160000001 ACTIVE', '3 79160000003 ACTIVE']);
    expect((await shop.upload([item(5, { destination: 'x' })])).body).toMatchObject({ errors: true, created: 0 });
  });

  covers('messaging.subscriber.upload.idempotent');
  test('under an Idempotency-Key happens once', async () => {
    const shop = await bot();
    const key = { 'idempotency-key': randomUUID() };
    const first = await shop.upload([item(1)], {}, key);
    await shop.remove({ subscriberIds: ['1'] });
    const again = await shop.upload([item(1)], {}, key);
    expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', first.body]);
    expect(await shop.rows()).toEqual([]);
    expect(codeOf(await shop.upload([item(2)], {}, key))).toBe(4090);
  });

  test('of a body above 256 kB is taken', async () => {
    const shop = await bot('WEASY');
    const long = items(3_000).map((one) => ({ ...one, subscriberId: one.subscriberId.padStart(200, 'x') }));
    expect(JSON.stringify(long).length).toBeGreaterThan(256 * 1024);
    expect((await shop.upload(long)).body).toMatchObject({ created: 3_000 });
  });
});

describe('the limit of 10,000,000 subscribers per sender name', () => {
  /** Counts as full but for some places; the triggers count on from there. */
  const fill = (shop: Bot, places: number) =>
    fillAddressBook(api, account.companyId, shop, { counter: 'active', by: SUBSCRIBERS_MAX - 1 - places });

  covers('messaging.subscriber.upload.limit');
  test('refuses an upload beyond it and stores nothing of it', async () => {
    const shop = await bot();
    await shop.upload([item(1)]);
    await fill(shop, 2);
    const reply = await shop.upload(items(3, 2));
    expect([codeOf(reply), msgOf(reply)]).toEqual([4000, expect.stringContaining('more than 10000000 subscribers')]);
    expect((await shop.counted()).rows).toEqual([1, 0, 0]);
    expect((await shop.upload(items(3))).body).toMatchObject({ created: 2, updated: 1 });
    // A full book still takes known subscribers, and a new one in place of another.
    expect((await shop.upload([item(1, { tags: ['a'] })])).body).toMatchObject({ updated: 1 });
    expect((await shop.upload([item(9, { destination: item(1).destination })])).body).toMatchObject({ created: 1 });
    expect(codeOf(await shop.upload([item(10)]))).toBe(4000);
    await shop.remove({ subscriberIds: ['9'] });
    expect((await shop.upload([item(10)])).body).toMatchObject({ created: 1 });
  });

  covers('messaging.subscriber.upload.limit');
  test('holds for uploads at the same time', async () => {
    const shop = await bot();
    await shop.upload([item(1)]);
    await fill(shop, 25);
    const uploads = Array.from({ length: 8 }, (_, at) => shop.upload(items(10, 100 * (at + 1))));
    const codes = (await Promise.all(uploads)).map(codeOf);
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 200, 4000, 4000, 4000, 4000, 4000, 4000]);
    expect((await shop.counted()).rows).toEqual([21, 0, 0]);
  });
});

test('first uploads of a bot at the same time share one book', async () => {
  const shop = await bot();
  const replies = await Promise.all(Array.from({ length: 6 }, (_, at) => shop.upload(items(50, 1 + at * 25))));
  expect(replies.map(codeOf)).toEqual(Array(6).fill(200));
  expect(await shop.counted()).toEqual({ counters: [175, 0, 0], rows: [175, 0, 0] });
});

describe('a deletion', () => {
  covers('messaging.subscriber.delete');
  test('deletes by id or by number, in any status', async () => {
    const shop = await bot();
    await shop.upload(items(6));
    await shop.move('2', 'STOPPED');
    await shop.move('3', 'GONE');
    expect((await shop.remove({ subscriberIds: ['1', '2', '2', '77'] })).body).toEqual({ deleted: 2 });
    const destinations = ['+7 916 000-00-03', '79160000004', '12', '79160000099'];
    expect((await shop.remove({ destinations })).body).toEqual({ deleted: 2 });
    expect(await shop.rows()).toEqual(['5 79160000005 ACTIVE', '6 79160000006 ACTIVE']);
    expect(await shop.counted()).toEqual({ counters: [2, 0, 0], rows: [2, 0, 0] });
    expect((await shop.remove({ destinations: ['12'] })).body).toEqual({ deleted: 0 });
  });

  covers('messaging.subscriber.delete.one-list');
  test.each<[string, object]>([
    ['both lists', { subscriberIds: ['1'], destinations: ['79160000001'] }],
    ['no list', {}],
    ['an empty list', { subscriberIds: [] }],
    ['10,001 ids', { subscriberIds: Array(10_001).fill('1') }],
    ['10,001 numbers', { destinations: Array(10_001).fill('79160000001') }],
    ['a number as an id', { subscriberIds: [1] }],
  ])('with %s is refused', async (_title, ones) => {
    const shop = await bot();
    await shop.upload(items(1));
    expect(codeOf(await shop.remove(ones))).toBe(4000);
    expect((await shop.list()).total).toBe(1);
  });

  covers('messaging.subscriber.account');
  test('leaves subscribers of another bot and of another account alone', async () => {
    const [one, other] = [await bot(), await bot()];
    const strange = await givenBot(api, await givenAccount(api));
    for (const shop of [one, other, strange]) await shop.upload(items(2));
    expect((await one.remove({ subscriberIds: ['1', '2'] })).body).toEqual({ deleted: 2 });
    expect((await other.list()).total).toBe(2);
    expect((await strange.list()).total).toBe(2);
  });

  covers('messaging.subscriber.upload.idempotent');
  test('under an Idempotency-Key happens once', async () => {
    const shop = await bot();
    await shop.upload(items(1));
    const key = { 'idempotency-key': randomUUID() };
    expect((await shop.remove({ subscriberIds: ['1'] }, key)).body).toEqual({ deleted: 1 });
    await shop.upload(items(1));
    const again = await shop.remove({ subscriberIds: ['1'] }, key);
    expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', { deleted: 1 }]);
    expect((await shop.list()).total).toBe(1);
  });

  test('of a bot without subscribers deletes none', async () => {
    const shop = await bot();
    expect((await shop.remove({ subscriberIds: ['1'] })).body).toEqual({ deleted: 0 });
  });
});
