// vk-io confirms a server of the Callback API and reads the events that the simulated VK sends there.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { APIError, Updates, Upload } from 'vk-io';
import type { Simulator } from '../../simulator.ts';
import { closeAll, get, post, simulate, until } from '../../testing/client.ts';
import { vkClient } from '../../testing/vk-client.ts';

const TOKEN = 'vk1.a.f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq-0Adm8';
const SECRET = 'aQx31kTh78sPq0Zm';
const URL = 'https://volley.example/channels/v1/bots/vk/12';
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  await closeAll();
  for (const close of closers.splice(0)) await close();
});

const apiAt = (simulator: Simulator) => vkClient(simulator, TOKEN);
const act = (simulator: Simulator, change: object) =>
  post(simulator, '/vk-bots/people', { token: TOKEN, person: 500, ...change });
const confirm = (simulator: Simulator, secret = SECRET) =>
  post(simulator, '/vk-bots/servers', { token: TOKEN, url: URL, secret });

async function counters(simulator: Simulator): Promise<Readonly<Record<string, number>>> {
  return (await get(simulator, '/counters'))['vkBots'] as Readonly<Record<string, number>>; // the shape of GET /counters
}

/** A program of the community; calls are answered with `answers` first. */
async function givenProgram(simulator: Simulator) {
  const api = apiAt(simulator);
  const { code } = await api.groups.getCallbackConfirmationCode({ group_id: 1 });
  const heard: string[] = [];
  const calls: { path: string; retry: unknown }[] = [];
  const answers: [status: number, text: string][] = [];
  const updates = new Updates({
    api,
    upload: new Upload({ api }),
    webhookSecret: SECRET,
    webhookConfirmation: code,
  });
  updates.on('message_subscription', ({ userId, isSubscribed, isUnsubscribed }) => {
    heard.push(`${userId} subscribed ${isSubscribed}, unsubscribed ${isUnsubscribed}`);
  });
  updates.on('message_new', (context) => {
    heard.push(`${context.senderId} ${context.isUser ? 'user' : 'other'}: ${context.text}`);
  });
  const handle = updates.getWebhookCallback();
  const server = createServer((request, response) => {
    calls.push({ path: request.url ?? '', retry: request.headers['x-retry-counter'] });
    const answer = answers.shift();
    if (answer === undefined) void handle(request, response, () => undefined);
    else response.writeHead(answer[0]).end(answer[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo; // it listens on a port
  expect(await post(simulator, '/vk-bots/callbacks', { origin: `http://127.0.0.1:${port}` })).toBe(200);
  return { heard, calls, answers };
}

test('a confirmed server gets allowances, denials and messages with its secret', async () => {
  const simulator = await simulate();
  const { heard, calls } = await givenProgram(simulator);
  expect(await confirm(simulator)).toBe(200);
  const steps = [
    [{ act: 'allows' }, '500 subscribed true, unsubscribed false'],
    [{ act: 'denies' }, '500 subscribed false, unsubscribed true'],
    [{ act: 'writes', text: 'Hi' }, '500 user: Hi'],
  ] as const;
  for (const [change, expected] of steps) {
    expect(await act(simulator, change)).toBe(200);
    await until(() => heard.length === 1);
    expect(heard.splice(0)).toEqual([expected]);
  }
  expect(new Set(calls.map(({ path }) => path))).toEqual(new Set(['/channels/v1/bots/vk/12']));
});

test('a server that does not confirm its address gets no events', async () => {
  const simulator = await simulate();
  const { calls } = await givenProgram(simulator);
  expect(await confirm(simulator, 'another1secret2of3it')).toBe(400);
  expect(await act(simulator, { act: 'allows' })).toBe(200);
  expect([calls.length, (await counters(simulator))['updatesSent']]).toEqual([1, 0]);
});

test('an event is repeated until the answer is the text ok', async () => {
  const simulator = await simulate();
  const { heard, calls, answers } = await givenProgram(simulator);
  await confirm(simulator);
  calls.length = 0;
  answers.push([500, ''], [200, 'OK!'], [200, '']);
  await act(simulator, { act: 'denies' });
  await until(async () => (await counters(simulator))['updatesAcked'] === 1);
  expect([heard.length, calls.map(({ retry }) => retry)]).toEqual([1, ['0', '1', '2', '3']]);
});

test('a person who denies messages gets none until the person allows them or writes', async () => {
  const simulator = await simulate();
  const send = (random_id: number) => apiAt(simulator).messages.send({ user_id: 500, random_id, message: 'Hello' });
  for (const [at, back] of ['allows', 'writes'].entries()) {
    await act(simulator, { act: 'denies' });
    const error: unknown = await send(at + 1).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ code: 901 });
    await act(simulator, { act: back });
    expect(await send(at + 1)).toBeGreaterThan(0);
  }
});

test.each([
  ['/vk-bots/people', { token: TOKEN, person: 500, act: 'dances' }],
  ['/vk-bots/people', { token: TOKEN, person: -1, act: 'allows' }],
  ['/vk-bots/people', { token: 'short', person: 500, act: 'allows' }],
  ['/vk-bots/servers', { token: TOKEN, url: 'nowhere' }],
  ['/vk-bots/servers', { token: TOKEN, url: URL, secret: 'with blanks' }],
  ['/vk-bots/callbacks', { origin: 'nowhere' }],
])('the control call %s %j is refused', async (path, body) => {
  expect(await post(await simulate(), path, body)).toBe(400);
});
