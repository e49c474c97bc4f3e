// vk-io confirms a server of the Callback API and reads the events that the simulated VK sends there.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
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

/** The community of the token. */
async function groupOf(simulator: Simulator): Promise<number> {
  const { groups } = (await apiAt(simulator).call('groups.getById', {})) as { groups: { id: number }[] }; // since 5.131
  return groups[0]?.id ?? 0;
}

/** A program of the community; calls are answered with `answers` first. */
async function givenProgram(simulator: Simulator) {
  const api = apiAt(simulator);
  const { code } = await api.groups.getCallbackConfirmationCode({ group_id: await groupOf(simulator) });
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

describe('a server that vk-io sets up over the API', () => {
  const title = 'Volley';
  const form = async (simulator: Simulator, change: object = {}) => ({
    group_id: await groupOf(simulator),
    url: URL,
    title,
    secret_key: SECRET,
    ...change,
  });
  const statusesOf = async (simulator: Simulator) => {
    const { items } = await apiAt(simulator).groups.getCallbackServers({ group_id: await groupOf(simulator) });
    return items.map(({ url, status }) => `${url} ${status}`);
  };
  const refusal = async (call: Promise<unknown>) => {
    const error: unknown = await call.catch((reason: unknown) => reason);
    if (!(error instanceof APIError)) throw new Error(`vk-io heard no error: ${String(error)}`);
    return error.code;
  };

  test('is confirmed and gets the events that were chosen for it', async () => {
    const simulator = await simulate();
    const { heard, calls } = await givenProgram(simulator);
    const { groups } = apiAt(simulator);
    const { server_id } = await groups.addCallbackServer(await form(simulator));
    await until(async () => (await statusesOf(simulator))[0] === `${URL} ok`);
    await act(simulator, { act: 'allows' });
    const group_id = await groupOf(simulator);
    await groups.setCallbackSettings({ group_id, server_id, api_version: '5.199', message_deny: 1 });
    await act(simulator, { act: 'denies' });
    await act(simulator, { act: 'writes' });
    await until(() => heard.length === 1);
    expect([heard, calls.length]).toEqual([['500 subscribed false, unsubscribed true'], 2]);
    expect(await groups.getCallbackSettings({ group_id, server_id })).toMatchObject({
      api_version: '5.199',
      events: { message_new: 0, message_allow: 0, message_deny: 1 },
    });
  });

  test('is confirmed again after a change, fails with a wrong answer, and can be removed', async () => {
    const simulator = await simulate();
    await givenProgram(simulator);
    const { groups } = apiAt(simulator);
    const { server_id } = await groups.addCallbackServer(await form(simulator, { secret_key: 'other' }));
    await until(async () => (await statusesOf(simulator))[0] === `${URL} failed`);
    await groups.editCallbackServer({ ...(await form(simulator)), server_id });
    await until(async () => (await statusesOf(simulator))[0] === `${URL} ok`);
    await groups.deleteCallbackServer({ group_id: await groupOf(simulator), server_id });
    expect(await statusesOf(simulator)).toEqual([]);
  });

  test('is one of ten', async () => {
    const simulator = await simulate();
    const { groups } = apiAt(simulator);
    for (let at = 0; at < 10; at += 1) await groups.addCallbackServer(await form(simulator, { url: `${URL}/${at}` }));
    expect(await refusal(groups.addCallbackServer(await form(simulator)))).toBe(2_000);
  });

  test.each([
    [{ title: 'Fifteen letters' }, 100],
    [{ title: '' }, 100],
    [{ secret_key: 'x'.repeat(51) }, 100],
    [{ url: 'nowhere' }, 100],
    [{ group_id: 'shop' }, 100],
    [{ group_id: 1 }, 15],
  ])('with %j is refused with the code %i', async (change, code) => {
    const simulator = await simulate();
    expect(await refusal(apiAt(simulator).groups.addCallbackServer(await form(simulator, change)))).toBe(code);
  });

  test('is not found under an unknown id, and needs the right to manage the community', async () => {
    const simulator = await simulate();
    const { groups } = apiAt(simulator);
    const group_id = await groupOf(simulator);
    const change = { ...(await form(simulator)), server_id: 7 };
    expect([
      await refusal(groups.editCallbackServer(change)),
      await refusal(groups.setCallbackSettings({ group_id, server_id: 7 })),
      await refusal(groups.deleteCallbackServer({ group_id, server_id: 7 })),
    ]).toEqual([104, 104, 104]);
    expect(await post(simulator, '/vk-bots/tokens', { token: TOKEN, unmanaged: true })).toBe(200);
    expect(await refusal(groups.getCallbackServers({ group_id }))).toBe(15);
    const { permissions } = await groups.getTokenPermissions({});
    expect(permissions.map(({ name }) => name)).toEqual(['photos', 'messages']);
  });
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
  ['/vk-bots/tokens', { token: TOKEN, nonsense: true }],
])('the control call %s %j is refused', async (path, body) => {
  expect(await post(await simulate(), path, body)).toBe(400);
});
