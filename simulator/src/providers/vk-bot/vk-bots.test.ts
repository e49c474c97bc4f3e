// vk-io, an independent client, reads the answers of the simulated VK API.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { APIError, Keyboard } from 'vk-io';
import { seededRandom } from '../../random.ts';
import { ReceivedMessages } from '../../received-messages.ts';
import { type Simulator, startSimulator } from '../../simulator.ts';
import { vkClient } from '../../testing/vk-client.ts';
import { VkBots } from './vk-bots.ts';
import { defaultVkBotsScenario } from './vk-bots-scenario.ts';

const TOKEN = 'vk1.a.f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq-0Adm8';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator();
  await control('/vk-bots/scenario', { callsPerSecond: 0 });
});
afterAll(() => simulator.close());

const api = (token = TOKEN) => vkClient(simulator, token);
const control = async (path: string, body: object) =>
  (await fetch(`${simulator.controlUrl}${path}`, { method: 'POST', body: JSON.stringify(body) })).status;

let lastRandomId = 0;
const send = (userId: number, change: object = {}, token = TOKEN) => {
  lastRandomId += 1;
  return api(token).messages.send({ user_id: userId, random_id: lastRandomId, message: 'Hello', ...change });
};

type Received = { destination: string; text: string; content: Readonly<Record<string, unknown>> };

async function received(): Promise<Received[]> {
  const response = await fetch(`${simulator.controlUrl}/received?account=vk-bot`);
  return ((await response.json()) as { items: Received[] }).items; // the shape of GET /received
}

async function refusal(call: Promise<unknown>): Promise<APIError> {
  const error: unknown = await call.catch((reason: unknown) => reason);
  if (!(error instanceof APIError)) throw new Error(`vk-io heard no error: ${String(error)}`);
  return error;
}

describe('vk-io', () => {
  test('knows the community and the rights of its token', async () => {
    const { groups } = (await api().call('groups.getById', {})) as { groups: unknown[] }; // the shape since 5.131
    expect(groups).toMatchObject([{ id: expect.any(Number), type: 'group' }]);
    const { permissions } = await api().groups.getTokenPermissions({});
    expect(permissions.map(({ name }) => name)).toContain('messages');
  });

  test('sends a text with a link in the form in which our own messages go', async () => {
    const keyboard = Keyboard.builder().urlButton({ label: 'Open', url: 'https://shop.example' }).inline();
    expect(await send(500, { keyboard })).toBeGreaterThan(0);
    const last = (await received()).at(-1);
    expect(last).toMatchObject({ destination: '500', text: 'Hello' });
    expect(last?.content).not.toHaveProperty('access_token');
    const sent = JSON.parse(String(last?.content['keyboard'])) as object; // written by vk-io
    expect(sent).toMatchObject({
      inline: true,
      buttons: [[{ action: { type: 'open_link', label: 'Open', link: 'https://shop.example' } }]],
    });
  });

  test('gets the same id for the same random_id, and the person gets one message', async () => {
    const before = (await received()).length;
    const ids = [await send(600, { random_id: -77 }), await send(600, { random_id: -77 })];
    expect(ids[0]).toBe(ids[1]);
    expect((await received()).length).toBe(before + 1);
    expect(await send(600, { random_id: 0 })).not.toBe(await send(600, { random_id: 0 }));
  });

  test.each([
    [512, 18],
    [513, 901],
    [517, 15],
    [519, 902],
  ])('reads the refusal of person %i as code %i', async (userId, code) => {
    expect(await refusal(send(userId))).toMatchObject({ code });
  });

  test.each([
    [{ message: 'x'.repeat(4_097) }, 914],
    [{ message: '' }, 100],
    [{ random_id: 2 ** 31 + 1 }, 100],
    [{ keyboard: '{' }, 911],
    [{ keyboard: JSON.stringify({ inline: true, buttons: [[{ action: { type: 'dance', label: 'x' } }]] }) }, 911],
    [
      {
        keyboard: JSON.stringify({ inline: true, buttons: Array(7).fill([{ action: { type: 'text', label: 'x' } }]) }),
      },
      911,
    ],
    [{ user_id: 'anna' }, 100],
  ])('reads the refused parameters %j as code %i', async (change, code) => {
    expect(await refusal(send(500, change))).toMatchObject({ code });
  });

  test('reads refused tokens', async () => {
    expect(await refusal(send(500, {}, 'short'))).toMatchObject({ code: 5 });
    const token = `${TOKEN}-revoked`;
    expect(await control('/vk-bots/tokens', { token, revoked: true })).toBe(200);
    expect(await refusal(send(500, {}, token))).toMatchObject({ code: 5 });
    expect(await control('/vk-bots/tokens', { token, limited: true })).toBe(200);
    expect(await refusal(send(500, {}, token))).toMatchObject({ code: 15 });
    expect(await control('/vk-bots/tokens', { token })).toBe(200);
    expect(await send(500, {}, token)).toBeGreaterThan(0);
  });

  test('waits and sends again when VK says that calls are too many', async () => {
    const throttled = async () => {
      const response = await fetch(`${simulator.controlUrl}/counters`);
      return ((await response.json()) as { vkBots: { throttled: number } }).vkBots.throttled; // the shape of GET /counters
    };
    const before = await throttled();
    expect(await send(514)).toBeGreaterThan(0);
    expect(await throttled()).toBe(before + 1);
  });

  test('hears nothing when an answer is lost, and the message is there', async () => {
    await expect(send(715, { random_id: 9_001 })).rejects.not.toBeInstanceOf(APIError);
    const sent = (await received()).filter(({ destination }) => destination === '715');
    expect(await send(715, { random_id: 9_001 })).toBeGreaterThan(0);
    expect(sent).toHaveLength(1);
    expect((await received()).filter(({ destination }) => destination === '715')).toHaveLength(1);
  });
});

test('a community is throttled above 20 calls per second, and another community is not', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const bots = new VkBots(defaultVkBotsScenario, seededRandom(1), new ReceivedMessages(1));
    const isTaken = (access_token: string) => 'response' in bots.answer('groups.getById', { access_token, v: '5.199' });
    expect(Array.from({ length: 21 }, () => isTaken(TOKEN))).toEqual([...Array<boolean>(20).fill(true), false]);
    expect(isTaken(`${TOKEN}-other`)).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(isTaken(TOKEN)).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('errors have HTTP 200 and repeat the parameters without the token', async () => {
  const call = async (method: string, form: Record<string, string>) => {
    const response = await fetch(`${simulator.vkBotUrl}/method/${method}`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    return [response.status, await response.json()];
  };
  expect(await call('groups.dance', { access_token: TOKEN, v: '5.199' })).toEqual([
    200,
    { error: { error_code: 3, error_msg: 'Unknown method passed', request_params: [{ key: 'v', value: '5.199' }] } },
  ]);
  expect(await call('groups.getById', { access_token: TOKEN })).toMatchObject([200, { error: { error_code: 8 } }]);
  expect(await call('groups.getById', { v: '5.199' })).toMatchObject([200, { error: { error_code: 5 } }]);
});

test('a wrong setting is refused', async () => {
  expect(await control('/vk-bots/scenario', { failedPercent: 101 })).toBe(400);
  expect(await control('/vk-bots/scenario', { nonsense: 1 })).toBe(400);
  expect(await control('/vk-bots/tokens', { revoked: true })).toBe(400);
});
