import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, sharedApi } from '../given/api.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  api = await sharedApi();
  token = (await api.givenPartner()).token;
});
afterAll(() => api.close());

const notFound = { error: { code: 4040, msg: 'Not Found' } };
const notAllowed = { error: { code: 4050, msg: 'Method Not Allowed' } };
const malformed = { error: { code: 4000, msg: 'Bad Request: Malformed JSON', details: expect.any(Array) } };
const tooLarge = { company: { name: 'x'.repeat(300 * 1024) } };

describe('GET /ping', () => {
  test.each(['/api/v1/ping', '/api/v1/v1/ping', '/v1/ping', '/v1/ping/', '/api/v1/ping?x=1'])(
    'answers PONG without credentials at %s',
    async (path) => {
      const reply = await api.call('GET', path);
      expect(reply.status).toBe(200);
      expect(reply.text).toBe('PONG');
      expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    },
  );

  test('answers HEAD too', async () => {
    expect((await api.call('HEAD', '/api/v1/ping')).status).toBe(200);
  });

  test.each(['/ping', '/api/v1/v1/v1/ping', '/v1ping', '/api/ping'])('is not found at %s', async (path) => {
    const reply = await api.call('GET', path);
    expect([reply.status, reply.body]).toEqual([404, notFound]);
  });
});

describe('every answer', () => {
  test('carries the version and a unique request id', async () => {
    const [first, second] = [await api.call('GET', '/v1/ping'), await api.call('GET', '/nothing')];
    for (const reply of [first, second]) {
      expect(reply.headers.get('x-api-version')).toBe('1');
      expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
  });

  test('to a browser preflight is a refusal without CORS headers', async () => {
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };
    const reply = await api.call('OPTIONS', '/company', { headers });
    expect([reply.status, reply.body]).toEqual([405, notAllowed]);
    expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('the partner API', () => {
  test('names the allowed methods of a known path in its 405', async () => {
    const reply = await api.call('DELETE', '/company', { token });
    expect([reply.status, reply.body]).toEqual([405, notAllowed]);
    expect(reply.headers.get('allow')).toBe('POST, GET, HEAD');
    expect((await api.call('DELETE', '/company/7')).headers.get('allow')).toBe('PUT, GET, HEAD');
  });

  test.each(['/companies', '/company/7/nothing', '/', '/api/v1/nothing', '/v33'])('answers 404 at %s', async (path) => {
    expect((await api.call('GET', path, { token })).body).toEqual(notFound);
  });

  test.each([
    '/company/abc',
    '/company/0',
    '/company/1.5',
    '/company/2147483648',
    '/company/%20',
    `/company/${'9'.repeat(300)}`,
  ])('answers 404 for the invalid company id in %s', async (path) => {
    const reply = await api.call('GET', path, { token });
    const form = { field: 'id', reason: 'must be an integer from 1 to 2147483647', code: 'wrong-form' };
    const told = path.length < 200 ? { error: { ...notFound.error, details: [form] } } : notFound;
    expect([reply.status, reply.body]).toEqual([404, told]);
  });

  test.each(['{"company":', 'x', '[1,]', '{"company":{"name":"a\\ud800"}}'])('refuses the body %j', async (body) => {
    const reply = await api.call('POST', '/company', { token, body });
    expect(reply.status).toBe(400);
    if (body.includes('ud800')) expect(reply.body).toMatchObject({ error: { details: [{ field: 'company.name' }] } });
    else expect(reply.body).toEqual(malformed);
  });

  test('refuses a missing body', async () => {
    const reply = await api.call('POST', '/company', { token });
    expect(reply.body).toEqual({
      error: { code: 4000, msg: 'Bad Request: body is required', details: expect.any(Array) },
    });
  });

  test('refuses a body that is too large', async () => {
    const reply = await api.call('POST', '/company', { token, body: tooLarge });
    const details = [{ field: 'body', reason: 'must be at most 262144 bytes', code: 'payload-too-large' }];
    expect([reply.status, reply.body]).toMatchObject([400, { error: { code: 4000, details } }]);
  });

  test('refuses another content type, and reads a missing one as JSON', async () => {
    const company = { name: 'A', counteragentType: 'LEGAL', counteragentInn: '7700000001' };
    const body = JSON.stringify({ company });
    const form = await api.call('POST', '/company', { token, body, headers: { 'content-type': 'text/plain' } });
    expect([form.status, form.body]).toMatchObject([
      415,
      {
        error: {
          code: 4150,
          msg: 'Unsupported Media Type',
          details: [{ reason: expect.stringContaining('send Content-Type: application/json') }],
        },
      },
    ]);
    const bare = await rawRequest(
      `POST /company HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(bare).toContain('HTTP/1.1 201');
  });

  test('answers bytes that are not HTTP with the documented body', async () => {
    expect(await rawRequest('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*"error":\{"code":4000/s);
    const header = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(await rawRequest(header)).toMatch(/^HTTP\/1\.1 431 .*"error":\{"code":4310/s);
    expect(await rawRequest('GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 .*"error":\{"code":4000/s,
    );
  });
});

function rawRequest(text: string): Promise<string> {
  const { hostname, port } = new URL(api.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}
