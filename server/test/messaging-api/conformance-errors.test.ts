// Addresses and errors of the messaging API as a whole.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi } from '../given/api.ts';
import { isUuid } from '../given/forms.ts';
import { valueAt } from '../given/json-path.ts';
import { givenSeller, type Seller, sms } from '../given/sending.ts';

let api: Api;
let seller: Seller;
beforeAll(async () => {
  api = await givenApi();
  seller = await givenSeller(api);
});
afterAll(() => api.close());

const raw = (path: string, init: RequestInit = {}) =>
  fetch(`${api.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${seller.keys.MESSAGES}`, ...(init.headers as Record<string, string>) }, // given as records here
  });

describe('the address', () => {
  test.each([
    ['/api/v1/message [messaging.address.prefix messaging.version.segment]', '/api/v1/message'],
    ['/v1/message [messaging.address.v1-alias messaging.version.v-form]', '/v1/message'],
    ['/api/v1/v1/message [messaging.address.literal-alias]', '/api/v1/v1/message'],
    ['/api/v1/message/ with a slash at its end [messaging.address.trailing-slash]', '/api/v1/message/'],
    ['/v1/message/ with a slash at its end [messaging.address.trailing-slash]', '/v1/message/'],
  ])('%s sends and lists', async (_statement, path) => {
    const content = `By ${path}.`;
    const body = JSON.stringify([sms({ content })]);
    const sent = await raw(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect(sent.status).toBe(200);
    const listed = await raw(`${path}?content=${encodeURIComponent(content)}`);
    expect(valueAt(await listed.json(), 'total')).toBe(1);
  });

  test.each(['/api/v1/ping', '/v1/ping', '/api/v1/v1/ping'])(
    '%s is open to everybody [messaging.ping.no-auth messaging.ping.pong messaging.service.connectivity-check messaging.version.v10]',
    async (path) => {
      const reply = await fetch(`${api.url}${path}`);
      expect([reply.status, await reply.text()]).toEqual([200, 'PONG']);
      expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    },
  );

  test.each(['/api/v1/nothing', '/v1/nothing', '/api/v1/message/stop/more', '/api/v1/v2/message'])(
    '%s is unknown: 404 with 4040 [messaging.address.unknown-path messaging.error.body]',
    async (path) => {
      const reply = await raw(path);
      expect([reply.status, await reply.json()]).toEqual([404, { error: { code: 4040, msg: 'Not Found' } }]);
    },
  );

  test('under a wrong method is 405 with 4050 and Allow [messaging.address.wrong-method]', async () => {
    const reply = await raw('/api/v1/message', { method: 'DELETE' });
    expect([reply.status, valueAt(await reply.json(), 'error.code')]).toEqual([405, 4050]);
    expect(reply.headers.get('allow')?.split(', ').toSorted()).toEqual(expect.arrayContaining(['GET', 'POST']));
  });

  test.each<[string, string, string]>([
    ['no JSON', '{', 'application/json'],
    ['another media type', '<a/>', 'text/xml'],
    ['too many bytes', `"${'a'.repeat(300_000)}"`, 'application/json'],
  ])(
    'is judged before a body of %s [messaging.address.unknown-path messaging.address.wrong-method]',
    async (_name, body, type) => {
      const ask = (method: string, path: string) => raw(path, { method, body, headers: { 'content-type': type } });
      const unknown = await ask('POST', '/api/v1/nothing');
      expect([unknown.status, valueAt(await unknown.json(), 'error.code')]).toEqual([404, 4040]);
      const wrong = await ask('PUT', '/api/v1/message');
      expect([wrong.status, valueAt(await wrong.json(), 'error.code')]).toEqual([405, 4050]);
      expect(wrong.headers.get('allow')).toContain('POST');
    },
  );

  test('of the upload of subscribers for bots is not built [messaging.version.v33]', async () => {
    for (const path of ['/api/v1/subscribers', '/api/v1/bots/1/subscribers', '/api/v2/subscribers'])
      expect(
        (await raw(path, { method: 'POST', body: '[]', headers: { 'content-type': 'application/json' } })).status,
      ).toBe(404);
  });
});

describe('an error', () => {
  test('names the field and the reason, and lists them [messaging.error.4000 messaging.error.body]', async () => {
    const { body } = await seller.send(sms({ ttl: 1 }));
    expect(valueAt(body, 'error')).toMatchObject({ code: 4000, msg: expect.stringContaining('[0].ttl') });
    expect(valueAt(body, 'error.details.0')).toEqual({
      field: '[0].ttl',
      reason: expect.any(String),
      code: expect.any(String),
    });
  });

  test('lists at most 20 fields [messaging.error.4000.details]', async () => {
    const { body } = await seller.send(...Array.from({ length: 50 }, () => sms({ ttl: 1 })));
    const details = valueAt(body, 'error.details') as unknown[];
    expect(details.length).toBeLessThanOrEqual(20);
    expect(details.length).toBeGreaterThan(0);
  });

  test('of a body that is no JSON says so [messaging.error.4000.malformed messaging.general.json-bodies]', async () => {
    const { status, body } = await seller.ask('POST', '/message', '{');
    expect([status, body]).toEqual([
      400,
      { error: expect.objectContaining({ code: 4000, msg: 'Bad Request: Malformed JSON' }) },
    ]);
  });

  test('of a body that is too large is 413 with 4130 [messaging.error.4130]', async () => {
    const body = JSON.stringify([sms({ content: 'a'.repeat(41 * 1024 * 1024) })]);
    const reply = await raw('/api/v1/message', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect([reply.status, valueAt(await reply.json(), 'error.code')]).toEqual([413, 4130]);
  });

  test('of another media type is 415 with 4150, and none at all is JSON [messaging.error.4150 messaging.auth.content-type-optional]', async () => {
    const send = (type: string) =>
      raw('/api/v1/message', {
        method: 'POST',
        body: new TextEncoder().encode(JSON.stringify([sms()])),
        ...(type !== '' && { headers: { 'content-type': type } }),
      });
    const reply = await send('text/xml');
    expect([reply.status, valueAt(await reply.json(), 'error.code')]).toEqual([415, 4150]);
    expect((await send('')).status).toBe(200);
  });

  test('carries the id of its request, as every answer does [messaging.error.request-id]', async () => {
    for (const path of ['/api/v1/message', '/api/v1/nothing'])
      expect((await raw(path)).headers.get('x-request-id')).toSatisfy(isUuid);
  });
});
