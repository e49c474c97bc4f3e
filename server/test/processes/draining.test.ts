// Ends real API processes by SIGTERM, as systemd, Docker and Kubernetes do.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReadiness } from '../../src/platform/readiness.ts';
import { type Api, givenApi } from '../given/api.ts';
import { spawnWorker } from '../given/child-worker.ts';
import { until } from '../given/until.ts';

const DRAIN_MS = 3_000;
let api: Api;

beforeAll(async () => {
  api = await givenApi({}, { server: 'durable' });
});
afterAll(() => api.close());

const spawnApi = (drainMs: number) => spawnWorker({ ...api.platform.config, drainMs }, 'api');
const ready = async (url: string, path = '/ready') => {
  const response = await fetch(`${url}${path}`);
  return { status: response.status, text: await response.text() };
};
const ping = (url: string) => fetch(`${url}/api/v1/ping`, { headers: { connection: 'close' } });

test('after SIGTERM /ready answers 503 at once, and requests are served until the drain time is over', async () => {
  const child = await spawnApi(DRAIN_MS);
  expect(await ready(child.metricsUrl)).toEqual({ status: 200, text: 'ready' });
  const ended = child.end();
  const endedAt = performance.now();
  await until('/ready answers 503', async () => (await ready(child.metricsUrl)).status === 503);
  expect(await ready(child.metricsUrl)).toEqual({ status: 503, text: 'the process is ending' });
  const answer = await ping(child.url);
  expect(answer.status).toBeLessThan(500);
  expect(answer.headers.get('connection')).toBe('close');
  expect(await ended).toBe(0);
  // Timers may fire a millisecond early.
  expect(performance.now() - endedAt).toBeGreaterThan(DRAIN_MS - 10);
  await expect(ping(child.url)).rejects.toThrow();
});

test('a request that is open when the listener closes gets its answer', async () => {
  const child = await spawnApi(0);
  const { port } = new URL(child.url);
  const socket = connect(Number(port), '127.0.0.1');
  const answer: string[] = [];
  socket.on('data', (bytes) => answer.push(bytes.toString()));
  const body = JSON.stringify({ login: 'nobody', password: 'nothing' });
  socket.write(
    `POST /auth/token HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  await once(socket, 'connect');
  await ping(child.url);
  const ended = child.end();
  const refused = () =>
    ping(child.url).then(
      () => false,
      () => true,
    );
  await until('the listener is closed', refused);
  socket.write(body);
  await once(socket, 'close');
  expect(answer.join('')).toMatch(/^HTTP\/1\.1 401 /);
  expect(await ended).toBe(0);
});

test('a process without words runs the roles of ROLES and shows its version', async () => {
  const child = await spawnWorker({ ...api.platform.config, drainMs: 0, roles: ['api'] });
  const { version } = JSON.parse((await ready(child.metricsUrl, '/version')).text);
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  const { text } = await ready(child.metricsUrl, '/metrics');
  expect(text).toContain(`volley_build_info{version="${version}",node="${process.version}",role="api"} 1`);
  expect(await ready(child.metricsUrl, '/ready/api')).toEqual({ status: 200, text: 'ready' });
  expect(await child.end()).toBe(0);
});

test('the API is ready without the broker, the roles of the engine are not', async () => {
  const parts = { db: api.platform.db, bus: { isConnected: () => false }, isEnding: () => false };
  const apiAlone = createReadiness({ ...parts, roles: ['api'] });
  const pacer = createReadiness({ ...parts, roles: ['pacer'] });
  const both = createReadiness({ ...parts, roles: ['pacer', 'api'] });
  expect(await apiAlone.ask()).toEqual({ ready: true, reason: 'ready' });
  expect(await pacer.ask()).toEqual({ ready: false, reason: 'the broker is not connected' });
  expect(await both.ask()).toEqual({ ready: true, reason: 'ready' });
  expect(await both.ask('pacer')).toEqual({ ready: false, reason: 'the broker is not connected' });
  expect(await both.ask('clock')).toBeUndefined();
});
