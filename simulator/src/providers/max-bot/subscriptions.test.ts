// The official client subscribes to the updates of a bot of MAX and reads those that the simulated Bot API sends.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Bot, MaxError } from '@maxhub/max-bot-api';
import type { Update } from '@maxhub/max-bot-api/types';
import { afterEach, describe, expect, test } from 'vitest';
import type { Simulator } from '../../simulator.ts';
import { closeAll, get, post, simulate, until } from '../../testing/client.ts';
import { contactOf, removalOf, startOf, stopOf, textOf } from './max-updates.ts';

const TOKEN = 'f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8';
const PATH = '/channels/v1/bots/max/12';
const SECRET = 'a-secret_token';
const allowedUpdates = ['bot_started', 'bot_stopped', 'dialog_removed', 'message_created'] as const;
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  await closeAll();
  for (const close of closers.splice(0)) await close();
});

const botAt = (simulator: Simulator) => new Bot(TOKEN, { clientOptions: { baseUrl: simulator.maxBotUrl } });
const act = (simulator: Simulator, change: object) =>
  post(simulator, '/max-bots/people', { token: TOKEN, person: 500, ...change });

async function counters(simulator: Simulator): Promise<Readonly<Record<string, number>>> {
  return (await get(simulator, '/counters'))['maxBots'] as Readonly<Record<string, number>>; // the shape of GET /counters
}

/** A program of the bot behind its webhook; the first calls are answered with `answers`. Returns what it understood. */
async function givenProgram(simulator: Simulator, answers: number[] = []) {
  const heard: string[] = [];
  const paths: string[] = [];
  const bot = botAt(simulator);
  bot.on('bot_started', ({ user, startPayload }) => void heard.push(`${user?.user_id} started ${startPayload ?? ''}`));
  bot.on('bot_stopped', ({ user }) => void heard.push(`${user?.user_id} stopped`));
  bot.on('dialog_removed', ({ user }) => void heard.push(`${user?.user_id} removed`));
  bot.on('message_created', ({ message: { sender, recipient, body } }) => {
    for (const attachment of body.attachments ?? []) {
      if (attachment.type !== 'contact') continue;
      const { vcf_info, max_info, hash } = attachment.payload;
      const isProved = hash === createHmac('sha256', TOKEN).update(vcf_info).digest('hex');
      const number = /TEL[^:]*:(\d+)/.exec(vcf_info)?.[1];
      heard.push(`${sender?.user_id} contact of ${max_info.user_id}: ${number} ${isProved ? 'proved' : 'forged'}`);
    }
    if (body.text) heard.push(`${sender?.user_id} ${recipient.chat_type}: ${body.text}`);
  });
  const options = { domain: 'volley.example', path: PATH, secret: SECRET, allowedUpdates: [...allowedUpdates] };
  const handle = await bot.createWebhook(options);
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    const status = answers.shift();
    if (status === undefined) handle(request, response);
    else response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo; // it listens on a port
  expect(await post(simulator, '/max-bots/webhooks', { origin: `http://127.0.0.1:${port}` })).toBe(200);
  return { heard, paths };
}

test('updates have the types of the official client', () => {
  const person = { token: TOKEN, personId: 500 };
  const card = { number: '79161230500', ownerId: 500, isForged: false };
  const updates = [
    startOf(person, 'summer'),
    stopOf(person),
    removalOf(person),
    textOf(person, 1, 'Hello'),
    contactOf(person, 2, card),
    // A locale is an empty enumeration in these types.
  ] satisfies (Omit<Update, 'user_locale'> & { user_locale?: unknown })[];
  expect(new Set(updates.map(({ update_type }) => update_type))).toEqual(new Set(allowedUpdates));
});

describe('a subscription', () => {
  test('is set, shown and removed', async () => {
    const { api } = botAt(await simulate());
    const url = `https://volley.example${PATH}`;
    expect(await api.subscribe(url, SECRET, [...allowedUpdates])).toEqual({ success: true });
    expect(await api.getSubscriptions()).toEqual([{ url, time: expect.any(Number), updateTypes: allowedUpdates }]);
    expect(await api.unsubscribe(url)).toEqual({ success: true });
    expect(await api.getSubscriptions()).toEqual([]);
  });

  test('is refused at an address without https, at another port and with a wrong secret', async () => {
    const { api } = botAt(await simulate());
    await expect(api.subscribe('http://volley.example/hook', SECRET)).rejects.toBeInstanceOf(MaxError);
    await expect(api.subscribe('https://volley.example/hook', 'with blanks')).rejects.toBeInstanceOf(MaxError);
    expect(await api.subscribe('https://volley.example:9000/hook', SECRET)).toMatchObject({ success: false });
    expect(await api.getSubscriptions()).toEqual([]);
  });

  test('gets starts, stops, texts and contacts with its secret', async () => {
    const simulator = await simulate();
    const { heard, paths } = await givenProgram(simulator);
    const steps = [
      [{ act: 'starts', payload: 'summer' }, '500 started summer'],
      [{ act: 'writes', text: 'Hello' }, '500 dialog: Hello'],
      [{ act: 'shares', number: '79161230500' }, '500 contact of 500: 79161230500 proved'],
      [{ act: 'shares', number: '79161230501', owner: 501 }, '500 contact of 501: 79161230501 proved'],
      [{ act: 'shares', number: '79161230502', forged: true }, '500 contact of 500: 79161230502 forged'],
      [{ act: 'stops' }, '500 stopped'],
      [{ act: 'starts' }, '500 started '],
      [{ act: 'removes' }, '500 removed'],
    ] as const;
    for (const [change, expected] of steps) {
      expect(await act(simulator, change)).toBe(200);
      await until(() => heard.length === 1);
      expect(heard.splice(0)).toEqual([expected]);
    }
    expect(new Set(paths)).toEqual(new Set([PATH]));
  });

  test('gets an update again until it answers with 200', async () => {
    const simulator = await simulate();
    const { heard, paths } = await givenProgram(simulator, [500, 204]);
    await act(simulator, { act: 'stops' });
    await until(async () => (await counters(simulator))['updatesAcked'] === 1);
    expect([heard.length, paths.length]).toEqual([1, 3]);
  });
});

test('a person who has stopped a bot gets none of its messages until the person starts it', async () => {
  const simulator = await simulate();
  const { api } = botAt(simulator);
  await act(simulator, { act: 'stops' });
  await expect(api.sendMessageToUser(500, 'Hello')).rejects.toMatchObject({ status: 403, code: 'chat.denied' });
  await act(simulator, { act: 'starts' });
  expect(await api.sendMessageToUser(500, 'Hello')).toMatchObject({ body: { text: 'Hello' } });
});

test('an act without a bot, a person or its details is refused', async () => {
  const simulator = await simulate();
  const wrong = [{ act: 'dances' }, { act: 'writes' }, { act: 'shares', number: '1' }, { act: 'starts', person: 0 }];
  for (const change of wrong) expect(await act(simulator, change)).toBe(400);
});
