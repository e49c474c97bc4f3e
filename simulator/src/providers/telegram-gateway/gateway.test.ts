import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Simulator } from '../../simulator.ts';
import { closeAll, get, post, simulate, until } from '../../testing/client.ts';
import { gatewayToken } from '../start-providers.ts';

type Status = { request_id: string; delivery_status?: { status: string }; is_refunded?: boolean };
type Reply = { ok: boolean; error?: string; result?: Status & Readonly<Record<string, unknown>> };
type Call = { body: Status & { payload?: string }; isSigned: boolean; path: string };

const PHONE = '+79161230001';
const CALLBACK = 'https://volley.example/reports';
const sinks: (() => Promise<void>)[] = [];

// Timers of the provider run on this clock; `advance` moves it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }));
afterEach(async () => {
  vi.useRealTimers();
  await closeAll();
  for (const close of sinks.splice(0)) await close();
});

async function ask(simulator: Simulator, method: string, body: object, token = gatewayToken): Promise<Reply> {
  const response = await fetch(`${simulator.gatewayUrl}/${method}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Reply; // the form of every answer
}

const check = async (simulator: Simulator, phone = PHONE) =>
  (await ask(simulator, 'checkSendAbility', { phone_number: phone })).result?.request_id ?? '';
const send = (simulator: Simulator, id: string, change: object = {}) =>
  ask(simulator, 'sendVerificationMessage', { phone_number: PHONE, request_id: id, code: '4711', ...change });
const status = (simulator: Simulator, id: string) => ask(simulator, 'checkVerificationStatus', { request_id: id });

async function counters(simulator: Simulator): Promise<Readonly<Record<string, number>>> {
  return (await get(simulator, '/counters'))['gateway'] as Readonly<Record<string, number>>; // the shape of GET /counters
}

/** Receives reports; answers with `answers`, then with 200. */
async function givenReports(simulator: Simulator, answers: number[] = []): Promise<Call[]> {
  const calls: Call[] = [];
  const key = createHash('sha256').update(gatewayToken).digest();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
    const text = Buffer.concat(chunks).toString('utf8');
    const signed = `${String(request.headers['x-request-timestamp'])}\n${text}`;
    const isSigned = request.headers['x-request-signature'] === createHmac('sha256', key).update(signed).digest('hex');
    calls.push({ body: JSON.parse(text), isSigned, path: request.url ?? '' });
    response.writeHead(answers.shift() ?? 200).end();
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sinks.push(() => new Promise((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo; // it listens on a port
  expect(await post(simulator, '/gateway/account', { origin: `http://127.0.0.1:${port}` })).toBe(200);
  return calls;
}

/** Moves the clock until the condition holds. */
const advance = (condition: () => boolean | Promise<boolean>, stepMs = 50) =>
  until(() => {
    vi.advanceTimersByTime(stepMs);
    return condition();
  });

describe('the Telegram Gateway', () => {
  test('takes the fee at the check, and none for the send of the checked request', async () => {
    const simulator = await simulate();
    await post(simulator, '/gateway/account', { balance: 1 });
    const id = await check(simulator);
    expect(await counters(simulator)).toMatchObject({ fees: 1, sent: 0, balance: 0.99 });
    expect((await status(simulator, id)).result).not.toHaveProperty('delivery_status');
    expect((await send(simulator, id, { ttl: 60, payload: '7' })).result).toMatchObject({
      request_id: id,
      delivery_status: { status: 'sent' },
      payload: '7',
    });
    expect(await counters(simulator)).toMatchObject({ fees: 1, sent: 1, balance: 0.99 });
    expect(await get(simulator, '/received?account=telegram-gateway')).toMatchObject({
      items: [{ destination: '79161230001', text: '4711', reference: 7, ttlSeconds: 60, messageId: id }],
    });
  });

  test('sends a request once, and refuses a repeated send', async () => {
    const simulator = await simulate();
    const id = await check(simulator);
    expect((await send(simulator, id)).ok).toBe(true);
    expect(await send(simulator, id)).toEqual({ ok: false, error: 'MESSAGE_ALREADY_SENT' });
    expect(await counters(simulator)).toMatchObject({ sent: 1, repeated: 1 });
  });

  test('reports delivery to the callback address, signed, with the payload', async () => {
    const simulator = await simulate();
    const calls = await givenReports(simulator);
    await send(simulator, await check(simulator), { callback_url: CALLBACK, payload: '7' });
    await advance(() => calls.length === 1);
    expect(calls).toMatchObject([
      { path: '/reports', isSigned: true, body: { payload: '7', delivery_status: { status: 'delivered' } } },
    ]);
  });

  test('repeats a report until it is answered with 200, ten times at most', async () => {
    const simulator = await simulate();
    const calls = await givenReports(
      simulator,
      Array.from({ length: 100 }, () => 503),
    );
    await send(simulator, await check(simulator), { callback_url: CALLBACK });
    await advance(async () => (await counters(simulator))['reportsGivenUp'] === 1, 5_000);
    expect(calls).toHaveLength(11);
  });

  test('expires a message that is not delivered within its lifetime, and refunds its fee', async () => {
    const simulator = await simulate();
    const calls = await givenReports(simulator);
    const id = await check(simulator, '+70001000002');
    await send(simulator, id, { phone_number: '+70001000002', ttl: 30, callback_url: CALLBACK });
    await advance(() => calls.length === 1, 1_000);
    expect(calls[0]?.body).toMatchObject({ is_refunded: true, delivery_status: { status: 'expired' } });
    expect(await counters(simulator)).toMatchObject({ fees: 1, refunds: 1 });
  });

  test.each([
    [{ request_id: 'unknown' }, 'REQUEST_ID_INVALID'],
    [{ phone_number: '+79161230002' }, 'PHONE_NUMBER_MISMATCH'],
    [{ code: '12' }, 'CODE_INVALID'],
    [{ code: undefined }, 'CODE_LENGTH_REQUIRED'],
    [{ ttl: 29 }, 'TTL_INVALID'],
    [{ payload: 'x'.repeat(129) }, 'PAYLOAD_INVALID'],
    [{ callback_url: 'http://volley.example' }, 'CALLBACK_URL_INVALID'],
    [{ sender_username: 'shop' }, 'SENDER_NOT_OWNED'],
  ])('refuses a send with %j: %s', async (change, error) => {
    const simulator = await simulate();
    const id = await check(simulator);
    expect(await send(simulator, id, change)).toEqual({ ok: false, error });
    expect((await counters(simulator))['sent']).toBe(0);
  });

  test('refuses wrong numbers, numbers without an account, wrong tokens and an empty account', async () => {
    const simulator = await simulate();
    const errorOf = async (phone: string, token?: string) =>
      (await ask(simulator, 'CHECKsendability', { phone_number: phone }, token)).error;
    expect(await errorOf('12')).toBe('PHONE_NUMBER_INVALID');
    expect(await errorOf('+70001000012')).toBe('PHONE_NUMBER_NOT_FOUND');
    expect(await errorOf(PHONE, 'wrong')).toBe('ACCESS_TOKEN_INVALID');
    await post(simulator, '/gateway/account', { balance: 0 });
    expect(await errorOf(PHONE)).toBe('BALANCE_NOT_ENOUGH');
    expect((await ask(simulator, 'nothing', {})).error).toBe('UNKNOWN_METHOD');
  });

  test('simulates faults before and after the effect of a call', async () => {
    const simulator = await simulate();
    const behave = (change: object) => post(simulator, '/gateway/scenario', change);
    await behave({ floodPercent: 100, floodSeconds: 3 });
    expect((await ask(simulator, 'checkSendAbility', { phone_number: PHONE })).error).toBe('FLOOD_WAIT_3');
    await behave({ floodPercent: 0, resetPercent: 100 });
    await expect(check(simulator)).rejects.toThrow();
    expect((await counters(simulator))['fees']).toBe(0);
    await behave({ resetPercent: 0, lostAnswerPercent: 100 });
    await expect(check(simulator)).rejects.toThrow();
    expect((await counters(simulator))['fees']).toBe(1);
    expect(await behave({ nonsense: 1 })).toBe(400);
    expect(await behave({ floodPercent: 101 })).toBe(400);
    expect(await behave({ lockedOut: 1 })).toBe(400);
  });

  test.each([
    ['+70001000014', ['FLOOD_WAIT_1', undefined]],
    ['+70001000012', ['PHONE_NUMBER_NOT_FOUND', 'PHONE_NUMBER_NOT_FOUND']],
  ])('forces the answers to checks of %s: %j', async (phone, errors) => {
    const simulator = await simulate();
    const ends = [];
    for (const _error of errors) ends.push((await ask(simulator, 'checkSendAbility', { phone_number: phone })).error);
    expect(ends).toEqual(errors);
  });
});
