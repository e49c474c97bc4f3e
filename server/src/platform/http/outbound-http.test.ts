import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  isForbiddenAddress,
  isForbiddenHost,
  isForbiddenPort,
  type OutboundRules,
  openTarget,
  type PostResult,
} from './outbound-http.ts';

/** Spellings of hosts in a URL; each resolves to a forbidden address. */
const FORBIDDEN_HOSTS = `
0.0.0.0 0 0x0 127.0.0.1 127.1 127.0.1 127.255.255.254 0177.0.0.1 0x7f.1 0x7f000001 2130706433 017700000001
127.0.0.1. ①②⑦.⓪.⓪.① １２７.0.0.1 127。0。0。1 10.0.0.1 10.255.255.255 167772161 0xa000001 100.64.0.1 100.127.255.255
169.254.169.254 169.254.169.254. 0xa9fea9fe 2852039166 0251.0376.0251.0376 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.170
192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.255 0xc0a80001 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9
224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 4294967295
[::] [::1] [0:0:0:0:0:0:0:1] [::7f00:1] [::127.0.0.1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:10.0.0.1] [::ffff:a9fe:a9fe]
[0:0:0:0:0:ffff:c0a8:1] [::ffff:0:127.0.0.1] [::1:0:0:0] [ff::1] [64:ff9b::7f00:1] [64:ff9b::10.0.0.1] [64:ff9b:1::1] [100::1] [2001::1] [2001:0:4136:e378:8000:63bf:3fff:fdd2]
[2001:10::1] [2001:db8::1] [2002:7f00:1::] [2002:a9fe:a9fe::1] [3fff::1] [3fff:fff::1] [5f00::1] [fc00::1] [fd12:3456::1]
[fe80::1] [febf::1] [fec0::1] [ff02::1] [ff05::2]`
  .trim()
  .split(/\s+/);

const OPEN_HOSTS = `
1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 169.253.255.255 169.255.0.0 172.15.255.255
172.32.0.0 192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255 [2606:4700:4700::1111] [2a00:1450::1]
[2001:4860:4860::8888] [2003::1] [::ffff:8.8.8.8] [2001:200::1] [4000::1]`
  .trim()
  .split(/\s+/);

const addressOf = (host: string) => {
  const { hostname } = new URL(`http://${host}/`);
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '');
};

describe('addresses', () => {
  test('the table of forbidden hosts has at least sixty spellings', () => {
    expect(FORBIDDEN_HOSTS.length).toBeGreaterThanOrEqual(60);
  });

  test.each(FORBIDDEN_HOSTS)('%s is forbidden', (host) => {
    expect(isForbiddenAddress(addressOf(host), [])).toBe(true);
  });

  test.each(OPEN_HOSTS)('%s is allowed', (host) => {
    expect(isForbiddenAddress(addressOf(host), [])).toBe(false);
  });

  test('isForbiddenHost recognizes every spelling of an address, and localhost', () => {
    const hostOf = (host: string) => new URL(`http://${host}/`).hostname;
    const examples = ['192.0.2.1', '198.51.100.7', '203.0.113.9', '[2001:db8::1]', '[3fff::1]', '[3fff:fff::1]'];
    const forbidden = FORBIDDEN_HOSTS.filter((host) => !examples.includes(host));
    expect(forbidden).toHaveLength(FORBIDDEN_HOSTS.length - examples.length);
    for (const host of [...forbidden, 'localhost', 'LOCALHOST.', 'a.b.localhost'])
      expect([host, isForbiddenHost(hostOf(host), [])]).toEqual([host, true]);
    for (const host of [...OPEN_HOSTS, ...examples, 'callbacks.example', 'localhost.example', 'notlocalhost'])
      expect([host, isForbiddenHost(hostOf(host), [])]).toEqual([host, false]);
    for (const host of ['127.0.0.1', '0x7f.1', 'localhost', '[::ffff:127.0.0.1]'])
      expect(isForbiddenHost(hostOf(host), ['127.0.0.0/8'])).toBe(false);
  });

  test('the guide lists the forbidden ports', () => {
    const guide = readFileSync(new URL('../../../../docs/guides/errors.md', import.meta.url), 'utf8');
    const [, list = ''] = /other protocols live there: ([^.]+)\./.exec(guide) ?? [];
    const listed = list.split(', ').flatMap((part) => {
      const [from = 0, to = from] = part.split(' to ').map(Number);
      return Array.from({ length: to - from + 1 }, (_, at) => from + at);
    });
    expect(listed).toEqual(Array.from({ length: 65_536 }, (_, port) => port).filter(isForbiddenPort));
  });

  test('an allowed range permits exactly its own addresses', () => {
    expect(isForbiddenAddress('127.0.0.1', ['127.0.0.0/8'])).toBe(false);
    expect(isForbiddenAddress('::ffff:127.0.0.1', ['127.0.0.0/8'])).toBe(false);
    expect(isForbiddenAddress('127.0.0.1', ['127.0.0.1'])).toBe(false);
    expect(isForbiddenAddress('127.0.0.2', ['127.0.0.1'])).toBe(true);
    expect(isForbiddenAddress('::1', ['127.0.0.0/8'])).toBe(true);
    expect(isForbiddenAddress('fd00::1', ['fd00::/64'])).toBe(false);
  });

  test("this machine's own addresses are forbidden unless allowed, even public ones", () => {
    const own = ['93.184.216.34', '2a00:1450::7', 'fe80::1%eth0'];
    for (const address of ['93.184.216.34', '::ffff:93.184.216.34', '2a00:1450:0::7']) {
      expect(isForbiddenAddress(address, [], own)).toBe(true);
      expect(isForbiddenAddress(address, [], [])).toBe(false);
    }
    expect(isForbiddenAddress('93.184.216.34', ['93.184.216.34'], own)).toBe(false);
    expect(isForbiddenAddress('93.184.216.35', [], own)).toBe(false);
  });

  test.each([[0], [22], [25], [53], [110], [6667], [10_080]])('port %i is forbidden', (port) => {
    expect(isForbiddenPort(port)).toBe(true);
  });

  test.each([[80], [443], [8080], [3000], [65_535]])('port %i is allowed', (port) => {
    expect(isForbiddenPort(port)).toBe(false);
  });
});

describe('a post', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    vi.useRealTimers();
    for (const close of closing.splice(0)) await close();
  });

  async function given(
    listener: RequestListener,
    allow = ['127.0.0.0/8'],
    host = '127.0.0.1',
    rules: Partial<OutboundRules> = {},
  ) {
    const server = createServer(listener);
    let connections = 0;
    server.on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // The server listens on a port, so its address is never the name of a pipe.
    const { port } = server.address() as AddressInfo;
    const target = openTarget(`http://${host}:${port}`, { allow, sourceAddress: '', connections: 2, ...rules });
    closing.push(async () => {
      await target.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return { target, connections: () => connections };
  }

  function outcomeOf(posted: Promise<PostResult>) {
    const seen: { outcome: string | undefined; settled: Promise<void> } = {
      outcome: undefined,
      settled: posted.then(
        ({ status }) => void (seen.outcome = String(status)),
        (error: unknown) => void (seen.outcome = String(error)),
      ),
    };
    return seen;
  }

  const post = (target: Awaited<ReturnType<typeof given>>['target']) =>
    target.post('/path?q=1', { 'x-own': 'yes' }, '{}');

  test('carries path, headers and body, and reports the status', async () => {
    const seen: unknown[] = [];
    const { target } = await given((request, response) => {
      seen.push([request.method, request.url, request.headers['x-own']]);
      request.resume();
      response.writeHead(204).end();
    });
    expect(await post(target)).toEqual({ ok: true, status: 204, text: '' });
    expect(seen).toEqual([['POST', '/path?q=1', 'yes']]);
  });

  test.each([
    ['a literal', '127.0.0.1', ['127.0.0.1']],
    ['a name', 'shop.example', ['127.0.0.1']],
    ['a name that has an address of the other family first', 'shop.example', ['::1', '127.0.0.1']],
  ])('connects from the configured source address to %s', async (_what, host, addresses) => {
    const from: unknown[] = [];
    const { target } = await given(
      (request, response) => {
        from.push(request.socket.remoteAddress);
        response.writeHead(204).end();
      },
      ['127.0.0.0/8', '::1/128'],
      host,
      { sourceAddress: '127.0.0.2', resolve: async () => addresses },
    );
    expect(await post(target)).toEqual({ ok: true, status: 204, text: '' });
    expect(from).toEqual(['127.0.0.2']);
  });

  test('fails for a host without an address in the family of the source address', async () => {
    const { target, connections } = await given((_request, response) => response.end(), ['::1/128'], '[::1]', {
      sourceAddress: '127.0.0.2',
    });
    await expect(post(target)).rejects.toThrow('address not reachable');
    expect(connections()).toBe(0);
  });

  test.each([[301], [302], [303], [307], [308], [404], [500]])(
    'answered with %i is not successful and is not redirected',
    async (status) => {
      let calls = 0;
      const { target } = await given((_request, response) => {
        calls += 1;
        response.writeHead(status, { location: '/elsewhere' }).end();
      });
      expect(await post(target)).toEqual({ ok: false, status, text: '' });
      expect(calls).toBe(1);
    },
  );

  test.each([['127.0.0.1'], ['localhost'], ['0.0.0.0']])('never connects to %s unless it is allowed', async (host) => {
    const { target, connections } = await given((_request, response) => response.end(), [], host);
    await expect(post(target)).rejects.toThrow('address not reachable');
    expect(connections()).toBe(0);
  });

  test('connects to a name whose addresses are allowed', async () => {
    const { target } = await given((_request, response) => response.end(), ['127.0.0.0/8', '::1'], 'localhost');
    expect(await post(target)).toEqual({ ok: true, status: 200, text: '' });
  });

  test('tries the second address of a name when the first does not answer', async () => {
    const { target, connections } = await given(
      (_request, response) => response.end(),
      ['127.0.0.0/8'],
      'two.example',
      {
        resolve: async () => ['127.0.0.99', '127.0.0.1'],
      },
    );
    expect(await post(target)).toEqual({ ok: true, status: 200, text: '' });
    expect(connections()).toBe(1);
  });

  test('fails like an unreachable host when the name server never answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = Promise.withResolvers<void>();
    const { target } = await given((_request, response) => response.end(), ['127.0.0.0/8'], 'never.example', {
      resolve: () => {
        asked.resolve();
        return new Promise(() => undefined);
      },
    });
    const posted = outcomeOf(post(target));
    await asked.promise;
    await vi.advanceTimersByTimeAsync(4_999);
    expect(posted.outcome).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await posted.settled;
    expect(posted.outcome).toBe('Error: address not reachable');
  });

  test('has ten seconds in total, including the wait for a free connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = Promise.withResolvers<void>();
    const { target } = await given(() => asked.resolve(), ['127.0.0.0/8'], '127.0.0.1', { connections: 1 });
    const posts = [outcomeOf(post(target)), outcomeOf(post(target))];
    await asked.promise;
    await vi.advanceTimersByTimeAsync(9_999);
    expect(posts.map(({ outcome }) => outcome)).toEqual([undefined, undefined]);
    await vi.advanceTimersByTimeAsync(1);
    for (const { settled } of posts) await settled;
    const late = 'Error: no complete answer within 10000 ms';
    expect(posts.map(({ outcome }) => outcome)).toEqual([late, late]);
  });

  test.each([
    [200, true],
    [503, false],
  ])('answered with %i counts by that status although the body breaks off', async (status, ok) => {
    const { target } = await given((_request, response) => {
      response.writeHead(status, { 'content-length': '100' });
      response.write('abc', () => response.destroy());
    });
    expect(await post(target)).toEqual({ ok, status, text: 'abc' });
  });

  test('with an endless answer is cut after 64 kB, counts by its status and stores the first 8 kB', async () => {
    const { target } = await given((_request, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(16_384, 'a');
      const timer = setInterval(() => response.write(chunk), 1);
      response.on('close', () => clearInterval(timer));
    });
    expect(await post(target)).toEqual({ ok: true, status: 200, text: 'a'.repeat(8_192) });
  });
});
