// The client with a scripted server: which calls are retried, and under which key.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getBalance } from '@volley/contract/messaging/balance.ts';
import { stopDispatch } from '@volley/contract/messaging/dispatches.ts';
import { sendMessages } from '@volley/contract/messaging/messages.ts';
import { ping } from '@volley/contract/messaging/ping.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openCaller } from './call-endpoint.ts';
import { openClient } from './client.ts';
import { followEvents } from './follow-events.ts';

type Seen = { readonly url: string; readonly headers: IncomingMessage['headers']; readonly body: string };
type Answer = { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> };

let server: Server;
let seen: Seen[] = [];
let answers: Answer[] = [];
let pausesMs: number[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      seen.push({ url: request.url ?? '', headers: request.headers, body });
      const { status, body: answer, headers = {} } = answers.shift() ?? { status: 200, body: {} };
      // Status 0: the connection breaks.
      if (status === 0) return request.socket.destroy();
      response.writeHead(status, headers).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());
beforeEach(() => {
  seen = [];
  answers = [];
  pausesMs = [];
});

const optionsOf = (retries?: number) => {
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    api: `http://127.0.0.1:${port}/api/v1/`,
    key: 'k',
    ...(retries !== undefined && { retries }),
    pause: async (ms: number) => void pausesMs.push(ms),
  };
};
const client = (retries?: number) => openCaller(optionsOf(retries));
const named = () => openClient(optionsOf());
const refusal = (code: number) => ({ error: { code, msg: 'No' } });
const body = [{ channelType: 'SMS' as const, senderName: 'Shop', destination: '79161230001', content: 'Hi' }];
const sent = { errors: false, items: [{ messageUuid: 'u', code: 201 }] };

test('a change without an answer is repeated under the same key', async () => {
  answers = [{ status: 0 }, { status: 409, body: refusal(4090) }, { status: 200, body: sent }];
  expect(await client().call(sendMessages, { body })).toEqual(sent);
  const keys = seen.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(1);
  expect(seen.map(({ body: bytes }) => bytes)).toEqual(Array.from({ length: 3 }, () => JSON.stringify(body)));
  await client().call(sendMessages, { body, idempotencyKey: 'mine' });
  expect([seen[3]?.headers['idempotency-key'], keys[0] === 'mine']).toEqual(['mine', false]);
});

test.each([
  [400, 4000],
  [401, 4010],
  [402, 4020],
  [404, 4040],
  [409, 4090],
])('%i is an answer and is not retried', async (status, code) => {
  answers = [{ status, body: refusal(code), headers: { 'x-request-id': 'r-1' } }];
  const failure = client().call(sendMessages, { body });
  await expect(failure).rejects.toMatchObject({ status, code, message: `${code} No`, requestId: 'r-1' });
  expect(seen).toHaveLength(1);
});

test('a short Retry-After is waited for, a long Retry-After is an error', async () => {
  answers = [
    { status: 429, body: refusal(4290), headers: { 'retry-after': '1' } },
    { status: 200, body: { RUB: 5 } },
  ];
  expect(await client().call(getBalance, {})).toEqual({ RUB: 5 });
  expect(pausesMs).toEqual([1_000]);
  answers = [{ status: 429, body: refusal(4290), headers: { 'retry-after': '600' } }];
  await expect(client().call(getBalance, {})).rejects.toMatchObject({ retryAfterSeconds: 600 });
});

test('an unreachable service is an error after the retries, and a foreign answer is reported by its status', async () => {
  answers = [
    { status: 503, body: '<html>' },
    { status: 503, body: '<html>' },
  ];
  await expect(client(1).call(getBalance, {})).rejects.toMatchObject({ status: 503, code: 5030 });
  expect(seen).toHaveLength(2);
});

test('the pause before a retry doubles and varies by half', async () => {
  answers = Array.from({ length: 4 }, () => ({ status: 503 }));
  await expect(client(3).call(getBalance, {})).rejects.toMatchObject({ status: 503 });
  expect(pausesMs).toHaveLength(3);
  for (const [tries, ms] of pausesMs.entries()) {
    expect(ms).toBeGreaterThanOrEqual(250 * 2 ** tries);
    expect(ms).toBeLessThanOrEqual(750 * 2 ** tries);
  }
});

test('the default pause waits in real time and ends when the call is aborted', async () => {
  answers = [{ status: 503, headers: { 'retry-after': '30' } }];
  const { port } = server.address() as AddressInfo; // it listens on a port
  const aborting = new AbortController();
  const called = openClient({ api: `http://127.0.0.1:${port}`, key: 'k' }).balance.get({
    signal: aborting.signal,
  });
  const failed = expect(called).rejects.toThrow('aborted');
  await vi.waitUntil(() => seen.length === 1, { timeout: 60_000 });
  aborting.abort();
  await failed;
});

test('a refusal has all faults of the request', async () => {
  const details = [{ field: 'body[0].tags[0]', reason: 'may hold Latin letters', code: 'form' }];
  answers = [{ status: 400, body: { error: { code: 4000, msg: 'No', details, detailsTotal: 21 } } }];
  await expect(named().messages.send(body)).rejects.toMatchObject({ details, detailsTotal: 21 });
  answers = [{ status: 404, body: refusal(4040) }];
  await expect(named().messages.get('u')).rejects.toMatchObject({ details: [], detailsTotal: 0 });
});

test('a failed connection names the address and the reason', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo; // it listens on a port
  await new Promise((resolve) => closed.close(resolve));
  const nowhere = openClient({ api: `http://127.0.0.1:${port}`, key: 'k', retries: 0 });
  await expect(nowhere.balance.get()).rejects.toMatchObject({
    name: 'ConnectionFailure',
    reason: 'ECONNREFUSED',
    message: `No connection to http://127.0.0.1:${port}: the connection was refused (ECONNREFUSED)`,
  });
});

test('a sender name is sent as a form if it has files', async () => {
  const name = {
    channelType: 'SMS',
    senderName: 'Shop',
    commonType: 'PROMO',
    brand: 'MTS',
    dateFrom: '2026-01-01T00:00:00Z',
  } as const;
  await named().senders.create(name, { files: [{ name: 'a.pdf', bytes: Buffer.from('%PDF') }] });
  expect(seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data/);
  expect(seen[0]?.body).toContain(JSON.stringify(name));
  expect(seen[0]?.body).toMatch(/name="file1"; filename="a.pdf"/);
});

test('answers that are not JSON are returned as text', async () => {
  answers = [
    { status: 200, body: 'PONG' },
    { status: 200, body: '' },
  ];
  expect(await client().call(ping, {})).toBe('PONG');
  expect(await client().call(stopDispatch, { params: { id: 7 } })).toBe('');
  expect(seen[1]?.url).toBe('/api/v1/dispatch/7/stop');
});

test('a list is read page by page, with every value of its filters', async () => {
  const page = (...items: string[]) => ({ status: 200, body: { page: 1, perPage: 2, total: 3, items } });
  answers = [page('a', 'b'), page('c')];
  const items: unknown[] = [];
  const query = { per_page: 2, content: ['one, two', 'three'], status: ['sent' as const, 'delivered' as const] };
  for await (const item of named().messages.each(query)) items.push(item);
  expect(items).toEqual(['a', 'b', 'c']);
  const [first, second] = seen.map(({ url }) => new URLSearchParams(url.split('?')[1]));
  expect([first?.getAll('content'), first?.getAll('status')]).toEqual([
    ['one, two', 'three'],
    ['sent', 'delivered'],
  ]);
  expect([first?.get('page'), second?.get('page')]).toEqual(['1', '2']);
});

test('the feed continues from the last number and reports deleted events', async () => {
  const events = (firstNumber: number, ...numbers: number[]) => ({
    status: 200,
    body: { items: numbers.map((number) => ({ event_number: number })), firstNumber, lastNumber: 9 },
  });
  answers = [events(1, 4, 5), events(1, 6), events(1)];
  const arrays: number[][] = [];
  for await (const items of followEvents(named(), { after: 3, wait: false }))
    arrays.push(items.map(({ event_number: number }) => number));
  expect(arrays).toEqual([[4, 5], [6]]);
  expect(seen.map(({ url }) => new URLSearchParams(url.split('?')[1]).get('after'))).toEqual(['3', '5', '6']);
  answers = [events(8, 8, 9)];
  await expect(followEvents(named(), { after: 3, wait: false }).next()).rejects.toMatchObject({ firstNumber: 8 });
});
