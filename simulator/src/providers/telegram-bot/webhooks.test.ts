// grammY sets the webhook of a bot and reads the updates that the simulated Bot API sends there.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Bot, GrammyError, webhookCallback } from 'grammy';
import type { Update } from 'grammy/types';
import { afterEach, describe, expect, test } from 'vitest';
import type { Simulator } from '../../simulator.ts';
import { closeAll, get, post, simulate, until } from '../../testing/client.ts';
import { contactOf, memberOf, startOf, textOf } from './updates.ts';

const BOT = 110_201_543;
const TOKEN = `${BOT}:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw`;
const HOOK_URL = 'https://volley.example/channels/v1/bots/telegram/12';
const SECRET = 'a-secret_token';
const allowed_updates = ['message', 'my_chat_member'] as const;
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  await closeAll();
  for (const close of closers.splice(0)) await close();
});

const botAt = (simulator: Simulator) => new Bot(TOKEN, { client: { apiRoot: simulator.botUrl } });
const act = (simulator: Simulator, change: object) =>
  post(simulator, '/bots/people', { bot: BOT, person: 500, ...change });

async function counters(simulator: Simulator): Promise<Readonly<Record<string, number>>> {
  return (await get(simulator, '/counters'))['bots'] as Readonly<Record<string, number>>; // the shape of GET /counters
}

/** A program of the bot behind the webhook; the first calls are answered with `answers`. Returns what it understood. */
async function givenProgram(
  simulator: Simulator,
  answers: number[] = [],
): Promise<{ heard: string[]; paths: string[] }> {
  const heard: string[] = [];
  const paths: string[] = [];
  const bot = botAt(simulator);
  bot.command('start', (context) => void heard.push(`${context.from?.id} ${context.chat.type} start`));
  bot.on('message:text', ({ from, msg }) => void heard.push(`${from.id}: ${msg.text}`));
  bot.on('message:contact', ({ from, msg: { contact } }) => {
    heard.push(`${from.id} contact of ${contact.user_id}: ${contact.phone_number}`);
  });
  bot.on('my_chat_member', ({ chat, myChatMember: { from, new_chat_member } }) => {
    heard.push(`${from.id} ${chat.type} ${new_chat_member.status} ${new_chat_member.user.id}`);
  });
  const handle = webhookCallback(bot, 'http', { secretToken: SECRET });
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    const status = answers.shift();
    if (status === undefined) void handle(request, response);
    else response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo; // it listens on a port
  expect(await post(simulator, '/bots/webhooks', { origin: `http://127.0.0.1:${port}` })).toBe(200);
  return { heard, paths };
}

test('updates have the types of the Bot API', () => {
  const person = { botId: BOT, personId: 500 };
  const updates: Update[] = [
    { update_id: 1, ...startOf(person, 1) },
    { update_id: 2, ...contactOf(person, 2, '79161230500', 500) },
    { update_id: 3, ...memberOf(person, true) },
    { update_id: 4, ...memberOf(person, false) },
    { update_id: 5, ...textOf(person, 3, 'Hello') },
  ];
  expect(updates.map(({ message, my_chat_member: member }) => (message ?? member)?.chat.id)).toEqual([
    500, 500, 500, 500, 500,
  ]);
});

describe('a webhook', () => {
  test('is set, shown and removed', async () => {
    const { api } = botAt(await simulate());
    expect(await api.setWebhook(HOOK_URL, { secret_token: SECRET, allowed_updates })).toBe(true);
    expect(await api.getWebhookInfo()).toMatchObject({ url: HOOK_URL, allowed_updates });
    expect(await api.deleteWebhook()).toBe(true);
    expect(await api.getWebhookInfo()).toMatchObject({ url: '' });
  });

  test.each([
    ['http://volley.example/hook', SECRET],
    ['https://volley.example:8080/hook', SECRET],
    [HOOK_URL, 'with blanks'],
  ])('is refused at %s with the secret %j', async (url, secret_token) => {
    const { api } = botAt(await simulate());
    await expect(api.setWebhook(url, { secret_token })).rejects.toBeInstanceOf(GrammyError);
  });

  test('gets starts, shared contacts and blocks with its secret', async () => {
    const simulator = await simulate();
    const { heard, paths } = await givenProgram(simulator);
    await botAt(simulator).api.setWebhook(HOOK_URL, { secret_token: SECRET, allowed_updates });
    const steps = [
      [{ act: 'starts' }, ['500 private start']],
      [{ act: 'shares', number: '79161230500' }, ['500 contact of 500: 79161230500']],
      [{ act: 'shares', number: '79161230501', owner: 501 }, ['500 contact of 501: 79161230501']],
      [{ act: 'writes', text: 'Hello' }, ['500: Hello']],
      [{ act: 'stops' }, [`500 private kicked ${BOT}`]],
      [{ act: 'starts' }, [`500 private member ${BOT}`, '500 private start']],
    ] as const;
    for (const [change, expected] of steps) {
      expect(await act(simulator, change)).toBe(200);
      await until(() => heard.length === expected.length);
      expect(heard.splice(0).toSorted()).toEqual(expected);
    }
    expect(new Set(paths)).toEqual(new Set(['/channels/v1/bots/telegram/12']));
  });

  test('gets an update again until it answers with 2xx', async () => {
    const simulator = await simulate();
    const { heard, paths } = await givenProgram(simulator, [500, 401]);
    await botAt(simulator).api.setWebhook(HOOK_URL, { secret_token: SECRET, allowed_updates });
    await act(simulator, { act: 'stops' });
    await until(async () => (await counters(simulator))['updatesAcked'] === 1);
    expect([heard.length, paths.length]).toEqual([1, 3]);
  });
});

test('a person who has blocked a bot gets none of its messages until the person starts it', async () => {
  const simulator = await simulate();
  const { api } = botAt(simulator);
  await act(simulator, { act: 'stops' });
  await expect(api.sendMessage(500, 'Hello')).rejects.toMatchObject({
    error_code: 403,
    description: 'Forbidden: bot was blocked by the user',
  });
  await act(simulator, { act: 'starts' });
  expect(await api.sendMessage(500, 'Hello')).toMatchObject({ text: 'Hello' });
});
