import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Simulator } from '../../simulator.ts';
import { closeAll, get, post, simulate, until } from '../../testing/client.ts';
import { whatsappAppSecret } from '../start-providers.ts';

type Status = { id: string; status: string; recipient_id?: string; errors?: { code: number }[]; pricing?: object };
type Call = { isSigned: boolean; statuses: Status[] };
type Reply = { error?: { code: number }; messages?: { id: string; message_status: string }[] };

const TOKEN = 'EAAGm0PX4ZCpsBAKZCZCq1V8nXo5ZcQkZD';
const NUMBER = '106540352242922';
const TO = '79161230001';
const OTP = { name: 'otp_ru', language: 'ru', category: 'AUTHENTICATION', variables: 1 };
const sinks: (() => Promise<void>)[] = [];

afterEach(async () => {
  await closeAll();
  for (const close of sinks.splice(0)) await close();
});

async function call(simulator: Simulator, path: string, body: object, token = TOKEN): Promise<[number, Reply]> {
  const response = await fetch(`${simulator.whatsappUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return [response.status, (await response.json()) as Reply]; // the form of every answer
}

const send = (simulator: Simulator, change: object = {}, token = TOKEN) =>
  call(simulator, `/v24.0/${NUMBER}/messages`, { messaging_product: 'whatsapp', to: TO, ...change }, token);
const text = (body = 'Hi') => ({ type: 'text', text: { body } });
const template = (name: string, language: string, ...components: object[]) => ({
  type: 'template',
  template: { name, language: { code: language }, components },
});
const values = (...texts: string[]) => texts.map((one) => ({ type: 'text', text: one }));
const hello = template('hello_world', 'en_US');
const codeOf = async (reply: Promise<[number, Reply]>) => (await reply)[1].error?.code;

test('templates are listed page by page, with their states, and paused ones are refused', async () => {
  const simulator = await simulate();
  await post(simulator, '/whatsapp/templates', OTP);
  await post(simulator, '/whatsapp/templates', {
    ...OTP,
    language: 'en_US',
    status: 'REJECTED',
    reason: 'INVALID_FORMAT',
  });
  await post(simulator, '/whatsapp/templates', { ...OTP, name: 'promo', category: 'MARKETING', status: 'PAUSED' });
  const page = async (query: string) => {
    const path = `/v24.0/102290129340398/message_templates?fields=name&limit=3${query}`;
    const response = await fetch(`${simulator.whatsappUrl}${path}`, { headers: { authorization: `Bearer ${TOKEN}` } });
    return (await response.json()) as { data: object[]; paging: { cursors: { after: string }; next?: string } }; // of ours
  };
  const first = await page('');
  expect(first.data).toMatchObject([
    { name: 'hello_world', status: 'APPROVED' },
    { name: 'otp_ru', language: 'ru', components: [{ type: 'BODY', text: 'Simulated {{1}}' }, { type: 'BUTTONS' }] },
    { name: 'otp_ru', language: 'en_US', status: 'REJECTED', rejected_reason: 'INVALID_FORMAT' },
  ]);
  const last = await page(`&after=${first.paging.cursors.after}`);
  expect([first.paging.next !== undefined, last.data.length, last.paging.next]).toEqual([true, 1, undefined]);
  const promo = template('promo', 'ru', { type: 'body', parameters: values('10') });
  expect(await codeOf(send(simulator, promo))).toBe(132_015);
});

/** Receives webhooks; answers with `answers`, then with 200. */
async function givenHooks(simulator: Simulator, answers: number[] = []): Promise<Call[]> {
  const calls: Call[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
    const raw = Buffer.concat(chunks);
    const signature = `sha256=${createHmac('sha256', whatsappAppSecret).update(raw).digest('hex')}`;
    const body = JSON.parse(raw.toString()) as { entry: { changes: { value: { statuses?: Status[] } }[] }[] };
    const statuses = body.entry.flatMap(({ changes }) => changes.flatMap(({ value }) => value.statuses ?? []));
    calls.push({ isSigned: request.headers['x-hub-signature-256'] === signature, statuses });
    response.writeHead(answers.shift() ?? 200).end();
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sinks.push(() => new Promise((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo; // it listens on a port
  expect(await post(simulator, '/whatsapp/hooks', { url: `http://127.0.0.1:${port}/hooks` })).toBe(200);
  return calls;
}

const namesOf = (calls: readonly Call[]) => calls.flatMap(({ statuses }) => statuses.map(({ status }) => status));

test('accepts a template, and reports it with signed calls, prices and our data', async () => {
  const simulator = await simulate();
  const calls = await givenHooks(simulator);
  const [status, { messages }] = await send(simulator, { ...hello, biz_opaque_callback_data: '7-79161230001' });
  expect([status, messages]).toEqual([200, [{ id: expect.stringMatching(/^wamid\./), message_status: 'accepted' }]]);
  await until(() => namesOf(calls).length === 2);
  expect(namesOf(calls).toSorted()).toEqual(['delivered', 'sent']);
  expect(calls.every(({ isSigned }) => isSigned)).toBe(true);
  expect(calls[0]?.statuses[0]).toMatchObject({
    id: messages?.[0]?.id,
    recipient_id: TO,
    biz_opaque_callback_data: '7-79161230001',
    pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' },
  });
});

test('repeats a call until it is answered with 200', async () => {
  const simulator = await simulate();
  const calls = await givenHooks(simulator, [500, 500, 503]);
  await send(simulator, hello);
  await until(() => calls.length === 5);
});

test('fails a text outside the session, and delivers it after the person has written', async () => {
  const simulator = await simulate();
  const calls = await givenHooks(simulator);
  expect((await send(simulator, text()))[0]).toBe(200);
  await until(() => namesOf(calls).length === 1);
  expect(calls[0]?.statuses).toMatchObject([{ status: 'failed', errors: [{ code: 131_047 }] }]);
  await post(simulator, '/whatsapp/write', { from: TO, phoneNumberId: NUMBER, text: 'Hello' });
  await send(simulator, text());
  await until(() => namesOf(calls).includes('delivered'));
  expect(calls.flatMap(({ statuses }) => statuses).at(-1)?.pricing).toMatchObject({
    billable: false,
    type: 'free_customer_service',
  });
});

test('reports several statuses in a call, twice, in the opposite order, without numbers, and read alone', async () => {
  const simulator = await simulate();
  const calls = await givenHooks(simulator);
  const change = { statusesPerCall: 10, duplicatePercent: 100, noRecipientPercent: 100, outOfOrderPercent: 100 };
  await post(simulator, '/whatsapp/scenario', change);
  await send(simulator, hello);
  await until(() => calls.length === 2);
  expect(calls.map((one) => namesOf([one]))).toEqual(Array(2).fill(['delivered', 'sent']));
  expect(calls[0]?.statuses[0]).not.toHaveProperty('recipient_id');
  await post(simulator, '/whatsapp/scenario', { readPercent: 100, readOnlyPercent: 100, duplicatePercent: 0 });
  await send(simulator, hello);
  await until(() => namesOf(calls).includes('read'));
  expect(namesOf(calls).slice(4)).toEqual(['sent', 'read']);
});

test.each([
  ['70001000012', ['failed'], 131_026],
  ['70001000010', ['sent', 'failed'], 131_049],
])('reports %s as %j', async (to, names, code) => {
  const simulator = await simulate();
  const calls = await givenHooks(simulator);
  await send(simulator, { ...hello, to });
  await until(() => namesOf(calls).length === names.length);
  expect(namesOf(calls)).toEqual(names);
  expect(calls.at(-1)?.statuses[0]?.errors).toMatchObject([{ code }]);
});

test.each([
  [{ ...hello, to: 'anna' }, 131_009],
  [{ ...hello, messaging_product: 'sms' }, 100],
  [text(''), 131_008],
  [text('x'.repeat(4_097)), 100],
  [{ type: 'sticker', sticker: {} }, 131_051],
  [{ type: 'image', image: { link: 'a.png' } }, 100],
  [{ type: 'audio', audio: { link: 'https://a.example', caption: 'Hi' } }, 100],
  [{ type: 'interactive', interactive: { type: 'button', body: { text: 'Hi' }, action: { buttons: [] } } }, 131_009],
  [template('unknown', 'ru'), 132_001],
  [template('hello_world', 'ru'), 132_001],
  [template('hello_world', 'en_US', { type: 'body', parameters: values('1') }), 132_000],
  [template('otp_ru', 'ru', { type: 'body', parameters: values('4711') }), 131_008],
])('refuses %j with %i', async (change, code) => {
  const simulator = await simulate();
  await post(simulator, '/whatsapp/templates', OTP);
  expect(await codeOf(send(simulator, change))).toBe(code);
});

test('wants the code in the body and in the button', async () => {
  const simulator = await simulate();
  await post(simulator, '/whatsapp/templates', OTP);
  const body = { type: 'body', parameters: values('4711') };
  const button = (code: string) => ({ type: 'button', sub_type: 'url', index: '0', parameters: values(code) });
  expect((await send(simulator, template('otp_ru', 'ru', body, button('4711'))))[0]).toBe(200);
  expect(await codeOf(send(simulator, template('otp_ru', 'ru', body, button('4712'))))).toBe(132_018);
});

test('checks version, path, token and number', async () => {
  const simulator = await simulate();
  const path = `/v24.0/${NUMBER}/messages`;
  expect(await codeOf(call(simulator, '/v24.0/messages', hello))).toBe(2500);
  expect(await codeOf(call(simulator, `/v12.0/${NUMBER}/messages`, hello))).toBe(2635);
  expect(await codeOf(call(simulator, path, hello, ''))).toBe(104);
  expect((await call(simulator, path, hello, 'short'))[0]).toBe(401);
  await post(simulator, '/whatsapp/accounts', { token: TOKEN, revoked: true });
  expect(await codeOf(send(simulator, hello))).toBe(190);
  await post(simulator, '/whatsapp/accounts', { token: TOKEN, revoked: false });
  await post(simulator, '/whatsapp/accounts', { phoneNumberId: NUMBER, closedBy: 131_031 });
  expect(await codeOf(send(simulator, hello))).toBe(131_031);
});

test('limits messages per second, and messages to one person', async () => {
  const simulator = await simulate();
  await post(simulator, '/whatsapp/scenario', { pairBurst: 2, messagesPerSecond: 0 });
  const codes = [];
  for (let at = 0; at < 3; at += 1) codes.push(await codeOf(send(simulator, hello)));
  expect(codes).toEqual([undefined, undefined, 131_056]);
  await post(simulator, '/whatsapp/scenario', { pairBurst: 0, messagesPerSecond: 1 });
  const many = await Promise.all(Array.from({ length: 5 }, () => codeOf(send(simulator, hello))));
  expect(many).toContain(130_429);
});

test('simulates faults before and after the effect of a call', async () => {
  const simulator = await simulate();
  const sent = async () => ((await get(simulator, '/counters'))['whatsapp'] as { sent: number }).sent; // its shape
  await post(simulator, '/whatsapp/scenario', { failedPercent: 100 });
  expect((await send(simulator, hello))[0]).toBe(503);
  await post(simulator, '/whatsapp/scenario', { failedPercent: 0, resetPercent: 100 });
  await expect(send(simulator, hello)).rejects.toThrow();
  expect(await sent()).toBe(0);
  await post(simulator, '/whatsapp/scenario', { resetPercent: 0, lostAnswerPercent: 100 });
  await expect(send(simulator, hello)).rejects.toThrow();
  expect(await sent()).toBe(1);
  expect(await post(simulator, '/whatsapp/scenario', { nonsense: 1 })).toBe(400);
  expect(await post(simulator, '/whatsapp/scenario', { failedPercent: 101 })).toBe(400);
  expect(await post(simulator, '/whatsapp/nothing')).toBe(400);
});
