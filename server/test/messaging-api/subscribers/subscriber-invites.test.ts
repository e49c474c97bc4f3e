// POST /v1/subscribers/invites, and people who start a bot by an invite: once, within 7 days.
import type { BotEvent } from '@volley/domain/subscribers/bot-event.ts';
import { isInviteToken } from '@volley/domain/subscribers/invite-link.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { eraseSubscribers } from '../../../src/features/subscribers/delete-subscribers.ts';
import { forgetInvites } from '../../../src/features/subscribers/invites.ts';
import { storeBotEvents } from '../../../src/features/subscribers/store-bot-events.ts';
import { inTransaction } from '../../../src/platform/database/database.ts';
import { type Api, givenApi } from '../../given/api.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';
import { type Bot, FIRST_NUMBER, givenBot, linkOf as link } from '../../given/people/bots.ts';
import { codeOf } from '../../given/people/templates.ts';
import { invitedNumbers } from '../../given/rows/subscribers.ts';

const DAY_S = 86_400;

let api: Api;
let account: Account;
beforeAll(async () => {
  api = await givenApi({ moderation: 'manual' });
  account = await givenAccount(api);
});
afterAll(() => api.close());

type Invite = { readonly token: string; readonly url: string | null; readonly expiresAt: string };

const ask = (bot: Bot, change: object) =>
  account.ask('POST', '/subscribers/invites', { ...bot.name, destination: numberOf(1), ...change }, 'SYSTEM');

async function invite(bot: Bot, number = 1): Promise<Invite> {
  const reply = await ask(bot, { destination: numberOf(number) });
  expect(reply.status).toBe(200);
  return reply.body as Invite; // checked against the contract by the client
}

const numberOf = (number: number) => String(FIRST_NUMBER + number);
const start = (bot: Bot, subscriberId: string, token: string) => {
  const event: BotEvent = { subscriberId, kind: 'started', invite: token, ageMs: 0 };
  return storeBotEvents(api.platform, { companyId: account.companyId, ...bot.name }, [event]);
};

describe('an invite', () => {
  covers('messaging.subscriber.invite');
  test.each(['TELEGRAM', 'MAX'] as const)('of a bot of %s links its number with the person', async (channelType) => {
    const bot = await givenBot(api, account, channelType);
    const { token, url, expiresAt } = await invite(bot);
    expect(isInviteToken(token)).toBe(true);
    expect(url === null || url.endsWith(`?start=${token}`)).toBe(true);
    expect(Date.parse(expiresAt)).toBeGreaterThan(0);
    expect(await bot.rows()).toEqual([]);
    await start(bot, '7', token);
    const [one] = (await bot.list()).items;
    expect(one).toMatchObject({ subscriberId: '7', destination: numberOf(1), status: 'ACTIVE', source: 'BOT' });
  });

  covers('messaging.subscriber.invite.once');
  test('links one person only', async () => {
    const bot = await givenBot(api, account);
    const { token } = await invite(bot);
    await start(bot, '7', token);
    await start(bot, '7', token);
    await start(bot, '8', token);
    expect(await bot.rows()).toEqual([`7 ${numberOf(1)} ACTIVE`]);
  });

  covers('messaging.subscriber.invite.once');
  test('is void after 7 days, and when the number gets a new one', async () => {
    const bot = await givenBot(api, account);
    const first = await invite(bot);
    const second = await invite(bot);
    await start(bot, '7', first.token);
    expect(await bot.rows()).toEqual([]);
    await api.advance(7 * DAY_S + 1);
    await start(bot, '7', second.token);
    expect(await bot.rows()).toEqual([]);
    const third = await invite(bot);
    await api.advance(7 * DAY_S - 60);
    await start(bot, '7', third.token);
    expect(await bot.rows()).toEqual([`7 ${numberOf(1)} ACTIVE`]);
  });

  test('of one bot is unknown to another', async () => {
    const [bot, other] = [await givenBot(api, account), await givenBot(api, account)];
    const { token } = await invite(bot);
    await other.upload([link('9', 9)]);
    await start(other, '7', token);
    expect(await other.rows()).toEqual([`9 ${numberOf(9)} ACTIVE`]);
    await start(bot, '7', token);
    expect(await bot.rows()).toEqual([`7 ${numberOf(1)} ACTIVE`]);
  });

  test('wakes a subscriber, and moves a number as a shared contact does', async () => {
    const bot = await givenBot(api, account);
    await bot.upload([link('7', 3), link('8', 1)]);
    await bot.move('7', 'STOPPED');
    await start(bot, '7', (await invite(bot)).token);
    expect(await bot.rows()).toEqual([`7 ${numberOf(1)} ACTIVE`]);
    const { counters, rows } = await bot.counted();
    expect(counters).toEqual(rows);
  });

  test('that is unknown is a plain start', async () => {
    const bot = await givenBot(api, account);
    await bot.upload([link('7', 3)]);
    await bot.move('7', 'STOPPED');
    await start(bot, '7', 'a'.repeat(22));
    expect(await bot.rows()).toEqual([`7 ${numberOf(3)} ACTIVE`]);
  });

  test('is refused for a number that cannot be read, a name of others and a channel without links', async () => {
    const bot = await givenBot(api, account);
    expect(codeOf(await ask(bot, { destination: '12' }))).toBe(4000);
    expect(codeOf(await ask(bot, { senderName: 'nobody_bot' }))).toBe(4040);
    expect(codeOf(await ask(bot, { channelType: 'VIBER' }))).toBe(4000);
  });
});

test('expired invites are deleted, and those of an erased number', async () => {
  const bot = await givenBot(api, account);
  await api.advance(30 * DAY_S);
  await forgetInvites(api.platform);
  expect(await invitedNumbers(api)).toEqual([]);
  await invite(bot, 1);
  const { token } = await invite(bot, 2);
  await inTransaction(api.platform.db, (tx) => eraseSubscribers(tx, FIRST_NUMBER + 1));
  expect(await invitedNumbers(api)).toEqual([numberOf(2)]);
  await start(bot, '7', token);
  expect([await invitedNumbers(api), await bot.rows()]).toEqual([[], [`7 ${numberOf(2)} ACTIVE`]]);
});
