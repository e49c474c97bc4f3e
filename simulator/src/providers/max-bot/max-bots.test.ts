// Calls as a client makes them over the wire, and the answers of the simulated Bot API of MAX.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { seededRandom } from '../../random.ts';
import { ReceivedMessages } from '../../received-messages.ts';
import { type Simulator, startSimulator } from '../../simulator.ts';
import { MaxBots } from './max-bots.ts';
import { defaultMaxBotsScenario } from './max-bots-scenario.ts';

const TOKEN = 'f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.close());

async function call(method: string, path: string, options: { token?: string; body?: object } = {}) {
  const { token = TOKEN, body } = options;
  const response = await fetch(`${simulator.maxBotUrl}${path}`, {
    method,
    headers: { ...(token !== '' && { authorization: token }), 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

const control = async (path: string, body: object) =>
  (await fetch(`${simulator.controlUrl}${path}`, { method: 'POST', body: JSON.stringify(body) })).status;
const write = (userId: number, body: object = { text: 'Hello' }) =>
  call('POST', `/messages?user_id=${userId}`, { body });
const keyboard = (button: object) => ({ type: 'inline_keyboard', payload: { buttons: [[button]] } });

test('a bot is known by its token', async () => {
  expect(await call('GET', '/me')).toMatchObject({ status: 200, body: { user_id: expect.any(Number), is_bot: true } });
});

test.each([
  ['', 'No access token'],
  [`Bearer ${TOKEN}`, 'Malformed access token'],
  ['short', 'Malformed access token'],
])('the token %j is refused', async (token, message) => {
  expect(await call('GET', '/me', { token })).toEqual({ status: 401, body: { code: 'verify.token', message } });
});

test('a revoked token is refused until it is restored', async () => {
  const token = `${TOKEN}-revoked`;
  expect(await control('/max-bots/tokens', { token, revoked: true })).toBe(200);
  expect(await call('GET', '/me', { token })).toMatchObject({ status: 401, body: { code: 'verify.token' } });
  expect(await control('/max-bots/tokens', { token, revoked: false })).toBe(200);
  expect((await call('GET', '/me', { token })).status).toBe(200);
});

describe('a message', () => {
  test('is answered with its id, its recipient and its text', async () => {
    const attachments = [
      { type: 'image', payload: { url: 'https://shop.example/a.png' } },
      keyboard({ type: 'link', text: 'Open', url: 'https://shop.example' }),
    ];
    expect(await write(500, { text: 'Hello', attachments })).toMatchObject({
      status: 200,
      body: {
        message: {
          recipient: { chat_id: expect.any(Number), chat_type: 'dialog', user_id: 500 },
          timestamp: expect.any(Number),
          body: { mid: expect.stringMatching(/^mid\.[0-9a-f]{32}$/), seq: expect.any(Number), text: 'Hello' },
        },
      },
    });
  });

  test.each([
    [512, 404, 'chat.not.found', 'dialog.not.found'],
    [513, 403, 'chat.denied', 'error.dialog.suspended'],
  ])('to person %i is refused with %i', async (userId, status, code, message) => {
    expect(await write(userId)).toEqual({ status, body: { code, message } });
  });

  test.each([
    { text: 'x'.repeat(4_001) },
    { text: '' },
    { text: 'x', attachments: [keyboard({ type: 'link', text: 'Open', url: 'ftp://shop.example' })] },
    { text: 'x', attachments: [keyboard({ type: 'dance', text: 'Open' })] },
    { text: 'x', attachments: [{ type: 'inline_keyboard', payload: { buttons: [] } }] },
    { text: 'x', attachments: [{ type: 'image', payload: {} }] },
  ])('with wrong content is refused, case %#', async (body) => {
    expect(await write(500, body)).toMatchObject({ status: 400, body: { code: 'proto.payload' } });
  });

  test('needs its recipient in the query', async () => {
    const body = { user_id: 500, text: 'Hello' };
    expect(await call('POST', '/messages', { body })).toEqual({
      status: 400,
      body: { code: 'proto.payload', message: 'Unknown recipient' },
    });
  });

  test('is throttled once for person 514', async () => {
    expect(await write(514)).toMatchObject({ status: 429, body: { code: 'too.many.requests' } });
    expect((await write(514)).status).toBe(200);
  });

  test('is sent to person 515, and its answer is lost', async () => {
    await expect(write(515)).rejects.toThrow();
    expect((await write(515)).status).toBe(200);
  });
});

test('a bot is throttled above 30 calls per second, and another bot is not', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const bots = new MaxBots(defaultMaxBotsScenario, seededRandom(1), new ReceivedMessages(1));
    const me = (authorization: string) =>
      bots.answer({ method: 'GET', pathname: '/me', query: new URLSearchParams(), authorization, body: {}, host: '' })
        .status;
    expect(Array.from({ length: 31 }, () => me(TOKEN))).toEqual([...Array<number>(30).fill(200), 429]);
    expect(me(`${TOKEN}-other`)).toBe(200);
    vi.advanceTimersByTime(1_000);
    expect(me(TOKEN)).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

test('an unknown path, a wrong method and a wrong setting are refused', async () => {
  expect(await call('GET', '/nowhere')).toMatchObject({ status: 404, body: { code: 'not.found' } });
  expect(await call('DELETE', '/me')).toMatchObject({ status: 405, body: { code: 'method.not.allowed' } });
  expect(await control('/max-bots/scenario', { failedPercent: 101 })).toBe(400);
  expect(await control('/max-bots/scenario', { nonsense: 1 })).toBe(400);
});
