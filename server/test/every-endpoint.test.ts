import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, givenApi } from './given/api.ts';
import { ENDPOINTS, fullPath } from './given/contract-check.ts';

let api: Api;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.close());

describe.each(ENDPOINTS.map((shape) => [`${shape.method} ${fullPath(shape)}`, shape] as const))(
  '%s',
  (_name, shape) => {
    const path = fullPath(shape).replace(/\{\w+\}/g, '1');

    test('is mounted and knows who may call it', async () => {
      const reply = await api.call(shape.method, path);
      expect([404, 405]).not.toContain(reply.status);
      if (shape.auth !== 'none') expect([reply.status, reply.body]).toMatchObject([401, { error: { code: 4010 } }]);
    });

    test('has no other method', async () => {
      const reply = await api.call('PATCH', path);
      expect(reply.status).toBe(405);
      expect(reply.headers.get('allow')).toContain(shape.method);
    });
  },
);

test('every endpoint has a name of its own', () => {
  expect(new Set(ENDPOINTS.map(({ id }) => id)).size).toBe(ENDPOINTS.length);
});
