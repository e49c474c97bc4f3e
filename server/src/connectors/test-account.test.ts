import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { signBody } from '../platform/http/body-signature.ts';
import { checkSubscription, subscribeAccount, testAccount } from './test-account.ts';

const SECRET = 'secret-of-the-shop';
const account = { settings: { account: 'shop' }, secrets: { secret: SECRET } };
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A provider that answers with this status and words; returns its URL and the headers it got. */
async function givenProvider(status: number, message: string) {
  const calls: { path: string | undefined; account: unknown; isSigned: boolean }[] = [];
  const server = createServer(({ url, headers }, response) => {
    const timestamp = String(headers['x-channel-timestamp']);
    const isSigned = headers['x-channel-signature'] === `sha256=${signBody(SECRET, timestamp, '')}`;
    calls.push({ path: url, account: headers['x-channel-account'], isSigned });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }));
  });
  return { calls, url: `${await listening(server)}/v2` };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return `http://127.0.0.1:${port}`;
}

const linkAt = (url: string) =>
  ({ protocol: 'VOLLEY_HTTP', url, account: 'ours', secret: 'the secret of the link', settings: {} }) as const;

test.each([
  [200, { state: 'accepted' }],
  [401, { state: 'refused', reason: 'answered 401: no *** here' }],
  [429, { state: 'unreachable', reason: 'answered 429: no *** here' }],
  [503, { state: 'unreachable', reason: 'answered 503: no *** here' }],
])('a provider that answers %i: the account is %j', async (status, expected) => {
  const { url, calls } = await givenProvider(status, `no ${SECRET} here`);
  expect(await testAccount(linkAt(url), account, 5_000)).toEqual(expected);
  expect(calls).toEqual([{ path: '/v2/health', account: 'shop', isSigned: true }]);
});

const TOO_MANY = { error: { error_code: 6, error_msg: 'Too many requests per second' } };
test.each([
  ['VK_BOT', 200, TOO_MANY, 'unreachable'],
  ['VK_BOT', 200, { error: { error_code: 10, error_msg: 'Internal server error' } }, 'unreachable'],
  ['VK_BOT', 200, { error: { error_code: 5, error_msg: 'User authorization failed' } }, 'refused'],
  ['WHATSAPP_CLOUD', 400, { error: { code: 80_007, message: 'Rate limit' } }, 'unreachable'],
  ['WHATSAPP_CLOUD', 401, { error: { code: 190, message: 'Access token has expired' } }, 'refused'],
] as const)('an account at %s that is answered with %i %j is %s', async (protocol, status, body, state) => {
  const server = createServer((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  );
  const link = { ...linkAt(await listening(server)), protocol };
  const given = { settings: { phoneNumberId: '106540352242922' }, secrets: { token: 'a-token-of-twenty-letters' } };
  expect(await testAccount(link, given, 5_000)).toMatchObject({ state });
});

test('a provider that cannot be reached tells nothing about the account', async () => {
  const { url } = await givenProvider(200, '');
  for (const close of closers.splice(0)) await close();
  expect(await testAccount(linkAt(url), account, 5_000)).toMatchObject({ state: 'unreachable' });
});

describe('the subscription of a bot', () => {
  const TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
  const bot = { settings: {}, secrets: { token: TOKEN } };
  const hooksUrl = 'https://volley.example/channels/v1/bots';
  const TERMS = { senderId: 12, timeoutMs: 5_000, keep: () => Promise.reject(new Error('nothing is to keep')) };
  const botLink = (url: string) => ({ ...linkAt(url), protocol: 'TELEGRAM_BOT' }) as const;

  async function givenTelegram(status: number, answer: object) {
    const calls: { path: string | undefined; body: unknown }[] = [];
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        calls.push({ path: request.url, body: JSON.parse(body) });
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      });
    });
    return { calls, url: await listening(server) };
  }

  test('names the address of the sender and a secret of its own', async () => {
    const { url, calls } = await givenTelegram(200, { ok: true, result: true });
    expect(await subscribeAccount({ ...botLink(url), hooksUrl }, bot, TERMS)).toBeUndefined();
    const secret = createHmac('sha256', TOKEN).update('volley telegram webhook').digest('hex');
    const body = {
      url: `${hooksUrl}/telegram/12`,
      secret_token: secret,
      allowed_updates: ['message', 'my_chat_member'],
    };
    expect(calls).toEqual([{ path: `/bot${TOKEN}/setWebhook`, body }]);
  });

  test('that Telegram refuses has the words of Telegram, without the token', async () => {
    const description = `Bad Request: bad webhook of ${TOKEN}`;
    const { url } = await givenTelegram(400, { ok: false, error_code: 400, description });
    expect(await subscribeAccount({ ...botLink(url), hooksUrl }, bot, TERMS)).toBe(
      'webhook not set: 400 Bad Request: bad webhook of ***',
    );
  });

  test.each([
    ['elsewhere', { url: 'https://shop.example/hook' }, ['getWebhookInfo', 'setWebhook'], { isRepeated: true }],
    ['here', { url: `${hooksUrl}/telegram/12` }, ['getWebhookInfo'], { isRepeated: false }],
  ])('that is %s is repeated only if it must be', async (_title, result, methods, check) => {
    const { url, calls } = await givenTelegram(200, { ok: true, result });
    expect(await checkSubscription({ ...botLink(url), hooksUrl }, bot, TERMS)).toEqual(check);
    expect(calls.map(({ path }) => path)).toEqual(methods.map((method) => `/bot${TOKEN}/${method}`));
  });

  test('that Telegram does not tell about is a problem, in words without the token', async () => {
    const { url, calls } = await givenTelegram(401, { ok: false, error_code: 401, description: `No ${TOKEN}` });
    expect(await checkSubscription({ ...botLink(url), hooksUrl }, bot, TERMS)).toEqual({
      isRepeated: false,
      problem: 'webhook not checked: 401 No ***',
    });
    expect(calls).toHaveLength(1);
  });

  test('is not checked without an address of this service, nor at providers without events', async () => {
    const { url, calls } = await givenTelegram(200, { ok: true, result: { url: '' } });
    const unchanged = { isRepeated: false };
    expect(await checkSubscription(botLink(url), bot, TERMS)).toEqual(unchanged);
    expect(await checkSubscription({ ...linkAt(url), hooksUrl }, account, TERMS)).toEqual(unchanged);
    expect(calls).toEqual([]);
  });

  test('is not asked for without an address of this service, nor at providers without events', async () => {
    const { url, calls } = await givenTelegram(200, { ok: true, result: true });
    expect(await subscribeAccount(botLink(url), bot, TERMS)).toBeUndefined();
    expect(await subscribeAccount({ ...linkAt(url), hooksUrl }, account, TERMS)).toBeUndefined();
    expect(calls).toEqual([]);
  });
});
