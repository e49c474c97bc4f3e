// Devices of apps in POST and GET /v1/subscribers: tokens, providers and the ten newest devices of a number.
import { lastDevices, PUSH_PROVIDERS } from '@volley/domain/subscribers/push-device.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { propertyRuns } from '../../../../tools/proofs/property-runs.ts';
import { type Api, givenApi } from '../../given/api.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { type Bot, FIRST_NUMBER, givenBot, linkOf } from '../../given/people/bots.ts';
import { givenStaff } from '../../given/people/staff.ts';
import { codeOf, msgOf } from '../../given/people/templates.ts';

let api: Api;
let account: Account;
beforeAll(async () => {
  api = await givenApi({ moderation: 'manual' });
  account = await givenAccount(api);
});
afterAll(() => api.close());

const app = () => givenBot(api, account, 'PUSH');
const device = (token: string, number: number, provider: string = 'FCM') => ({ ...linkOf(token, number), provider });
const devices = (count: number, number: number, from = 1) =>
  Array.from({ length: count }, (_, at) => device(`t${from + at}`, number));
const tokens = async (bot: Bot, query?: string) =>
  (await bot.list(query)).items
    .map(({ subscriberId }) => subscriberId)
    .toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
const named = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `t${from + at}`);
const WEB = JSON.stringify({
  endpoint: 'https://push.example/send/1',
  expirationTime: null,
  keys: {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
  },
});

describe('a device', () => {
  covers(
    'messaging.subscriber.push.provider',
    'messaging.subscriber.upload.channels',
    'messaging.subscriber.list.object',
  );
  test.each(PUSH_PROVIDERS)('of %s is stored with its provider', async (provider) => {
    const shop = await app();
    const token = provider === 'WEB_PUSH' ? WEB : 'dXk3:APA91b';
    const reply = await shop.upload([{ ...device(token, 1, provider), tags: ['vip'] }]);
    expect([reply.status, reply.body]).toEqual([200, { errors: false, created: 1, updated: 0, items: [] }]);
    const times = { createdAt: expect.any(String), updatedAt: expect.any(String) };
    const state = { status: 'ACTIVE', source: 'UPLOAD', tags: ['vip'], ...times };
    expect((await shop.list()).items).toEqual([{ ...shop.name, ...device(token, 1, provider), ...state }]);
  });

  covers(
    'messaging.subscriber.push.provider',
    'messaging.subscriber.push.web',
    'messaging.subscriber.upload.structure',
  );
  test.each<[string, object, string]>([
    ['no provider', { provider: undefined }, 'subscribers[1].provider is required on PUSH'],
    ['an unknown provider', { provider: 'PIGEON' }, 'subscribers[1].provider'],
    ['a token for WEB_PUSH', { provider: 'WEB_PUSH' }, 'subscribers[1].subscriberId must be a Web Push subscription'],
    ['a token of 4,097 characters', { subscriberId: 'x'.repeat(4_097) }, 'subscribers[1].subscriberId'],
  ])('with %s is refused, and nothing is stored', async (_title, change, field) => {
    const shop = await app();
    const reply = await shop.upload([device('t1', 1), { ...device('t2', 2), ...change }]);
    expect([codeOf(reply), msgOf(reply)]).toEqual([4000, expect.stringContaining(field)]);
    expect((await shop.list()).total).toBe(0);
  });

  covers('messaging.subscriber.upload.id');
  test('has a token of up to 4,096 characters, and is found and deleted by it', async () => {
    const shop = await app();
    const long = ['a', 'b'].map((end) => `${'ж'.repeat(4_095)}${end}`);
    expect((await shop.upload(long.map((token, at) => device(token, at)))).body).toMatchObject({ created: 2 });
    const ascii = 'x'.repeat(4_096);
    await shop.upload([device(ascii, 5), device(WEB, 6, 'WEB_PUSH')]);
    for (const token of [ascii, WEB])
      expect((await shop.list(`subscriber_id=${encodeURIComponent(token)}`)).items).toMatchObject([
        { subscriberId: token },
      ]);
    expect((await shop.remove({ subscriberIds: [long[0], WEB, 'unknown'] })).body).toEqual({ deleted: 2 });
    expect((await shop.list()).total).toBe(2);
  });

  covers('messaging.subscriber.push.token');
  test('exists once, moves to its later number and provider, and keeps its tags', async () => {
    const shop = await app();
    await shop.upload([{ ...device('t1', 1), tags: ['a'] }]);
    expect((await shop.upload([device('t1', 2, 'HMS')])).body).toMatchObject({ created: 0, updated: 1 });
    expect((await shop.list()).items).toMatchObject([{ ...device('t1', 2, 'HMS'), tags: ['a'] }]);
    await shop.upload([{ ...device('t1', 2), tags: [] }]);
    expect((await shop.list()).items).toMatchObject([{ provider: 'FCM', tags: [] }]);
    await shop.move('t1', 'GONE');
    await shop.upload([device('t1', 2)]);
    expect((await shop.list()).items).toMatchObject([{ status: 'ACTIVE' }]);
    expect(await shop.counted()).toEqual({ counters: [1, 0, 0], rows: [1, 0, 0] });
  });

  test('may have the token of a device of another app', async () => {
    const [one, other] = [await app(), await app()];
    for (const shop of [one, other]) expect((await shop.upload([device('t1', 1)])).body).toMatchObject({ created: 1 });
    await one.remove({ destinations: [String(FIRST_NUMBER + 1)] });
    expect([await tokens(one), await tokens(other)]).toEqual([[], ['t1']]);
  });
});

describe('a number', () => {
  covers('messaging.subscriber.push.devices');
  test('has ten devices; the eleventh takes the place of the first', async () => {
    const shop = await app();
    expect((await shop.upload(devices(10, 1))).body).toMatchObject({ created: 10 });
    expect(await tokens(shop)).toEqual(named(1, 10));
    expect((await shop.upload(devices(1, 1, 11))).body).toMatchObject({ created: 1, updated: 0 });
    expect(await tokens(shop)).toEqual(named(2, 11));
    expect((await shop.upload(devices(3, 2, 20))).body).toMatchObject({ created: 3 });
    expect(await tokens(shop, `destination=${FIRST_NUMBER + 1}`)).toEqual(named(2, 11));
    expect(await shop.counted()).toEqual({ counters: [13, 0, 0], rows: [13, 0, 0] });
  });

  covers('messaging.subscriber.push.token', 'messaging.subscriber.push.devices');
  test('keeps a device that is uploaded again, and one that comes from another number', async () => {
    const shop = await app();
    await shop.upload([...devices(10, 1), device('t99', 2)]);
    await shop.upload(devices(1, 1));
    await shop.upload([device('t99', 1)]);
    expect(await tokens(shop)).toEqual([...named(1, 1), ...named(3, 10), 't99']);
  });

  covers('messaging.subscriber.push.devices');
  test('loses its GONE devices before its active ones', async () => {
    const shop = await app();
    await shop.upload(devices(10, 1));
    await shop.move('t9', 'GONE');
    await shop.upload(devices(1, 1, 11));
    expect(await tokens(shop)).toEqual([...named(1, 8), ...named(10, 11)]);
    expect(await shop.counted()).toEqual({ counters: [10, 0, 0], rows: [10, 0, 0] });
  });

  covers('messaging.subscriber.push.devices');
  test('keeps the last ten of more devices in one call', async () => {
    const shop = await app();
    expect((await shop.upload(devices(25, 1))).body).toMatchObject({ created: 10, updated: 0 });
    expect(await tokens(shop)).toEqual(named(16, 25));
  });

  covers('messaging.subscriber.erasure');
  test('that is erased loses its devices, of every account, and no others', async () => {
    const support = await givenStaff(api, 'support');
    const apps = [await app(), await givenBot(api, await givenAccount(api), 'PUSH')];
    for (const shop of apps) await shop.upload([...devices(3, 77), device('t9', 78)]);
    const erased = await support.ask('POST', '/numbers/erase', { destination: String(FIRST_NUMBER + 77) });
    expect(erased.status).toBe(201);
    for (const shop of apps) expect([await tokens(shop), (await shop.counted()).counters]).toEqual([['t9'], [1, 0, 0]]);
  });
});

test('devices end as in the model after any uploads', async () => {
  const upload = fc.array(fc.tuple(fc.integer({ min: 1, max: 25 }), fc.integer({ min: 1, max: 2 })), {
    minLength: 1,
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(upload, { minLength: 1, maxLength: 6 }), async (uploads) => {
      const shop = await app();
      let book: ReturnType<typeof device>[] = [];
      for (const pairs of uploads) {
        const items = pairs.map(([id, number]) => device(`t${id}`, number));
        expect(codeOf(await shop.upload(items))).toBe(200);
        book = lastDevices([...book, ...lastDevices(items)]);
      }
      const shown = (await shop.list()).items.map(({ subscriberId, destination }) => `${subscriberId} ${destination}`);
      const known = book.map(({ subscriberId, destination }) => `${subscriberId} ${destination}`);
      expect(shown.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(known.toSorted((a, b) => (a < b ? -1 : 1)));
      const { counters, rows } = await shop.counted();
      expect(counters).toEqual(rows);
    }),
    { numRuns: propertyRuns(15) },
  );
});

covers('messaging.subscriber.list', 'messaging.subscriber.list.filters');
test('a list has bots and apps, page by page, and counts both', async () => {
  const own = await givenAccount(api);
  const [bot, shop] = [await givenBot(api, own), await givenBot(api, own, 'PUSH')];
  await bot.upload([linkOf('1', 1), linkOf('2', 2), linkOf('3', 3)]);
  await shop.upload(devices(4, 1));
  await bot.move('1', 'GONE');
  await shop.move('t4', 'GONE');
  const both = `sender_name=${bot.name.senderName},${shop.name.senderName}`;
  const all = (await bot.list(both)).items;
  expect(all.map(({ channelType, status }) => `${channelType} ${status}`)).toEqual([
    ...Array<string>(2).fill('TELEGRAM ACTIVE'),
    'TELEGRAM GONE',
    ...Array<string>(3).fill('PUSH ACTIVE'),
    'PUSH GONE',
  ]);
  const pages = [];
  for (let page = 1; page <= 4; page += 1) pages.push(...(await bot.list(`${both}&page=${page}&per_page=2`)).items);
  expect(pages).toEqual(all);
  expect((await bot.list(`${both}&destination=${FIRST_NUMBER + 1}`)).total).toBe(5);
  expect((await bot.list(`${both}&subscriber_id=2,t3`)).items).toMatchObject([
    { subscriberId: '2' },
    { provider: 'FCM' },
  ]);
  expect((await bot.list(`${both}&channel_type=PUSH&status=GONE`)).items).toMatchObject([{ subscriberId: 't4' }]);
});
