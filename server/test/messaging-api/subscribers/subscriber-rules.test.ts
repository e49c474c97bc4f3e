// Conflicts of uploads, statuses of subscribers, and their erasure.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Api, givenApi } from '../../given/api.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { givenBot, linkOf as link } from '../../given/people/bots.ts';
import { givenStaff } from '../../given/people/staff.ts';

let api: Api;
let account: Account;
beforeAll(async () => {
  api = await givenApi({ moderation: 'manual' });
  account = await givenAccount(api);
});
afterAll(() => api.close());

describe('an upload', () => {
  covers('messaging.subscriber.upload.known-id');
  test('gives a known subscriber its new number and tags, and keeps tags that it does not name', async () => {
    const bot = await givenBot(api, account);
    await bot.upload([link('1', 1, ['a'])]);
    const [before] = (await bot.list()).items;
    await api.advance(60);
    expect((await bot.upload([link('1', 2)])).body).toMatchObject({ created: 0, updated: 1 });
    const [moved] = (await bot.list()).items;
    expect(moved).toMatchObject({ destination: '79160000002', tags: ['a'], createdAt: before?.createdAt });
    expect(moved?.updatedAt).not.toBe(before?.updatedAt);
    await bot.upload([link('1', 2, ['b', 'c'])]);
    expect((await bot.list()).items).toMatchObject([{ tags: ['b', 'c'] }]);
    await bot.upload([link('1', 2, [])]);
    expect((await bot.list()).items).toMatchObject([{ tags: [] }]);
  });

  test('of a subscriber as it is counts it as updated and does not touch it', async () => {
    const bot = await givenBot(api, account);
    await bot.upload([link('1', 1, ['a'])]);
    const [before] = (await bot.list()).items;
    await api.advance(60);
    expect((await bot.upload([link('1', 1, ['a'])])).body).toMatchObject({ created: 0, updated: 1 });
    expect((await bot.list()).items).toEqual([before]);
  });

  covers('messaging.subscriber.upload.known-number');
  test('moves a known number to the later subscriber', async () => {
    const bot = await givenBot(api, account);
    await bot.upload([link('1', 1), link('2', 2)]);
    expect((await bot.upload([link('3', 1)])).body).toMatchObject({ created: 1, updated: 0 });
    expect(await bot.rows()).toEqual(['2 79160000002 ACTIVE', '3 79160000001 ACTIVE']);
    await bot.upload([link('2', 1)]);
    expect(await bot.rows()).toEqual(['2 79160000001 ACTIVE']);
  });

  covers('messaging.subscriber.upload.known-number');
  test('can swap the numbers of two subscribers', async () => {
    const bot = await givenBot(api, account);
    await bot.upload([link('1', 1), link('2', 2)]);
    expect((await bot.upload([link('1', 2), link('2', 1)])).body).toMatchObject({ created: 0, updated: 2 });
    expect(await bot.rows()).toEqual(['1 79160000002 ACTIVE', '2 79160000001 ACTIVE']);
  });

  test('counts the last of several items with one id or one number', async () => {
    const bot = await givenBot(api, account);
    const reply = await bot.upload([link('1', 1), link('2', 2), link('1', 3), link('4', 2)]);
    expect(reply.body).toMatchObject({ errors: false, created: 2, updated: 0 });
    expect(await bot.rows()).toEqual(['1 79160000003 ACTIVE', '4 79160000002 ACTIVE']);
  });

  covers('messaging.subscriber.upload.stopped', 'messaging.subscriber.upload.gone');
  test('leaves a STOPPED subscriber stopped and makes a GONE one ACTIVE', async () => {
    const bot = await givenBot(api, account);
    await bot.upload([link('1', 1), link('2', 2), link('3', 3)]);
    await bot.move('1', 'STOPPED');
    await bot.move('2', 'GONE');
    await bot.upload([link('1', 5, ['a']), link('2', 2)]);
    expect(await bot.rows()).toEqual(['2 79160000002 ACTIVE', '3 79160000003 ACTIVE', '1 79160000005 STOPPED']);
    expect(await bot.counted()).toEqual({ counters: [2, 1, 0], rows: [2, 1, 0] });
  });

  covers('messaging.subscriber.upload.stopped');
  test('that takes the number of a STOPPED subscriber does not forget that it is stopped', async () => {
    const bot = await givenBot(api, account);
    await bot.upload([link('1', 1)]);
    await bot.move('1', 'STOPPED');
    await bot.upload([link('2', 1)]);
    expect(await bot.rows()).toEqual(['2 79160000001 ACTIVE', '1 null STOPPED']);
    await bot.upload([link('1', 1)]);
    expect(await bot.rows()).toEqual(['1 79160000001 STOPPED']);
  });
});

covers('messaging.subscriber.erasure');
test('erasing a number deletes its subscribers, of every account, and no others', async () => {
  const support = await givenStaff(api, 'support');
  const bots = [await givenBot(api, account), await givenBot(api, await givenAccount(api), 'VK')];
  for (const bot of bots) await bot.upload([link('1', 77), link('2', 78)]);
  await bots[1]?.move('1', 'STOPPED');
  expect((await support.ask('POST', '/numbers/erase', { destination: '+7 916 000-00-77' })).status).toBe(201);
  for (const bot of bots) {
    expect(await bot.rows()).toEqual(['2 79160000078 ACTIVE']);
    expect(await bot.counted()).toEqual({ counters: [1, 0, 0], rows: [1, 0, 0] });
  }
});

test('erasing a number during uploads of it does not fail', async () => {
  const support = await givenStaff(api, 'support');
  const bot = await givenBot(api, account);
  const erase = () => support.ask('POST', '/numbers/erase', { destination: '79160000091' });
  const upload = (_: unknown, at: number) => bot.upload([link(String(at), 90), link(String(at + 1), 91)]);
  const done = await Promise.all([...Array.from({ length: 8 }, upload), ...Array.from({ length: 4 }, erase)]);
  expect(done.filter(({ status }) => status >= 300).map(({ text }) => text)).toEqual([]);
  const { counters, rows } = await bot.counted();
  expect(counters).toEqual(rows);
});
