// Attacks below and around HTTP: the server always answers with the documented body and in time, and limits the
// connections per address.
import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpServer } from '../../src/surfaces/http/http-server.ts';
import { CONNECTION_LIMITS } from '../../src/surfaces/http/limits/connection-cap.ts';
import { mountPartnerApi } from '../../src/surfaces/partner-api/partner-api.ts';
import { type Api, givenApi, givenCompany } from '../given/api.ts';
import { whileTimeStands } from '../given/frozen-time.ts';
import { numberAt } from '../given/http-client.ts';

let api: Api;
let hasty: { url: string; close(): Promise<void> };
beforeAll(async () => {
  api = await givenApi({ rateLimits: true });
  const app = createHttpServer(api.platform, { headersMs: 400, requestMs: 800, checkMs: 100 });
  mountPartnerApi(app, api.platform);
  hasty = { url: await app.http.listen({ host: '127.0.0.1', port: 0 }), close: () => app.http.close() };
});
afterAll(async () => {
  await hasty.close();
  await api.close();
});

type Talk = { readonly answer: string; readonly ms: number };

/** Sends the given bytes one after the other, and waits until the server closes the connection. */
function talk(url: string, words: readonly string[], everyMs = 0): Promise<Talk> {
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname);
    const say = async () => {
      for (const word of words) {
        if (socket.destroyed) return;
        socket.write(word);
        if (everyMs > 0) await pause(everyMs);
      }
    };
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('connect', () => void say()).on('error', () => undefined);
    socket.on('close', () => resolve({ answer, ms: performance.now() - startedAt }));
  });
}

const drops = (text: string, count: number) => [text, ...Array.from({ length: count }, () => 'x')];
const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
const errorOf = (code: number) => ({
  error: { code, msg: expect.any(String), ...(code === 4000 && { details: [expect.any(Object)] }) },
});

describe('a slow client', () => {
  test('that sends its headers slowly is answered 408 and closed in time', async () => {
    const { answer, ms } = await talk(hasty.url, drops('GET /company HTTP/1.1\r\nHost: x\r\nX-Slow: ', 40), 100);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(bodyOf(answer)).toEqual(errorOf(4080));
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}/i);
    expect(ms).toBeLessThan(1_500);
  });

  test('that sends its body slowly is closed in time', async () => {
    const { token } = await api.givenPartner();
    const head = `POST /company HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 5000\r\n\r\n`;
    const { answer, ms } = await talk(hasty.url, drops(head, 40), 100);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(bodyOf(answer)).toEqual(errorOf(4080));
    expect(ms).toBeLessThan(2_500);
  });
});

describe('the HTTP parser answers with the documented body to', () => {
  test.each([
    [
      'both lengths',
      'POST /company HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['no Host', 'GET /company HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['an expectation', 'POST /company HTTP/1.1\r\nHost: x\r\nExpect: coffee\r\nContent-Length: 0\r\n\r\n', 417],
    ['NUL in a header', 'GET /company HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n', 400],
    ['a bad chunk', 'POST /auth/token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['bytes that are not HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['two lengths', 'POST /company HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd', 400],
  ])('%s', async (_name, words, status) => {
    const { answer } = await talk(api.url, [words]);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(bodyOf(answer)).toEqual(errorOf(status * 10));
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}/i);
  });
});

describe('connections of one address', () => {
  test('are at most fifty: one more closes the longest idle one, and is served', async () => {
    const { hostname, port } = new URL(api.url);
    const open = (at: number): Promise<Socket> =>
      new Promise((resolve, reject) => {
        const socket: Socket = connect({ port: Number(port), host: hostname, localAddress: '127.0.0.7' });
        socket.on('error', () => undefined).once('connect', () => resolve(socket));
        socket.once('timeout', () => reject(new Error(`connection ${at} hangs`)));
      });
    const held = await Promise.all(Array.from({ length: 50 }, (_, at) => open(at)));
    const closed = once(held[0] ?? new Socket(), 'close');
    // A request may still be in flight before this point.
    await pause(CONNECTION_LIMITS.restMs + 100);
    const next = await open(51);
    await closed;
    next.write('GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(await new Promise<string>((resolve) => next.setEncoding('utf8').once('data', resolve))).toMatch(/ 404 /);
    expect(held.slice(1).some((socket) => socket.destroyed)).toBe(false);
    expect((await api.call('GET', '/v1/ping')).status).toBe(200);
    for (const socket of [...held, next]) socket.destroy();
  });
});

describe('the address of a caller', () => {
  const tokens = (url: string, forwarded: string) =>
    fetch(`${url}/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
      body: JSON.stringify({ login: 'nobody', password: 'wrong' }),
    });

  test('is the rightmost one that is not a trusted proxy, and limits count by it', async () => {
    const behind = await givenApi({ rateLimits: true, trustedProxies: ['127.0.0.0/8', '10.0.0.0/8'] });
    try {
      await whileTimeStands(async () => {
        for (let at = 0; at < 10; at += 1) {
          expect((await tokens(behind.url, `198.51.100.${at}, 203.0.113.9, 10.0.0.1`)).status).toBe(401);
        }
        expect((await tokens(behind.url, '198.51.100.99, 203.0.113.9, 10.0.0.1')).status).toBe(429);
        expect((await tokens(behind.url, '203.0.113.9, 203.0.113.10')).status).toBe(401);
      });
    } finally {
      await behind.close();
    }
  });

  test('is never taken from X-Forwarded-For without a trusted proxy', async () => {
    const statuses: number[] = [];
    await whileTimeStands(async () => {
      for (let at = 0; at < 12; at += 1) statuses.push((await tokens(api.url, `198.51.100.${at}`)).status);
    });
    expect(statuses).toContain(429);
  });
});

test.each([
  ['a file', 'Content-Disposition: form-data; name="file"; filename="a.pdf"'],
  ['a part without a name', 'Content-Disposition: form-data'],
  ['a part of another kind', 'Content-Disposition: attachment; filename="a.pdf"'],
  ['a header', 'Content-Dispo'],
])('a form that is cut off in %s is refused, and the server keeps serving', async (_where, header) => {
  const { token } = await api.givenPartner();
  const companyId = await givenCompany(api, token);
  const headers = { 'content-type': 'multipart/form-data; boundary=cut' };
  const body = `--cut\r\n${header}${header.endsWith('Dispo') ? '' : '\r\n\r\n%PDF-1.7'}`;
  const reply = await api.call('POST', `/company/${companyId}/documents`, { token, headers, body });
  expect([reply.status, reply.body]).toMatchObject([400, { error: { code: 4000 } }]);
  expect((await api.call('GET', '/v1/ping')).status).toBe(200);
});

test('the last possible page is empty', async () => {
  const { token } = await api.givenPartner();
  const companyId = await givenCompany(api, token);
  const sender = { companyId, senderName: 'Page', brand: 'MTS', channelType: 'SMS', commonType: 'COMMON' };
  const named = await api.call('POST', '/senders', { token, body: { ...sender, dateFrom: '2024-07-01T00:00:00Z' } });
  const draft = { companyId, name: 'Page', senderIds: [numberAt(named.body, 'id')], channelType: 'SMS', text: 'Hi' };
  const messages = [{ destination: '79161230000' }];
  const { body } = await api.call('POST', '/dispatches', { token, body: { ...draft, messages } });
  const last = 'page=2147483647&perPage=1000';
  for (const list of [
    '/company?x=1',
    `/dispatches?companyId=${companyId}`,
    `/messages?dispatchId=${numberAt(body, 'id')}`,
  ]) {
    for (const filter of ['', '&status=CREATED']) {
      const reply = await api.call('GET', `${list}&${last}${list.startsWith('/company') ? '' : filter}`, { token });
      expect([reply.status, reply.body]).toMatchObject([200, { total: 1, items: [] }]);
    }
  }
});

test('a body of several megabytes is read like a small one', async () => {
  const { token } = await api.givenPartner();
  const companyId = await givenCompany(api, token);
  const messages = Array.from({ length: 10_000 }, (_, at) => ({
    destination: String(79_161_230_000 + at),
    substitutions: { name: 'x'.repeat(300) },
  }));
  const draft = { companyId, name: 'Large', senderIds: [999_999], channelType: 'SMS', text: 'Hi', messages };
  const unknown = await api.call('POST', '/dispatches', { token, body: draft });
  expect(unknown.body).toMatchObject({ error: { msg: 'Sender 999999 is unknown: senderIds[0]' } });
  const spoiled = { ...draft, messages: [...messages.slice(0, 9_999), { destination: 7 }] };
  const refused = await api.call('POST', '/dispatches', { token, body: spoiled });
  expect(refused.body).toMatchObject({ error: { msg: 'Bad Request: messages[9999].destination must be a string' } });
  const broken = await api.call('POST', '/dispatches', { token, body: JSON.stringify(draft).slice(0, -1) });
  expect(broken.body).toEqual({
    error: { code: 4000, msg: 'Bad Request: Malformed JSON', details: expect.any(Array) },
  });
});
