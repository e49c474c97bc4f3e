// GET /v1/subscribers: pages, order and filters.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Api, sharedApi } from '../../given/api.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { type Bot, givenBot, linkOf as link } from '../../given/people/bots.ts';
import { codeOf } from '../../given/people/templates.ts';

let api: Api;
beforeAll(async () => {
  api = await sharedApi({ moderation: 'manual' });
});
afterAll(() => api.close());

describe('the list', () => {
  let own: Account;
  let telegram: Bot;
  let vk: Bot;
  beforeAll(async () => {
    own = await givenAccount(api);
    telegram = await givenBot(api, own);
    vk = await givenBot(api, own, 'VK');
    await telegram.upload([1, 2, 3, 4].map((at) => link(String(at), at)));
    await vk.upload([link('3', 1), link('9', 9)]);
    await telegram.move('2', 'STOPPED');
    await telegram.move('4', 'GONE');
    await vk.move('9', 'STOPPED');
  });
  const asked = (query: string) => own.ask('GET', `/subscribers?${query}`, undefined, 'SYSTEM');
  const found = async (query: string) => {
    const { body } = await asked(query);
    // The client has checked the reply against the contract.
    const { total, items } = body as { total: number; items: { channelType: string; subscriberId: string }[] };
    return { total, ids: items.map(({ channelType, subscriberId }) => `${channelType[0]}${subscriberId}`) };
  };

  covers('messaging.subscriber.list', 'messaging.subscriber.account');
  test('has pages of 100, by sender name, status and id', async () => {
    expect((await asked('')).body).toMatchObject({ page: 1, perPage: 100, total: 6 });
    expect((await found('')).ids).toEqual(['T1', 'T3', 'T2', 'T4', 'V3', 'V9']);
    expect(await found('page=2&per_page=4')).toEqual({ total: 6, ids: ['V3', 'V9'] });
    expect(await found('page=3&per_page=4')).toEqual({ total: 6, ids: [] });
    expect((await asked('page=2&perPage=2')).body).toMatchObject({ page: 2, perPage: 2 });
  });

  covers('messaging.subscriber.list.filters');
  test.each([
    ['channel_type=VK', ['V3', 'V9']],
    ['channel_type=VK,TELEGRAM&status=GONE', ['T4']],
    ['status=ACTIVE', ['T1', 'T3', 'V3']],
    ['status=STOPPED&status=GONE', ['T2', 'T4', 'V9']],
    ['subscriber_id=3', ['T3', 'V3']],
    ['subscriber_id=3,4,77', ['T3', 'T4', 'V3']],
    ['subscriber_id=3&subscriber_id=3', ['T3', 'V3']],
    ['destination=79160000001', ['T1', 'V3']],
    ['destination=8%20916%20000-00-01,79160000009,x', ['T1', 'V3', 'V9']],
    ['destination=x', []],
    ['subscriber_id=3&destination=79160000001', ['V3']],
    ['subscriber_id=2,9&status=STOPPED&channel_type=VK', ['V9']],
    ['destination=79160000002&status=ACTIVE', []],
    ['sender_name=nothing', []],
  ])('filtered by %s finds %j', async (query, ids) => {
    expect(await found(query)).toEqual({ total: ids.length, ids });
  });

  covers('messaging.subscriber.list.filters');
  test('is filtered by sender name', async () => {
    expect((await found(`sender_name=${vk.name.senderName}`)).ids).toEqual(['V3', 'V9']);
    const both = `sender_name=${vk.name.senderName},${telegram.name.senderName}`;
    expect((await found(`${both}&status=STOPPED`)).ids).toEqual(['T2', 'V9']);
    expect(await found(`${both}&subscriber_id=3&page=2&per_page=1`)).toEqual({ total: 2, ids: ['V3'] });
  });

  covers('messaging.subscriber.list.filters');
  test('is filtered by a thousand ids of one list', async () => {
    const ids = Array.from({ length: 999 }, () => '777').join();
    expect((await found(`subscriber_id=${ids},3`)).ids).toEqual(['T3', 'V3']);
  });

  covers('messaging.subscriber.list');
  test.each(['channel_type=SMS', 'status=DRAFT', 'per_page=1001', 'page=101&per_page=1000', 'subscriber_id='])(
    'refuses %s',
    async (query) => {
      expect(codeOf(await asked(query))).toBe(4000);
    },
  );
});
