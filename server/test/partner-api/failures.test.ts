import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { createHttpServer } from '../../src/surfaces/http/http-server.ts';
import { mountPartnerApi } from '../../src/surfaces/partner-api/partner-api.ts';
import { type Api, givenApi } from '../given/api.ts';
import { whileTableIsGone } from '../given/rows/faults.ts';

let api: Api;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.close());

/** The same API over other parts; collects its log lines. */
function givenServer(parts: Partial<Platform>) {
  const lines: string[] = [];
  const keep = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const platform = { ...api.platform, log: pino(keep), ...parts };
  const app = createHttpServer(platform);
  mountPartnerApi(app, platform);
  return { http: app.http, lines };
}

test('an unavailable database answers 503 with Retry-After', async () => {
  const { token } = await api.givenPartner();
  const nowhere = openDatabase('postgres://root@127.0.0.1:1/nothing', { poolMax: 1, onIdleError: () => undefined });
  const { http, lines } = givenServer({ db: nowhere });
  const reply = await http.inject({ url: '/company', headers: { authorization: `Bearer ${token}` } });
  expect(reply.statusCode).toBe(503);
  expect(reply.json()).toEqual({ error: { code: 5030, msg: 'Service unavailable' } });
  expect(reply.headers['retry-after']).toBe('5');
  expect(lines).toHaveLength(1);
  await nowhere.close();
});

test('an unexpected error answers 500 without details and is logged once with the request id', async () => {
  const { token } = await api.givenPartner();
  const { http, lines } = givenServer({});
  await whileTableIsGone(api, 'companies', async () => {
    const reply = await http.inject({ url: '/company', headers: { authorization: `Bearer ${token}` } });
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toEqual({ error: { code: 5000, msg: 'Internal error' } });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(reply.headers['x-request-id']);
    expect(lines[0]).not.toContain(token);
  });
});

test('the server limits the time of slow requests', () => {
  const { server } = givenServer({}).http;
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 30_000 });
  expect(server.maxConnections).toBe(2_200);
});
