// Acts of people with a bot, as its webhook stores them: starts, stops and shared numbers.
import type { BotEvent } from '@volley/domain/subscribers/bot-event.ts';
import { SUBSCRIBERS_MAX } from '@volley/domain/subscribers/subscriber-status.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { storeBotEvents } from '../../../src/features/subscribers/store-bot-events.ts';
import { type Api, givenApi } from '../../given/api.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { type Bot, FIRST_NUMBER, givenBot, linkOf as link } from '../../given/people/bots.ts';
import { fillAddressBook } from '../../given/rows/subscribers.ts';

let api: Api;
let account: Account;
beforeAll(async () => {
  api = await givenApi({ moderation: 'manual' });
  account = await givenAccount(api);
});
afterAll(() => api.close());

const store = (bot: Bot, ...events: BotEvent[]) =>
  storeBotEvents(api.platform, { companyId: account.companyId, ...bot.name }, events);
const started = (subscriberId: string, ageMs = 0): BotEvent => ({ subscriberId, kind: 'started', ageMs });
const stopped = (subscriberId: string, ageMs = 0): BotEvent => ({ subscriberId, kind: 'stopped', ageMs });
const shared = (subscriberId: string, number: number): BotEvent => ({
  subscriberId,
  kind: 'started',
  number: `+${FIRST_NUMBER + number}`,
  ageMs: 0,
});

async function expectRows(bot: Bot, rows: readonly string[]): Promise<void> {
  expect(await bot.rows()).toEqual(rows);
  const { counters, rows: counted } = await bot.counted();
  expect(counters).toEqual(counted);
}

describe('a shared number', () => {
  covers('messaging.subscriber.bot.shared');
  test('makes a subscriber of a new bot, and a repetition changes nothing', async () => {
    const bot = await givenBot(api, account);
    await store(bot, shared('1', 1));
    const { items } = await bot.list();
    expect(items).toMatchObject([{ subscriberId: '1', destination: '79160000001', status: 'ACTIVE', source: 'BOT' }]);
    await api.advance(60);
    await store(bot, shared('1', 1));
    expect((await bot.list()).items).toEqual(items);
    await expectRows(bot, ['1 79160000001 ACTIVE']);
  });

  covers('messaging.subscriber.bot.shared');
  test('moves from another subscriber, and wakes its own', async () => {
    const bot = await givenBot(api, account);
    await bot.upload([link('1', 1, ['vip']), link('2', 2), link('3', 3)]);
    await bot.move('1', 'STOPPED');
    await bot.move('3', 'STOPPED');
    await store(bot, shared('1', 2));
    expect((await bot.list('subscriber_id=1')).items).toMatchObject([{ source: 'UPLOAD', tags: ['vip'] }]);
    await expectRows(bot, ['1 79160000002 ACTIVE', '3 79160000003 STOPPED']);
    await store(bot, shared('4', 3));
    await expectRows(bot, ['1 79160000002 ACTIVE', '4 79160000003 ACTIVE', '3 null STOPPED']);
  });

  test('that cannot be read is a start', async () => {
    const bot = await givenBot(api, account);
    await bot.upload([link('1', 1)]);
    await bot.move('1', 'STOPPED');
    await store(bot, { ...started('1'), number: '12' }, { ...started('2'), number: '' });
    await expectRows(bot, ['1 79160000001 ACTIVE']);
  });

  test('is stored in a full address book only for a known subscriber', async () => {
    const bot = await givenBot(api, account);
    await bot.upload([link('1', 1)]);
    await fillAddressBook(api, account.companyId, bot, { counter: 'gone', by: SUBSCRIBERS_MAX - 1 });
    await store(bot, shared('2', 2));
    await store(bot, shared('1', 3));
    expect((await bot.counted()).rows).toEqual([1, 0, 0]);
    expect((await bot.list('subscriber_id=1,2')).items).toMatchObject([
      { subscriberId: '1', destination: '79160000003' },
    ]);
  });
});

describe('a start', () => {
  covers('messaging.subscriber.bot.started');
  test.each(['STOPPED', 'GONE'] as const)('wakes a %s subscriber', async (status) => {
    const bot = await givenBot(api, account);
    await bot.upload([link('1', 1), link('2', 2)]);
    await bot.move('1', status);
    await store(bot, started('1'));
    await expectRows(bot, ['1 79160000001 ACTIVE', '2 79160000002 ACTIVE']);
  });

  test('of an unknown person stores nothing', async () => {
    const bot = await givenBot(api, account);
    await store(bot, started('1'), stopped('2'));
    expect(await bot.counted()).toEqual({ counters: [0, 0, 0], rows: [0, 0, 0] });
    await bot.upload([link('3', 3)]);
    await store(bot, started('1'), stopped('2'));
    await expectRows(bot, ['3 79160000003 ACTIVE']);
  });
});

describe('a stop', () => {
  covers('messaging.subscriber.bot.stopped');
  test('stops the subscriber, and an upload does not wake it', async () => {
    const bot = await givenBot(api, account);
    await bot.upload([link('1', 1), link('2', 2)]);
    await bot.move('2', 'GONE');
    await store(bot, stopped('1'), stopped('2'));
    await bot.upload([link('1', 1), link('2', 2)]);
    await expectRows(bot, ['1 79160000001 STOPPED', '2 79160000002 STOPPED']);
  });

  covers('messaging.subscriber.bot.stopped');
  test('that comes after a later start changes nothing', async () => {
    const bot = await givenBot(api, account);
    await bot.upload([link('1', 1)]);
    await store(bot, stopped('1'));
    await api.advance(60);
    await store(bot, started('1'));
    await store(bot, stopped('1', 60_000));
    await expectRows(bot, ['1 79160000001 ACTIVE']);
    await store(bot, stopped('1'));
    await expectRows(bot, ['1 79160000001 STOPPED']);
  });
});

test('the last event of a person in a call counts', async () => {
  const bot = await givenBot(api, account);
  await bot.upload([link('1', 1), link('2', 2)]);
  await store(bot, started('1'), stopped('1'), stopped('2'), shared('2', 5), shared('3', 6));
  await expectRows(bot, ['2 79160000005 ACTIVE', '3 79160000006 ACTIVE', '1 79160000001 STOPPED']);
});

test('events at the same time leave one holder of a number and exact counters', async () => {
  const bot = await givenBot(api, account);
  const events = Array.from({ length: 24 }, (_, at) => [
    shared(String(at % 6), at % 5),
    stopped(String(at % 4)),
  ]).flat();
  await Promise.all(events.map((event) => store(bot, event)));
  const { items } = await bot.list();
  const numbers = items.flatMap(({ destination }) => destination ?? []);
  expect(new Set(numbers).size).toBe(numbers.length);
  const { counters, rows } = await bot.counted();
  expect(counters).toEqual(rows);
});
