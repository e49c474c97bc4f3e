// Addresses and errors of the messaging API as a whole.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { type Api, sharedApi } from '../../given/api.ts';
import { valueAt } from '../../given/json-path.ts';
import { givenSeller, type Seller, sms } from '../../given/people/seller.ts';
import { isUuid } from '../../given/value-formats.ts';

let api: Api;
let seller: Seller;
beforeAll(async () => {
  api = await sharedApi();
  seller = await givenSeller(api);
});
afterAll(() => api.close());

const raw = (path: string, init: RequestInit = {}) =>
  fetch(`${api.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${seller.keys.MESSAGES}`, ...(init.headers as Record<string, string>) }, // the calls here give records
  });

describe('the address', () => {
  covers(
    'messaging.address.prefix',
    'messaging.version.segment',
    'messaging.address.v1-alias',
    'messaging.version.v-form',
    'messaging.address.literal-alias',
    'messaging.address.trailing-slash',
  );
  test.each([
    ['/api/v1/message', '/api/v1/message'],
    ['/v1/message', '/v1/message'],
    ['/api/v1/v1/message', '/api/v1/v1/message'],
    ['/api/v1/message/ with a trailing slash', '/api/v1/message/'],
    ['/v1/message/ with a trailing slash', '/v1/message/'],
  ])('%s sends and lists', async (_statement, path) => {
    const content = `By ${path}.`;
    const body = JSON.stringify([sms({ content })]);
    const sent = await raw(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect(sent.status).toBe(200);
    const listed = await raw(`${path}?content=${encodeURIComponent(content)}`);
    expect(valueAt(await listed.json(), 'total')).toBe(1);
  });

  covers(
    'messaging.ping.no-auth',
    'messaging.ping.pong',
    'messaging.service.connectivity-check',
    'messaging.version.v10',
  );
  test.each(['/api/v1/ping', '/v1/ping', '/api/v1/v1/ping'])('%s needs no key', async (path) => {
    const reply = await fetch(`${api.url}${path}`);
    expect([reply.status, await reply.text()]).toEqual([200, 'PONG']);
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  covers('messaging.address.unknown-path', 'messaging.error.body');
  test.each(['/api/v1/nothing', '/v1/nothing', '/api/v1/message/stop/more', '/api/v1/v2/message'])(
    '%s is unknown: 404 with 4040',
    async (path) => {
      const reply = await raw(path);
      expect([reply.status, await reply.json()]).toEqual([404, { error: { code: 4040, msg: 'Not Found' } }]);
    },
  );

  covers('messaging.address.wrong-method');
  test('with a wrong method answers 405 with 4050 and Allow', async () => {
    const reply = await raw('/api/v1/message', { method: 'DELETE' });
    expect([reply.status, valueAt(await reply.json(), 'error.code')]).toEqual([405, 4050]);
    expect(reply.headers.get('allow')?.split(', ').toSorted()).toEqual(expect.arrayContaining(['GET', 'POST']));
  });

  covers('messaging.address.unknown-path', 'messaging.address.wrong-method');
  test.each<[string, string, string]>([
    ['malformed JSON', '{', 'application/json'],
    ['another media type', '<a/>', 'text/xml'],
    ['too many bytes', `"${'a'.repeat(300_000)}"`, 'application/json'],
  ])('is checked before a body of %s', async (_name, body, type) => {
    const ask = (method: string, path: string) => raw(path, { method, body, headers: { 'content-type': type } });
    const unknown = await ask('POST', '/api/v1/nothing');
    expect([unknown.status, valueAt(await unknown.json(), 'error.code')]).toEqual([404, 4040]);
    const wrong = await ask('PUT', '/api/v1/message');
    expect([wrong.status, valueAt(await wrong.json(), 'error.code')]).toEqual([405, 4050]);
    expect(wrong.headers.get('allow')).toContain('POST');
  });
});

describe('an error', () => {
  covers('messaging.error.4000', 'messaging.error.body');
  test('names the field and the reason, and lists them', async () => {
    const { body } = await seller.send(sms({ ttl: 1 }));
    expect(valueAt(body, 'error')).toMatchObject({ code: 4000, msg: expect.stringContaining('[0].ttl') });
    expect(valueAt(body, 'error.details.0')).toEqual({
      field: '[0].ttl',
      reason: expect.any(String),
      code: expect.any(String),
    });
  });

  covers('messaging.error.4000.details');
  test('lists at most 20 fields', async () => {
    const { body } = await seller.send(...Array.from({ length: 50 }, () => sms({ ttl: 1 })));
    const details = valueAt(body, 'error.details') as unknown[];
    expect(details.length).toBeLessThanOrEqual(20);
    expect(details.length).toBeGreaterThan(0);
  });

  covers('messaging.error.4000.malformed', 'messaging.general.json-bodies');
  test('of malformed JSON says so', async () => {
    const { status, body } = await seller.ask('POST', '/message', '{');
    expect([status, body]).toEqual([
      400,
      { error: expect.objectContaining({ code: 4000, msg: 'Bad Request: Malformed JSON' }) },
    ]);
  });

  covers('messaging.error.4130');
  test('of a body that is too large is 413 with 4130', async () => {
    const body = JSON.stringify([sms({ content: 'a'.repeat(41 * 1024 * 1024) })]);
    const reply = await raw('/api/v1/message', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect([reply.status, valueAt(await reply.json(), 'error.code')]).toEqual([413, 4130]);
  });

  covers('messaging.error.4150', 'messaging.auth.content-type-optional');
  test('of another media type is 415 with 4150; a missing media type means JSON', async () => {
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

  covers('messaging.error.request-id');
  test('carries the id of its request, as every answer does', async () => {
    for (const path of ['/api/v1/message', '/api/v1/nothing'])
      expect((await raw(path)).headers.get('x-request-id')).toSatisfy(isUuid);
  });
});
