// Guarantees of every endpoint behind a key, shown with an endpoint that is mounted here only: the order of refusals,
// key types, limits and repeated changes.
import { endpoint } from '@volley/contract/endpoint.ts';
import { Id } from '@volley/contract/fields.ts';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { covers } from '../../../../tools/proofs/covers.ts';
import { inTransaction, isGuarded, openDatabase } from '../../../src/platform/database/database.ts';
import { createHttpServer } from '../../../src/surfaces/http/http-server.ts';
import { mount, mountChange } from '../../../src/surfaces/http/mount-endpoint.ts';
import { type Api, givenCompany, sharedApi } from '../../given/api.ts';
import { whileTimeStands } from '../../given/frozen-time.ts';
import { type Account, givenAccount } from '../../given/people/account.ts';

const shape = {
  surface: 'messaging',
  summary: 'Of this test',
  auth: 'key',
  keyTypes: ['SYSTEM', 'VERIFIER'],
  params: Type.Object({ id: Id }),
  body: Type.Object({ name: Type.String() }),
} as const;
const Made = Type.Object({ serial: Type.Integer(), companyId: Type.Integer(), guarded: Type.Boolean() });
const change = endpoint({ ...shape, id: 'change', method: 'POST', path: '/things/{id}', responses: { 201: Made } });
const replace = endpoint({ ...shape, id: 'replace', method: 'PUT', path: '/things/{id}', responses: { 200: Made } });

let api: Api;
let url: string;
let close: () => Promise<void>;
let account: Account;
let sibling: Account;
let serial = 0;
beforeAll(async () => {
  api = await sharedApi();
  account = await givenAccount(api);
  const { token, partnerId } = account;
  sibling = await givenAccount(api, { company: { token, partnerId, companyId: await givenCompany(api, token) } });
  const { platform } = api;
  const app = createHttpServer({ ...platform, config: { ...platform.config, rateLimits: true } });
  const act = async (companyId: number) => {
    const guarded = isGuarded();
    return inTransaction(platform.db, async (tx) => {
      const rows = await tx.query<{ tenant: string }>(`select current_setting('app.tenant') as tenant`);
      expect(rows).toEqual([{ tenant: String(account.partnerId) }]);
      serial += 1;
      return { serial, companyId, guarded };
    });
  };
  mountChange(app, change, platform, { act: ({ actor }) => act(actor.companyId), show: (made) => made });
  mount(app, replace, platform, ({ actor }) => act(actor.companyId));
  url = await app.http.listen({ host: '127.0.0.1', port: 0 });
  close = () => app.http.close();
});
afterAll(async () => {
  await close();
  await api.close();
});

type Sent = { readonly key?: string; readonly again?: string; readonly body?: string; readonly method?: string };

async function send(
  path: string,
  { key = account.keys.SYSTEM, again, body = '{"name":"x"}', method = 'POST' }: Sent = {},
) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(again !== undefined && { 'idempotency-key': again }),
    },
    ...(method !== 'GET' && { body }),
  });
  const answer = (await response.json()) as { error?: { code: number }; serial?: number; companyId?: number };
  return { status: response.status, headers: response.headers, answer, code: answer.error?.code };
}

describe('refusals come in this order:', () => {
  covers('messaging.auth.order', 'messaging.auth.wrong-type', 'messaging.error.4030');
  test.each([
    ['a wrong key', 'nobody', 'x', '{', 4010],
    ['a key of the wrong type', 'MESSAGES', 'x', '{', 4030],
    ['a key of another wrong type', 'VERIFIER_BUILDER', 'x', '{', 4030],
    ['a path without a thing', 'SYSTEM', 'x', '{', 4040],
    ['a body that is no JSON', 'SYSTEM', '1', '{', 4000],
    ['a body that is not right', 'SYSTEM', '1', '{"name":1}', 4000],
    ['nothing', 'VERIFIER', '1', '{"name":"x"}', undefined],
  ] as const)('%s', async (_name, who, id, body, code) => {
    const key = who === 'nobody' ? 'nobody' : account.keys[who];
    for (const method of ['POST', 'PUT']) {
      expect((await send(`/things/${id}`, { key, body, method })).code).toBe(code);
    }
  });

  covers('messaging.address.unknown-path');
  test('an unknown path answers 404 without a key', async () => {
    expect((await send('/nothing', { key: 'nobody' })).code).toBe(4040);
  });

  covers('messaging.address.wrong-method');
  test('an unknown method answers 405 without a key', async () => {
    const { code, headers } = await send('/things/1', { key: 'nobody', method: 'DELETE' });
    expect([code, headers.get('allow')]).toEqual([4050, 'POST, PUT']);
  });
});

describe('a change under an Idempotency-Key', () => {
  test('happens once, and the repetition gets the same answer', async () => {
    const first = await send('/things/1', { again: 'once' });
    const second = await send('/things/1', { again: 'once' });
    expect(first).toMatchObject({ status: 201, answer: { guarded: true } });
    expect(second.answer).toEqual(first.answer);
    expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    expect((await send('/v1/things/1/', { again: 'once' })).answer).toEqual(first.answer);
    expect((await send('/things/1', { again: 'once', body: '{"name":"y"}' })).code).toBe(4090);
  });

  test('belongs to its API key alone, beside other keys of the company and of the partner', async () => {
    const keys = [account.keys.SYSTEM, account.keys.VERIFIER, sibling.keys.SYSTEM];
    const made = await Promise.all(keys.map((key) => send('/things/2', { key, again: 'shared' })));
    expect(new Set(made.map(({ answer }) => answer.serial)).size).toBe(3);
    expect(made.map(({ answer }) => answer.companyId)).toEqual([
      account.companyId,
      account.companyId,
      sibling.companyId,
    ]);
    for (const [at, key] of keys.entries())
      expect((await send('/things/2', { key, again: 'shared' })).answer).toEqual(made[at]?.answer);
  });

  test('happens each time without the header, and may share its transaction', async () => {
    const [first, second] = [await send('/things/3'), await send('/things/3')];
    expect(first.answer).toMatchObject({ guarded: false });
    expect(second.answer.serial).not.toBe(first.answer.serial);
  });

  test('an endpoint that changes something must be mounted as a change', () => {
    const app = createHttpServer(api.platform);
    const handler = () => ({ serial: 1, companyId: 1, guarded: false });
    expect(() => mount(app, change, api.platform, handler)).toThrow('must be mounted with mountChange');
  });
});

describe('limits', () => {
  covers('messaging.limits.requests', 'messaging.limits.headers', 'messaging.error.4290');
  test('a key has 50 calls per second and 100 at once, and every answer names them', async () => {
    const key = sibling.keys.VERIFIER;
    const wave = () => Promise.all(Array.from({ length: 30 }, () => send('/things/1', { key, body: '{}' })));
    const replies = await whileTimeStands(async () => {
      const waves = [];
      for (let at = 0; at < 10; at += 1) waves.push(await wave());
      return waves.flat();
    });
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(200);
    for (const { headers, code } of refused) {
      expect(code).toBe(4290);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    for (const { headers } of replies) {
      expect(headers.get('x-ratelimit-limit')).toBe('50');
      expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
      expect(headers.get('x-ratelimit-reset')).toMatch(/^\d+$/);
    }
    // Another key of the same account has its own bucket.
    expect((await send('/things/1', { key: sibling.keys.SYSTEM })).status).toBe(201);
  });

  test('a call with a key of the wrong type counts too', async () => {
    const { headers, code } = await send('/things/1', { key: account.keys.MESSAGES });
    expect([code, headers.has('x-ratelimit-remaining')]).toEqual([4030, true]);
  });
});

covers('messaging.error.5030');
test('an unavailable database answers 503 with Retry-After', async () => {
  const db = openDatabase('postgres://root@127.0.0.1:1/nothing', { poolMax: 1, onIdleError: () => undefined });
  const app = createHttpServer(api.platform);
  mount(app, replace, { db }, () => ({ serial: 1, companyId: 1, guarded: false }));
  const headers = { authorization: `Bearer ${account.keys.SYSTEM}` };
  const reply = await app.http.inject({ method: 'PUT', url: '/api/v1/things/1', headers, payload: { name: 'x' } });
  expect([reply.statusCode, reply.json()]).toEqual([503, { error: { code: 5030, msg: 'Service unavailable' } }]);
  expect(reply.headers['retry-after']).toBe('5');
  await db.close();
});

describe('browsers', () => {
  covers('messaging.auth.cors.preflight', 'messaging.auth.cors.no-headers');
  test('get no preflight and no cross-origin header', async () => {
    const origin = { origin: 'https://shop.example' };
    const preflight = {
      ...origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const replies = [
      await api.call('OPTIONS', '/api/v1/balance', { headers: preflight }),
      await api.call('OPTIONS', '/v1/balance', { headers: preflight }),
      await api.call('GET', '/api/v1/balance', { token: account.keys.SYSTEM, headers: origin }),
      await api.call('GET', '/api/v1/balance', { headers: origin }),
      await api.call('GET', '/api/v1/ping', { headers: origin }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([405, 405, 200, 401, 200]);
    for (const { headers } of replies)
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
