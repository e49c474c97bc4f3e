// Tokens of the partner client, with a scripted server.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openPartnerClient } from './partner-client.ts';

let server: Server;
let calls: string[] = [];
/** The token that the server accepts now. */
let valid = 0;
let lifetimeMs = 3_600_000;
/** Sign-ins that the server leaves without an answer, or whose connection it ends. */
let signIns: 'answered' | 'silent' | 'broken' = 'answered';
beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      calls.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
      const answer = (status: number, value: unknown) => response.writeHead(status).end(JSON.stringify(value));
      if (request.url === '/auth/token') {
        if (signIns === 'silent') return;
        if (signIns === 'broken') return request.socket.destroy();
        if (!body.includes('right')) return answer(401, { error: { code: 4012, msg: 'No' } });
        valid += 1;
        return answer(200, { token: `t${valid}`, expiresAt: new Date(Date.now() + lifetimeMs).toISOString() });
      }
      if (request.headers.authorization !== `Bearer t${valid}`)
        return answer(401, { error: { code: 4010, msg: 'No' } });
      if (request.url?.includes('/documents/') === true) return response.writeHead(200).end(Buffer.from([0, 255]));
      return answer(200, { page: 1, perPage: 10, total: 0, items: [] });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  calls = [];
  signIns = 'answered';
  lifetimeMs = 3_600_000;
});

const partner = (password = 'right') => {
  const { port } = server.address() as AddressInfo; // it listens on a port
  return openPartnerClient({ api: `http://127.0.0.1:${port}`, login: 'shop', password, pause: async () => {} });
};

test('signs in once for many calls', async () => {
  const client = partner();
  await Promise.all([client.companies.list(), client.companies.list()]);
  await client.companies.list();
  expect(calls.filter((call) => call.includes('/auth/token'))).toEqual(['POST /auth/token']);
});

test('renews a token that ends soon, and a token that the service refuses', async () => {
  lifetimeMs = 30_000;
  const client = partner();
  await client.companies.list();
  lifetimeMs = 3_600_000;
  await client.companies.list();
  expect(calls.filter((call) => call.includes('/auth/token'))).toHaveLength(2);
  valid = 100;
  await client.companies.list();
  expect(calls.slice(-3)).toEqual([expect.stringMatching(/^GET/), 'POST /auth/token', 'GET /company Bearer t101']);
});

test('reports a refused password and tries again with the next call', async () => {
  const client = partner('wrong');
  await expect(client.companies.list()).rejects.toMatchObject({ code: 4012 });
  await expect(client.companies.list()).rejects.toMatchObject({ code: 4012 });
  expect(calls).toEqual(['POST /auth/token', 'POST /auth/token']);
});

test('uploads and downloads documents as bytes', async () => {
  const client = partner();
  expect(await client.documents.download(7, '0197c3a1-5e00-7000-8000-4d5a1c2b3e4f')).toEqual(new Uint8Array([0, 255]));
  await client.documents.upload(7, { name: 'a.pdf', bytes: new Uint8Array([1]) });
  expect(calls.at(-1)).toMatch(/^POST \/company\/7\/documents /);
});

test('a change whose sign-in fails was not sent, and the sign-in is tried as often as any call', async () => {
  signIns = 'broken';
  await expect(partner().dispatches.start(7)).rejects.toMatchObject({ name: 'NetworkFailure', mayBeDone: false });
  expect(calls).toEqual(['POST /auth/token', 'POST /auth/token', 'POST /auth/token']);
});

test('a change whose token is refused is not done if the next sign-in fails', async () => {
  const client = partner();
  await client.companies.list();
  [valid, signIns, calls] = [200, 'broken', []];
  await expect(client.dispatches.start(7)).rejects.toMatchObject({ name: 'NetworkFailure', mayBeDone: false });
  expect(calls).toHaveLength(4);
});

test('an aborted call does not wait for a sign-in that others share', async () => {
  signIns = 'silent';
  const client = partner();
  const aborting = new AbortController();
  const aborted = client.companies.list({}, { signal: aborting.signal });
  const failed = expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  await vi.waitUntil(() => calls.length === 1, { timeout: 60_000 });
  aborting.abort();
  await failed;
});
