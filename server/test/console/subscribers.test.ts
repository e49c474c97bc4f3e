// Subscribers of a bot in the partner console: counts, filters, upload and deletion by the id of the sender name.
import type * as contract from '@volley/contract/console/subscribers.ts';
import type { ReplyOf } from '@volley/contract/endpoint.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeBotEvents } from '../../src/features/subscribers/store-bot-events.ts';
import { type Api, givenCompany, sharedApi } from '../given/api.ts';
import { numberAt, textAt } from '../given/http-client.ts';
import { givenAccount } from '../given/people/account.ts';
import { type Bot, FIRST_NUMBER, givenBot, linkOf } from '../given/people/bots.ts';
import { type Console, givenPartnerUser, type PartnerUser } from '../given/people/console.ts';
import { partnerActionsOf } from '../given/rows/actions.ts';

type List = ReplyOf<typeof contract.listBotSubscribers>;

let api: Api;
let owner: PartnerUser;
let reader: PartnerUser;
let companyId: number;
beforeAll(async () => {
  api = await sharedApi();
  owner = await givenPartnerUser(api);
  reader = await givenPartnerUser(api, { role: 'reader', partner: owner });
  companyId = await givenCompany(api, owner.token);
});
afterAll(() => api.close());

/** A bot of the owner's company, and the path of its subscribers in the console. */
async function ownBot(
  channelType: Bot['name']['channelType'] = 'TELEGRAM',
): Promise<{ bot: Bot; path: string; senderId: number }> {
  const account = await givenAccount(api, { company: { companyId, partnerId: owner.partnerId, token: owner.token } });
  const bot = await givenBot(api, account, channelType);
  const { body } = await owner.get(`/senders?q=${bot.name.senderName}&channelType=${channelType}`);
  const [name] = (body as { items: { cells: { id: number }[] }[] }).items; // checked against the contract by the client
  const senderId = name?.cells[0]?.id ?? 0;
  return { bot, path: `/senders/${senderId}/subscribers`, senderId };
}

async function list(user: Console, path: string, query = ''): Promise<List> {
  const reply = await user.get(`${path}?${query}`);
  expect([reply.status, reply.text]).toMatchObject([200, expect.any(String)]);
  return reply.body as List; // checked against the contract by the client
}

const idsOf = ({ items }: List) => items.map(({ subscriberId }) => subscriberId);

test('a bot without subscribers has counts of zero', async () => {
  const { bot, path } = await ownBot();
  expect(await list(owner, path)).toMatchObject({
    ...bot.name,
    counts: { ACTIVE: 0, STOPPED: 0, GONE: 0 },
    limit: 10_000_000,
    total: 0,
    items: [],
  });
});

test('an upload is counted and listed, and the messaging API shows the same subscribers', async () => {
  const { bot, path } = await ownBot();
  const subscribers = [
    linkOf('1', 1, ['vip']),
    linkOf('2', 2),
    { subscriberId: '3', destination: '12' },
    linkOf('4', 4),
  ];
  expect((await owner.post(path, { subscribers })).body).toEqual({ created: 3, updated: 0, refused: [2] });
  expect((await owner.post(path, { subscribers: [linkOf('4', 5)] })).body).toMatchObject({ created: 0, updated: 1 });
  await bot.move('2', 'STOPPED');
  await bot.move('4', 'GONE');

  const all = await list(owner, path);
  expect(all).toMatchObject({ counts: { ACTIVE: 1, STOPPED: 1, GONE: 1 }, total: 3 });
  expect(all.items[0]).toMatchObject({
    subscriberId: '1',
    destination: '79160000001',
    tags: ['vip'],
    source: 'UPLOAD',
  });
  expect(idsOf(all)).toEqual((await bot.list()).items.map(({ subscriberId }) => subscriberId));
});

test('the list is filtered by status, id and number in any form, and comes in pages', async () => {
  const { bot, path } = await ownBot();
  await owner.post(path, { subscribers: [linkOf('1', 1), linkOf('2', 2), linkOf('3', 3)] });
  await bot.move('3', 'STOPPED');
  expect(idsOf(await list(owner, path, 'status=STOPPED'))).toEqual(['3']);
  expect(idsOf(await list(owner, path, 'status=ACTIVE&status=STOPPED'))).toEqual(['1', '2', '3']);
  expect(idsOf(await list(owner, path, 'subscriberId=2'))).toEqual(['2']);
  for (const written of ['79160000002', '89160000002', '9160000002', '+7 (916) 000-00-02'])
    expect(idsOf(await list(owner, path, `destination=${encodeURIComponent(written)}`))).toEqual(['2']);
  expect(await list(owner, path, 'destination=916')).toMatchObject({ total: 0, counts: { ACTIVE: 2, STOPPED: 1 } });
  const pages = await Promise.all([1, 2, 3].map((page) => list(owner, path, `perPage=1&page=${page}`)));
  expect(pages.flatMap(idsOf)).toEqual(['1', '2', '3']);
  expect((await owner.get(`${path}?perPage=200&page=501`)).status).toBe(400);
});

test('chosen subscribers are deleted, in any status', async () => {
  const { bot, path } = await ownBot();
  await owner.post(path, { subscribers: [linkOf('1', 1), linkOf('2', 2), linkOf('3', 3)] });
  await bot.move('2', 'STOPPED');
  const reply = await owner.post(`${path}/delete`, { subscriberIds: ['1', '2', '9'] });
  expect(reply.body).toEqual({ deleted: 2 });
  expect(await list(owner, path)).toMatchObject({ counts: { ACTIVE: 1, STOPPED: 0 }, total: 1 });
});

test('ten thousand subscribers are uploaded at once, and a malformed id stores nothing', async () => {
  const { path } = await ownBot();
  const subscribers = Array.from({ length: 10_000 }, (_, at) => linkOf(String(at + 1), at));
  const spoiled = [...subscribers.slice(1), { subscriberId: '@anna', destination: String(FIRST_NUMBER) }];
  const refused = await owner.post(path, { subscribers: spoiled });
  expect([refused.status, refused.text]).toMatchObject([
    400,
    expect.stringContaining('subscribers[9999].subscriberId'),
  ]);
  expect((await owner.post(path, { subscribers })).body).toEqual({ created: 10_000, updated: 0, refused: [] });
  expect((await owner.post(path, { subscribers: [...subscribers, linkOf('x', 1)] })).status).toBe(400);
  expect((await list(owner, path)).counts.ACTIVE).toBe(10_000);
});

test('a role without the rights sees masked numbers, finds whole numbers only and changes nothing', async () => {
  const { path } = await ownBot();
  await owner.post(path, { subscribers: [linkOf('1', 1)] });
  expect((await list(reader, path)).items).toMatchObject([{ subscriberId: '1', destination: '7916•••0001' }]);
  expect((await list(reader, path, 'destination=79160000001')).total).toBe(1);
  expect((await list(reader, path, 'destination=7916000000')).total).toBe(0);
  expect((await reader.post(path, { subscribers: [linkOf('2', 2)] })).status).toBe(403);
  expect((await reader.post(`${path}/delete`, { subscriberIds: ['1'] })).status).toBe(403);
});

test('an invite for a number links it with the person who starts the bot by it', async () => {
  const { bot, path } = await ownBot();
  const reply = await owner.post(`${path}/invites`, { destination: '8 (916) 000-00-07' });
  expect([reply.status, reply.text]).toMatchObject([200, expect.stringContaining('expiresAt')]);
  const event = { subscriberId: '7', kind: 'started', invite: textAt(reply.body, 'token'), ageMs: 0 } as const;
  await storeBotEvents(api.platform, { companyId, ...bot.name }, [event]);
  expect((await list(owner, path)).items).toMatchObject([{ subscriberId: '7', destination: '79160000007' }]);
  expect((await owner.post(`${path}/invites`, { destination: '12' })).status).toBe(400);
  expect((await reader.post(`${path}/invites`, { destination: '79160000007' })).status).toBe(403);
});

test('devices of an app are uploaded with their providers, and have no invites', async () => {
  const { path } = await ownBot('PUSH');
  const device = { ...linkOf('token', 1), provider: 'RUSTORE' };
  expect((await owner.post(path, { subscribers: [linkOf('token', 1)] })).status).toBe(400);
  expect((await owner.post(path, { subscribers: [device] })).body).toEqual({ created: 1, updated: 0, refused: [] });
  expect(await list(owner, path)).toMatchObject({ channelType: 'PUSH', items: [device] });
  expect((await owner.post(`${path}/invites`, { destination: '79160000001' })).status).toBe(404);
  expect((await owner.post(`${path}/delete`, { subscriberIds: ['token'] })).body).toEqual({ deleted: 1 });
});

test('bots of other partners and names of channels without bots are not found', async () => {
  const { path } = await ownBot();
  const stranger = await givenPartnerUser(api);
  const name = { companyId, senderName: 'Plain', brand: 'MTS', channelType: 'SMS', commonType: 'COMMON' };
  const sms = await owner.post('/partner/senders', { ...name, dateFrom: '2024-01-01T00:00:00Z' });
  const plain = `/senders/${numberAt(sms.body, 'id')}/subscribers`;
  const attempts = [
    [stranger, path],
    [owner, plain],
  ] as const;
  for (const [user, at] of attempts) {
    expect((await user.get(at)).status).toBe(404);
    expect((await user.post(at, { subscribers: [linkOf('1', 1)] })).status).toBe(404);
    expect((await user.post(`${at}/delete`, { subscriberIds: ['1'] })).status).toBe(404);
  }
});

test('uploads and deletions are recorded with their counts, without numbers', async () => {
  const { path, senderId } = await ownBot();
  await owner.post(path, { subscribers: [linkOf('1', 1), linkOf('2', 2)] });
  await owner.post(`${path}/delete`, { subscriberIds: ['1'] });
  const actions = await partnerActionsOf(api, owner.partnerId);
  const own = actions.filter(({ kind, id }) => kind === 'senders' && id === String(senderId));
  expect(own.map(({ action, details }) => ({ action, details }))).toEqual([
    { action: 'consoleUploadSubscribers', details: { created: 2, updated: 0 } },
    { action: 'consoleDeleteSubscribers', details: { deleted: 1 } },
  ]);
});
