import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { channelAccount, channelSecret, type Simulator } from '../simulator.ts';
import { closeAll, get, post, simulate, until } from '../testing/client.ts';

type Call = { path: string; body: { statuses?: { id: string; status: string; code?: number }[] }; isSigned: boolean };

const sinks: (() => Promise<void>)[] = [];

// Timers of the provider run on this clock; `drain` moves it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }));
afterEach(async () => {
  vi.useRealTimers();
  await closeAll();
  for (const close of sinks.splice(0)) await close();
});

const hmac = (...parts: string[]) =>
  parts.reduce((sum, part) => sum.update(part), createHmac('sha256', channelSecret)).digest('hex');

/** Receives the reports of the provider; answers with `answers`, then with 200. */
async function givenHooks(simulator: Simulator, answers: number[] = []): Promise<Call[]> {
  const calls: Call[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
    const body = Buffer.concat(chunks).toString('utf8');
    const timestamp = String(request.headers['x-channel-timestamp'] ?? '');
    const isSigned =
      request.headers['x-channel-signature'] === `sha256=${hmac(`${timestamp}.`, body)}` ||
      request.headers['x-hub-signature-256'] === `sha256=${hmac(body)}`;
    calls.push({ path: request.url ?? '', body: JSON.parse(body), isSigned });
    response.writeHead(answers.shift() ?? 200).end('{}');
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sinks.push(() => new Promise((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo; // it listens on a port
  expect(await post(simulator, '/channels/hooks', { url: `http://127.0.0.1:${port}/{channel}` })).toBe(200);
  return calls;
}

async function give(
  simulator: Simulator,
  change: object = {},
  {
    account = channelAccount,
    secret = channelSecret,
    signal,
  }: { account?: string; secret?: string; signal?: AbortSignal } = {},
) {
  const message = { messageId: crypto.randomUUID(), channel: 'VIBER', from: 'Shop', to: '79161230000', text: 'Hi' };
  const body = JSON.stringify({ ...message, reference: 7, ...change });
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
  const response = await fetch(`${simulator.channelUrl}/messages`, {
    method: 'POST',
    headers: {
      'x-channel-account': account,
      'x-channel-timestamp': timestamp,
      'x-channel-signature': signature,
    },
    body,
    ...(signal && { signal }),
  });
  // The provider answers with JSON objects.
  return { status: response.status, body: (await response.json()) as { id?: string; error?: { code?: number } } };
}

type Counters = Readonly<Record<string, number>>;

async function countersOf(simulator: Simulator, channel: string): Promise<Counters> {
  const { channels } = await get(simulator, '/counters');
  return (channels as Record<string, Counters>)[channel] ?? {}; // the shape of GET /counters
}

/** Moves the clock in small steps, each after all earlier calls were answered, until no call waits. */
async function drain(simulator: Simulator, channel = 'viber'): Promise<void> {
  for (let isDone = false; !isDone; ) {
    vi.advanceTimersByTime(10);
    await until(async () => {
      const {
        statusesSent = 0,
        inboundSent = 0,
        statusesAcked = 0,
        inboundAcked = 0,
        waiting = 0,
      } = await countersOf(simulator, channel);
      isDone = waiting === 0;
      return statusesAcked + inboundAcked + waiting === statusesSent + inboundSent;
    });
  }
}

const statusesOf = (calls: readonly Call[]) =>
  calls.flatMap(({ body }) => (body.statuses ?? []).map(({ status }) => status));

describe('the provider of HTTP channels', () => {
  test('accepts a signed message, lists it, and sends signed reports of delivery and reading', async () => {
    const simulator = await simulate();
    const calls = await givenHooks(simulator);
    const { status, body } = await give(simulator, { content: { contentType: 'text' }, ttlSeconds: 60 });
    expect([status, typeof body.id]).toEqual([202, 'string']);
    await drain(simulator);
    expect(calls.map(({ path, isSigned }) => [path, isSigned])).toEqual([
      ['/viber/statuses', true],
      ['/viber/statuses', true],
    ]);
    expect(statusesOf(calls)).toEqual(['delivered', 'read']);
    expect(await get(simulator, '/received?account=viber')).toMatchObject({
      items: [
        { source: 'Shop', destination: '79161230000', text: 'Hi', content: { contentType: 'text' }, ttlSeconds: 60 },
      ],
    });
  });

  test('refuses a wrong signature', async () => {
    const simulator = await simulate();
    expect((await give(simulator, {}, { secret: 'another secret' })).status).toBe(401);
  });

  test("checks the signature of a customer's account, and lists its messages with it", async () => {
    const simulator = await simulate();
    const as = { account: 'shop', secret: 'secret of the shop' };
    expect((await give(simulator, {}, as)).status).toBe(401);
    expect(await post(simulator, '/channels/customers', as)).toBe(200);
    expect((await give(simulator, {}, as)).status).toBe(202);
    expect((await give(simulator, {}, { ...as, secret: channelSecret })).status).toBe(401);
    expect(await get(simulator, '/received?account=viber')).toMatchObject({ items: [{ customer: 'shop' }] });
    await post(simulator, '/channels/customers', { ...as, throttled: true });
    expect((await give(simulator, {}, as)).status).toBe(429);
    await post(simulator, '/channels/customers', { account: 'shop', secret: null });
    expect((await give(simulator, {}, as)).status).toBe(401);
  });

  test('accepts a repeated message once', async () => {
    const simulator = await simulate();
    const messageId = crypto.randomUUID();
    const [first, second] = [await give(simulator, { messageId }), await give(simulator, { messageId })];
    expect([first.status, second.status]).toEqual([202, 200]);
    expect(second.body.id).toBe(first.body.id);
    expect(await get(simulator, '/counters')).toMatchObject({ channels: { viber: { accepted: 1, repeated: 1 } } });
  });

  test('repeats a call until it is answered with 200', async () => {
    const simulator = await simulate();
    const calls = await givenHooks(simulator, [503, 500]);
    await give(simulator, { to: '70001000000' });
    await drain(simulator);
    expect((await countersOf(simulator, 'viber'))['statusesAcked']).toBe(1);
    expect(statusesOf(calls)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  test.each([
    ['70001000000', 202, undefined, ['delivered']],
    ['70001000002', 202, undefined, []],
    ['70001000003', 422, 455, []],
    ['70001000004', 202, undefined, ['delivered', 'read']],
    ['70001000005', 202, undefined, ['delivered']],
    ['70001000009', 422, 457, []],
    ['70001000010', 202, undefined, ['undelivered']],
  ])('forces the outcome of %s', async (to, status, code, statuses) => {
    const simulator = await simulate();
    const calls = await givenHooks(simulator);
    await post(simulator, '/channels/scenario', { readDelayMs: 20 });
    const answer = await give(simulator, { to });
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
    await drain(simulator);
    expect(statusesOf(calls)).toEqual(statuses);
  });

  test('fails a fixed share of the messages, without long runs of failures', async () => {
    const simulator = await simulate();
    await post(simulator, '/channels/scenario', { channel: 'viber', failedBetween: 2 });
    const statuses = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await give(simulator)).status);
    expect(statuses).toEqual([500, 500, 202, 500, 500, 202]);
  });

  test('simulates the faults of real providers', async () => {
    const simulator = await simulate();
    const calls = await givenHooks(simulator);
    const behave = (change: object) => post(simulator, '/channels/scenario', { channel: 'viber', ...change });
    await behave({ throttledPercent: 100 });
    expect((await give(simulator)).status).toBe(429);
    await behave({ throttledPercent: 0, failedPercent: 100 });
    expect((await give(simulator)).status).toBe(500);
    await behave({ failedPercent: 0, hangPercent: 100 });
    const hanging = new AbortController();
    const hung = give(simulator, {}, { signal: hanging.signal });
    await until(async () => (await countersOf(simulator, 'viber'))['hung'] === 1);
    hanging.abort();
    await expect(hung).rejects.toThrow('aborted');
    await behave({ hangPercent: 0, lostAnswerPercent: 100 });
    await expect(give(simulator)).rejects.toThrow();
    await drain(simulator);
    expect(calls).toHaveLength(4);
    calls.length = 0;
    await behave({ lostAnswerPercent: 0, readOnlyPercent: 100, readDelayMs: 0 });
    await give(simulator);
    await drain(simulator);
    expect(statusesOf(calls)).toEqual(['read']);
    calls.length = 0;
    await behave({ readOnlyPercent: 0, outOfOrderPercent: 100, readDelayMs: 40, duplicatePercent: 100 });
    await give(simulator);
    await drain(simulator);
    expect(statusesOf(calls)).toEqual(['read', 'read', 'delivered', 'delivered']);
    expect(await behave({ nonsense: 1 })).toBe(400);
    expect(await behave({ hangPercent: 101 })).toBe(400);
  });

  test('uses the form of Meta for WhatsApp statuses and inbound messages', async () => {
    const simulator = await simulate();
    const calls = await givenHooks(simulator, [500]);
    await post(simulator, '/channels/write', { from: '79161230000', to: 'Shop', text: 'Hello' });
    await drain(simulator, 'whatsapp');
    expect(calls).toHaveLength(2);
    expect(calls.every(({ path, isSigned }) => path === '/whatsapp/whatsapp' && isSigned)).toBe(true);
    expect(calls[1]?.body).toMatchObject({
      entry: [{ changes: [{ value: { messages: [{ from: '79161230000', text: { body: 'Hello' } }] } }] }],
    });
    await give(simulator, { channel: 'WHATSAPP', to: '70001000000' });
    await drain(simulator, 'whatsapp');
    expect(calls).toHaveLength(3);
    expect(calls[2]?.body).toMatchObject({
      entry: [{ changes: [{ value: { statuses: [{ status: 'delivered', biz_opaque_callback_data: '7' }] } }] }],
    });
  });
});

test('a number whose provider fails is taken by the second provider', async () => {
  const simulator = await simulate();
  expect((await give(simulator, { to: '70001000016' })).status).toBe(500);
  const reserve = { ...simulator, channelUrl: `${simulator.channelUrl}/reserve` };
  expect((await give(reserve, { to: '70001000016' })).status).toBe(202);
  expect(await get(simulator, '/received?account=reserve-viber')).toMatchObject({ total: 1 });
  expect(await get(simulator, '/counters')).toMatchObject({
    channels: { viber: { failed: 1, accepted: 0 } },
    reserves: { viber: { failed: 0, accepted: 1 } },
  });
});
