// The client with a scripted server: which calls are retried, and under which key.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { openClient } from './client.ts';
import { followEvents } from './follow-events.ts';
import { useScriptedService } from './given/scripted-answers.ts';

const service = useScriptedService();
const client = (retries = 2) => service.open({ api: `${service.address}/api/v1/`, retries });
const refusal = (code: number) => ({ error: { code, msg: 'No' } });
const body = [{ channelType: 'SMS' as const, senderName: 'Shop', destination: '79161230001', content: 'Hi' }];
const sent = { errors: false, items: [{ messageUuid: 'u', code: 201 }] };

test('a change without an answer is repeated under the same key', async () => {
  service.answers = [{ status: 0 }, { status: 409, body: refusal(4090) }, { status: 200, body: sent }];
  expect(await client().messages.send(body)).toEqual(sent);
  const keys = service.seen.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(1);
  expect(service.seen.map(({ body: bytes }) => bytes)).toEqual(Array.from({ length: 3 }, () => JSON.stringify(body)));
  await client().messages.send(body, { idempotencyKey: 'mine' });
  expect([service.seen[3]?.headers['idempotency-key'], keys[0] === 'mine']).toEqual(['mine', false]);
});

test.each([
  [400, 4000],
  [401, 4010],
  [402, 4020],
  [404, 4040],
  [409, 4090],
])('%i is an answer and is not retried', async (status, code) => {
  service.answers = [{ status, body: refusal(code), headers: { 'x-request-id': 'r-1' } }];
  const failure = client().messages.send(body);
  await expect(failure).rejects.toMatchObject({ status, code, message: `${code} No`, requestId: 'r-1' });
  expect(service.seen).toHaveLength(1);
});

test('a short Retry-After is waited for, a long Retry-After is an error', async () => {
  service.answers = [
    { status: 429, body: refusal(4290), headers: { 'retry-after': '1' } },
    { status: 200, body: { RUB: 5 } },
  ];
  expect(await client().balance.get()).toEqual({ RUB: 5 });
  expect(service.pausesMs).toEqual([1_000]);
  service.answers = [{ status: 429, body: refusal(4290), headers: { 'retry-after': '600' } }];
  await expect(client().balance.get()).rejects.toMatchObject({ retryAfterSeconds: 600 });
});

test('an unreachable service is an error after the retries; a foreign answer is reported by its status', async () => {
  service.answers = [
    { status: 503, body: '<html>' },
    { status: 503, body: '<html>' },
  ];
  await expect(client(1).balance.get()).rejects.toMatchObject({ status: 503, code: 5030 });
  expect(service.seen).toHaveLength(2);
});

test('the pause before a retry doubles and varies by half', async () => {
  service.answers = Array.from({ length: 4 }, () => ({ status: 503 }));
  await expect(client(3).balance.get()).rejects.toMatchObject({ status: 503 });
  expect(service.pausesMs).toHaveLength(3);
  for (const [tries, ms] of service.pausesMs.entries()) {
    expect(ms).toBeGreaterThanOrEqual(250 * 2 ** tries);
    expect(ms).toBeLessThanOrEqual(750 * 2 ** tries);
  }
});

test('the pause before a retry has a limit', async () => {
  service.answers = Array.from({ length: 12 }, () => ({ status: 503 }));
  await expect(client(11).balance.get()).rejects.toMatchObject({ status: 503 });
  expect(Math.max(...service.pausesMs)).toBeLessThanOrEqual(45_000);
});

test('the default pause waits in real time and ends when the call is aborted', async () => {
  service.answers = [{ status: 503, headers: { 'retry-after': '30' } }];
  const aborting = new AbortController();
  const called = openClient({ api: service.address, key: 'k' }).balance.get({
    signal: aborting.signal,
  });
  const failed = expect(called).rejects.toThrow('aborted');
  await vi.waitUntil(() => service.seen.length === 1, { timeout: 60_000 });
  aborting.abort();
  await failed;
});

test('a refusal has all faults of the request', async () => {
  const details = [{ field: 'body[0].tags[0]', reason: 'may hold Latin letters', code: 'form' }];
  service.answers = [{ status: 400, body: { error: { code: 4000, msg: 'No', details, detailsTotal: 21 } } }];
  await expect(client().messages.send(body)).rejects.toMatchObject({ details, detailsTotal: 21 });
  service.answers = [{ status: 404, body: refusal(4040) }];
  await expect(client().messages.get('0197c3a1-5e00-7000-8000-4d5a1c2b3e4f')).rejects.toMatchObject({
    details: [],
    detailsTotal: 0,
  });
});

test('a failed connection names the address and the reason', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo; // it listens on a port
  await new Promise((resolve) => closed.close(resolve));
  const nowhere = openClient({ api: `http://127.0.0.1:${port}`, key: 'k', retries: 0 });
  await expect(nowhere.balance.get()).rejects.toMatchObject({
    name: 'NetworkFailure',
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
  await client().senders.create(name, { files: [{ name: 'a.pdf', bytes: Buffer.from('%PDF') }] });
  expect(service.seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data/);
  expect(service.seen[0]?.body).toContain(JSON.stringify(name));
  expect(service.seen[0]?.body).toMatch(/name="file1"; filename="a.pdf"/);
});

test('answers that are not JSON are returned as text', async () => {
  service.answers = [
    { status: 200, body: 'PONG' },
    { status: 200, body: '' },
  ];
  expect(await client().service.ping()).toBe('PONG');
  expect(await client().dispatches.stop(7)).toBe('');
  expect(service.seen[1]?.url).toBe('/api/v1/dispatch/7/stop');
});

test('a list is read page by page, with every value of its filters', async () => {
  const page = (...items: string[]) => ({ status: 200, body: { page: 1, perPage: 2, total: 3, items } });
  service.answers = [page('a', 'b'), page('c')];
  const items: unknown[] = [];
  const query = { per_page: 2, content: ['one, two', 'three'], status: ['sent' as const, 'delivered' as const] };
  for await (const item of client().messages.each(query)) items.push(item);
  expect(items).toEqual(['a', 'b', 'c']);
  const [first, second] = service.seen.map(({ url }) => new URLSearchParams(url.split('?')[1]));
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
  service.answers = [events(1, 4, 5), events(1, 6), events(1)];
  const arrays: number[][] = [];
  for await (const items of followEvents(client(), { after: 3, wait: false }))
    arrays.push(items.map(({ event_number: number }) => number));
  expect(arrays).toEqual([[4, 5], [6]]);
  expect(service.seen.map(({ url }) => new URLSearchParams(url.split('?')[1]).get('after'))).toEqual(['3', '5', '6']);
  service.answers = [events(8, 8, 9)];
  await expect(followEvents(client(), { after: 3, wait: false }).next()).rejects.toMatchObject({ firstNumber: 8 });
});
