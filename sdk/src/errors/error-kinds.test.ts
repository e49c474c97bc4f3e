// The kind of error for every way in which a call fails.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { openClient } from '../client.ts';
import { type Answer, useScriptedService } from '../given/scripted-answers.ts';
import { openPartnerClient } from '../partner-client.ts';
import { ApiFailure } from './api-failure.ts';
import { AnswerUnknown, ConnectionFailure } from './connection-failure.ts';
import { VolleyError } from './volley-error.ts';

const UUID = '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f';
const sms = { channelType: 'SMS', senderName: 'Shop', destination: '79161230001', content: 'Hi' } as const;
const refusal = (code: number, more: object = {}) => ({ error: { code, msg: 'No', ...more } });

const service = useScriptedService();

const errorOf = (call: Promise<unknown>): Promise<VolleyError> =>
  call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: unknown) => {
      if (error instanceof VolleyError) return error;
      throw error;
    },
  );
const send = (options: object = {}) => errorOf(service.open({ retries: 0 }).messages.send(sms, options));
const get = () => errorOf(service.open({ retries: 0 }).messages.get(UUID));

test.each<[number, number, string, string]>([
  [400, 4000, 'RequestRefused', 'bad-request'],
  [401, 4010, 'Unauthorized', 'not-authenticated'],
  [401, 4013, 'Unauthorized', 'address-not-allowed'],
  [402, 4020, 'RequestRefused', 'insufficient-funds'],
  [403, 4030, 'Forbidden', 'access-denied'],
  [403, 4031, 'Forbidden', 'dispatch-status'],
  [404, 4040, 'NotFound', 'not-found'],
  [409, 4090, 'Conflict', 'conflict'],
  [413, 4130, 'RequestRefused', 'payload-too-large'],
  [429, 4290, 'RateLimited', 'too-many-requests'],
  [500, 5000, 'ServerFailure', 'server-failed'],
  [503, 5030, 'ServerFailure', 'unavailable'],
])('%i/%i is a %s with the reason %s', async (status, code, name, reason) => {
  service.answers = [{ status, body: refusal(code), headers: { 'x-request-id': 'r-1', 'retry-after': '90' } }];
  const error = await send({ idempotencyKey: 'mine' });
  expect(error).toBeInstanceOf(ApiFailure);
  expect(error).toMatchObject({
    name,
    reason,
    status,
    code,
    field: undefined,
    requestId: 'r-1',
    retryAfterSeconds: 90,
    idempotencyKey: 'mine',
    mayBeDone: status >= 500 || status === 409,
    docs: `${service.address}/console/errors/api/${code}`,
  });
  expect(error.hint).toMatch(status >= 500 ? /idempotencyKey: 'mine'/ : /^[A-Z].*\.$/);
});

test('a refusal names the first member at fault, and has the word of its fault', async () => {
  const details = [{ field: '[0].ttl', reason: 'must be at least 60', code: 'too-small' }];
  service.answers = [{ status: 400, body: refusal(4000, { details }), headers: { 'x-warnings': 'unknown' } }];
  expect(await send()).toMatchObject({ field: '[0].ttl', reason: 'too-small', details, warnings: ['unknown'] });
});

describe('a change whose answer is lost', () => {
  test.each<[string, readonly Answer[]]>([
    ['the connection broke', [{ status: 0 }]],
    ['a proxy gave up', [{ status: 502, body: '<html>' }]],
    ['a proxy waited in vain', [{ status: 504, body: '' }]],
    ['a proxy answered 200 with a page', [{ status: 200, body: '<html>' }]],
  ])('is an AnswerUnknown with the key to repeat it: %s', async (_name, answers) => {
    service.answers = [...answers];
    const error = await send({ idempotencyKey: 'mine' });
    expect(error).toMatchObject({
      name: 'AnswerUnknown',
      reason: 'answer-unknown',
      method: 'messages.send',
      idempotencyKey: 'mine',
      mayBeDone: true,
      cause: expect.any(VolleyError),
    });
    expect(error.hint).toContain("{ idempotencyKey: 'mine' } within 24 hours");
  });

  test('has the key that the client made', async () => {
    service.answers = [{ status: 0 }];
    const { idempotencyKey } = await send();
    expect(idempotencyKey).toBe(service.seen[0]?.headers['idempotency-key']);
  });

  test('stays unknown until a repeat settles it', async () => {
    const client = service.open({ retries: 1 });
    for (const later of [
      { status: 503, body: refusal(5030) },
      { status: 429, body: refusal(4290), headers: { 'retry-after': '99' } },
      { status: 401, body: refusal(4010) },
      { status: 409, body: refusal(4090) },
    ]) {
      service.answers = [{ status: 0 }, later];
      expect([later.status, await errorOf(client.messages.send(sms))]).toMatchObject([
        later.status,
        { name: 'AnswerUnknown' },
      ]);
    }
    service.answers = [{ status: 0 }, { status: 400, body: refusal(4000) }];
    expect(await errorOf(client.messages.send(sms))).toMatchObject({ name: 'RequestRefused', mayBeDone: false });
  });

  test('may be done if the service failed, although a later attempt did not reach it or was not admitted', async () => {
    // No connection is kept, so the attempt after the end of the server makes a new one.
    const connection = 'close';
    const failed = { status: 500, body: refusal(5000), headers: { connection } };
    service.answers = [failed, { status: 429, body: refusal(4290), headers: { connection, 'retry-after': '99' } }];
    const limited = await errorOf(service.open({ retries: 1 }).messages.send(sms, { idempotencyKey: 'mine' }));
    expect(limited).toMatchObject({ name: 'AnswerUnknown', mayBeDone: true, idempotencyKey: 'mine' });
    service.answers = [failed];
    const closing = service.open({ retries: 1, pause: async () => service.close() });
    const refused = await errorOf(closing.messages.send(sms));
    expect(refused).toMatchObject({ name: 'AnswerUnknown', mayBeDone: true, cause: { reason: 'ECONNREFUSED' } });
  });

  test('is the failure of the service if every attempt had one, and a refusal if a repeat settled it', async () => {
    const client = service.open({ retries: 1 });
    const failed = { status: 500, body: refusal(5000) };
    service.answers = [failed, failed];
    expect(await errorOf(client.messages.send(sms))).toMatchObject({ name: 'ServerFailure', mayBeDone: true });
    service.answers = [failed, { status: 400, body: refusal(4000) }];
    expect(await errorOf(client.messages.send(sms))).toMatchObject({ name: 'RequestRefused', mayBeDone: false });
  });

  test('without a key asks to look up the state, also after a failure of the service', async () => {
    const { api, pause = async () => {} } = service.options;
    for (const status of [0, 500]) {
      service.answers = [
        { status: 200, body: { token: 't' } },
        { status, body: refusal(5000) },
        { status: 404, body: refusal(4040) },
      ];
      const partner = openPartnerClient({ api, pause, login: 'l', password: 'p', retries: 1 });
      const error = await errorOf(partner.dispatches.delete(7));
      expect([status, error]).toMatchObject([status, { name: 'AnswerUnknown', idempotencyKey: undefined }]);
      expect(error.hint).toMatch(/^Look up the state/);
    }
  });

  test('is a Conflict if it still runs, which is waited for also on the first attempt', async () => {
    const running = { status: 409, body: refusal(4090), headers: { 'retry-after': '1' } };
    const client = service.open({ retries: 1 });
    service.answers = [running, { status: 200, body: { errors: false, items: [] } }];
    expect(await client.messages.send(sms)).toEqual({ errors: false, items: [] });
    expect(service.pausesMs).toEqual([1_000]);
    service.answers = [running, running];
    expect(await errorOf(client.messages.send(sms))).toMatchObject({ name: 'Conflict', mayBeDone: true });
    // A key that was used with another body has no Retry-After.
    service.answers = [{ status: 409, body: refusal(4090) }];
    expect(await errorOf(client.messages.send(sms))).toMatchObject({ name: 'Conflict', mayBeDone: false });
  });
});

test('a read without an answer is the failure of the network, of time or of the server', async () => {
  service.answers = [{ status: 0 }, { status: 502, body: '<html>' }, { status: 200, body: '<html>' }];
  expect(await get()).toMatchObject({ name: 'NetworkFailure', mayBeDone: false });
  expect(await get()).toMatchObject({ name: 'ServerFailure', code: 5020, mayBeDone: false });
  expect(await get()).toMatchObject({ name: 'ServerFailure', message: '2000 the answer is not JSON' });
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo; // it listens on a port
  const waiting = openClient({ api: `http://127.0.0.1:${port}`, key: 'k', retries: 0, timeoutMs: 20 });
  expect(await errorOf(waiting.balance.get())).toMatchObject({ name: 'TimeoutFailure', reason: 'TIMEOUT' });
  expect(await errorOf(waiting.messages.send(sms))).toBeInstanceOf(AnswerUnknown);
  silent.closeAllConnections();
  silent.close();
});

test('a change that never left is the failure of the network', async () => {
  const nowhere = openClient({ api: 'http://127.0.0.1:2', key: 'k', retries: 1, pause: async () => {} });
  const error = await errorOf(nowhere.messages.send(sms));
  expect(error).toBeInstanceOf(ConnectionFailure);
  expect(error).toMatchObject({ name: 'NetworkFailure', reason: 'ECONNREFUSED', mayBeDone: false });
});
