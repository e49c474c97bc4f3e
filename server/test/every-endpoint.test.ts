import { SURFACE_PREFIX } from '@volley/contract/endpoint.ts';
import { KEY_TYPES } from '@volley/domain/people/key-type.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi } from './given/api.ts';
import { ENDPOINTS, fullPath } from './given/contract-check.ts';
import { type Account, givenAccount } from './given/people/account.ts';

let api: Api;
let account: Account;
beforeAll(async () => {
  api = await givenApi();
  account = await givenAccount(api);
});
afterAll(() => api.close());

describe.each(ENDPOINTS.map((shape) => [`${shape.method} ${fullPath(shape)}`, shape] as const))(
  '%s',
  (_name, shape) => {
    const path = fullPath(shape)
      .replace('{key}', 'A'.repeat(43))
      .replace(/\{\w+\}/g, '1');

    test('is mounted and answers 401 without credentials', async () => {
      const reply = await api.call(shape.method, path);
      // A widget endpoint answers 404 too, for an unknown widget; only a path that is not mounted answers "Not Found".
      if (shape.surface === 'widget') expect(reply.text).not.toContain('"Not Found"');
      else expect([404, 405]).not.toContain(reply.status);
      if (shape.auth !== 'none') expect([reply.status, reply.body]).toMatchObject([401, { error: { code: 4010 } }]);
    });

    if (shape.auth === 'key')
      test('accepts exactly the key types that its contract names', async () => {
        for (const type of KEY_TYPES) {
          const reply = await account.ask(shape.method, path.slice(SURFACE_PREFIX.messaging.length), undefined, type);
          const isFor = shape.keyTypes?.includes(type) ?? true;
          if (isFor) expect([401, 403]).not.toContain(reply.status);
          else expect([reply.status, reply.body]).toMatchObject([403, { error: { code: 4030 } }]);
        }
      });

    if (shape.surface === 'messaging')
      test('answers under the alias addresses of the messaging API', async () => {
        for (const prefix of ['/v1', '/api/v1/v1']) {
          const alias = path.replace(SURFACE_PREFIX.messaging, prefix);
          for (const address of [alias, `${alias}/`]) expect((await api.call('PATCH', address)).status).toBe(405);
        }
      });

    test('answers 405 with the Allow header to PATCH', async () => {
      const reply = await api.call('PATCH', path);
      expect(reply.status).toBe(405);
      expect(reply.headers.get('allow')).toContain(shape.method);
    });
  },
);

test('every endpoint has a unique id', () => {
  expect(new Set(ENDPOINTS.map(({ id }) => id)).size).toBe(ENDPOINTS.length);
});
