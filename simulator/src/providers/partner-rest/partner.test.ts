// Calls as a client makes them over the wire, and the answers and reports of the simulated aggregator.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { Simulator } from '../../simulator.ts';
import { closeAll, get, post, simulate, until } from '../../testing/client.ts';
import { partnerAccount } from '../start-providers.ts';

const NUMBER = '79161230001';
const REPORTS = 'https://volley.example/reports';
const { login, password, key } = partnerAccount;
const sinks: (() => Promise<void>)[] = [];

afterEach(async () => {
  await closeAll();
  for (const close of sinks.splice(0)) await close();
});

type Reply = { status: number; body: Readonly<Record<string, unknown>> };

async function call(simulator: Simulator, path: string, body: object, authorization = `Key ${key}`): Promise<Reply> {
  const response = await fetch(`${simulator.partnerUrl}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Reply['body'] }; // every answer is an object
}

const max = (change: object = {}, data: object = {}) => ({
  login,
  password,
  id: 'our-1',
  destAddr: NUMBER,
  notifyUrl: REPORTS,
  message: { type: 'MAX', data: { text: 'Hello', serviceNumber: 'Shop', ...data } },
  ...change,
});
const viber = (instantContent: object) => ({
  ...max(),
  message: { type: 'VIBER', data: { instantContent, serviceNumber: 'Shop' } },
});
const byLogin = (simulator: Simulator, body: object) => call(simulator, '/login-form', body);
const byKey = (simulator: Simulator, change: object = {}) =>
  call(simulator, '/viber/messages', {
    messages: [
      { from: 'Shop', to: NUMBER, text: 'Hello', callbackUrl: REPORTS, options: [{ reference: '7' }], ...change },
    ],
  });

/** Receives reports; answers with `answers`, then with 200. */
async function givenReports(simulator: Simulator, answers: number[] = []): Promise<Reply['body'][]> {
  const reports: Reply['body'][] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      reports.push(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sinks.push(() => new Promise((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo; // it listens on a port
  expect(await post(simulator, '/partner/reports', { origin: `http://127.0.0.1:${port}` })).toBe(200);
  return reports;
}

describe('the form login', () => {
  test('answers with its id and ours, and reports until it gets 200', async () => {
    const simulator = await simulate();
    const reports = await givenReports(simulator, [503]);
    const { status, body } = await byLogin(simulator, max());
    expect([status, body]).toEqual([200, { mtNum: expect.stringMatching(/^\d{10}$/), id: 'our-1' }]);
    await until(() => reports.length >= 2);
    const { mtNum } = body;
    expect(reports[1]).toMatchObject({ id: 'our-1', mtNum, status: 2, errorCode: '0', type: 'MAX', destAddr: NUMBER });
    expect(reports[1]).toEqual(reports[0]);
  });

  test.each([
    [{ login: 'other' }, 401, 5],
    [{ password: 'wrong' }, 401, 6],
    [{ message: undefined }, 400, 4],
    [{ message: { type: 'SMS', data: {} } }, 406, 9],
    [{ destAddr: '12' }, 406, 8],
    [{ destAddr: '70001000016' }, 503, 1],
    [{ message: { type: 'MAX', data: { text: 'Hello' } } }, 400, 7],
    [{ message: { type: 'VK', data: { text: 'x'.repeat(2_049), serviceNumber: 'Shop' } } }, 400, 4],
    [{ message: { type: 'MAX', data: { text: 'Hello', serviceNumber: 'Shop', ttl: 29 } } }, 406, 11],
  ])('answers the change %j with %i and the error %i', async (change, status, code) => {
    const simulator = await simulate();
    const reply = await byLogin(simulator, max(change));
    expect(reply).toMatchObject({ status, body: { error: { code, description: expect.any(String) } } });
  });

  test.each([
    [{ type: 'TEXT', data: { text: 'Hello' } }, 200],
    [{ type: 'IMAGE_URL', data: { imageURL: 'https://shop.example/a.png' } }, 200],
    [{ type: 'BUTTON', data: { text: 'Hello', caption: 'Go', action: 'https://shop.example' } }, 200],
    [{ type: 'BUTTON', data: { text: 'Hello', caption: 'Go' } }, 400],
    [{ type: 'VIDEO', data: {} }, 400],
  ])('answers the Viber content %j with %i', async (content, status) => {
    expect((await byLogin(await simulate(), viber(content))).status).toBe(status);
  });

  test('refuses an id that came before only under the control of duplicates', async () => {
    const simulator = await simulate();
    const repeat = async () => (await byLogin(simulator, max())).status;
    expect([await repeat(), await repeat()]).toEqual([200, 200]);
    expect(await post(simulator, '/partner/scenario', { duplicateControl: true })).toBe(200);
    expect(await byLogin(simulator, max())).toMatchObject({ status: 409, body: { error: { code: 10 } } });
  });
});

describe('the form key', () => {
  test('answers with a result per message, and reports each device', async () => {
    const simulator = await simulate();
    const reports = await givenReports(simulator);
    const { status, body } = await byKey(simulator);
    expect([status, body]).toEqual([200, { result: [{ code: 'OK', messageId: expect.stringMatching(/^\d{10}$/) }] }]);
    await until(() => reports.length === 2);
    for (const report of reports)
      expect(report).toMatchObject({ status: 'delivered', to: NUMBER, options: [{ reference: '7' }] });
  });

  test.each([
    [{ from: '' }, 'SRVC_BAD_SERVICE_ID'],
    [{ to: '12' }, 'INVALID_PHONE'],
    [{ text: 'x'.repeat(1_001) }, 'SRVC_BAD_DATA'],
    [{ image: 'https://shop.example/a.png' }, 'SRVC_BAD_DATA'],
    [{ caption: 'x'.repeat(31), action: 'https://shop.example' }, 'SRVC_BAD_DATA'],
    [{ validity: 14 }, 'SRVC_INVALID_TTL'],
    [{ validity: 1_209_601 }, 'SRVC_INVALID_TTL'],
  ])('answers the change %j with the code %s', async (change, code) => {
    expect((await byKey(await simulate(), change)).body).toEqual({ result: [{ code }] });
  });

  test('takes a template for VK, and knows no other paths and keys', async () => {
    const simulator = await simulate();
    const vk = { phone: NUMBER, service: 'Shop', tmpl: 'plain', tmpl_data: { text: 'Hello' } };
    expect((await call(simulator, '/vk/messages', { messages: [vk] })).body).toMatchObject({
      result: [{ code: 'OK' }],
    });
    expect((await call(simulator, '/vk/messages', { messages: [] })).body).toEqual({ result: [] });
    expect((await call(simulator, '/vk/messages', { messages: [] }, 'Key other')).status).toBe(401);
    expect((await call(simulator, '/max/messages', { messages: [] })).status).toBe(404);
  });

  test.each([
    ['70001000012', { status: 'undelivered', errorCode: 9 }],
    ['70001000013', { status: 'undelivered', errorCode: 8 }],
    ['70001000010', { status: 'expired' }],
  ])('reports a message to %s with %j', async (to, state) => {
    const simulator = await simulate();
    const reports = await givenReports(simulator);
    await byKey(simulator, { to });
    await until(() => reports.length === 1);
    expect(reports[0]).toMatchObject(state);
  });
});

test('faults come before or after the effect of a call, and are counted', async () => {
  const simulator = await simulate();
  const behave = (change: object) => post(simulator, '/partner/scenario', change);
  const counted = async () => (await get(simulator, '/counters'))['partner'] as Readonly<Record<string, number>>; // the shape of GET /counters
  await behave({ resetPercent: 100 });
  await expect(byKey(simulator)).rejects.toThrow();
  expect(await counted()).toMatchObject({ resets: 1, taken: 0 });
  await behave({ resetPercent: 0, lostAnswerPercent: 100 });
  await expect(byKey(simulator)).rejects.toThrow();
  expect(await counted()).toMatchObject({ answersLost: 1, taken: 1 });
  await behave({ lostAnswerPercent: 0, throttledPercent: 100 });
  expect((await byKey(simulator)).status).toBe(429);
  await behave({ throttledPercent: 0, lockedOut: true });
  expect([(await byKey(simulator)).status, (await byLogin(simulator, max())).status]).toEqual([401, 401]);
  expect([await behave({ nonsense: 1 }), await behave({ devices: 11 }), await behave({ lockedOut: 1 })]).toEqual([
    400, 400, 400,
  ]);
  expect(await post(simulator, '/partner/reports', { origin: 'nowhere' })).toBe(400);
});
