// Callbacks go to addresses that clients name. Canaries listen on every address of this machine. No address, no answer
// of a name server and no redirect of a client leads a connection to them.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OutboundRules, openTarget } from '../../../src/platform/http/outbound-http.ts';
import { givenNameServer, type NameServer } from '../../given/outside/name-server.ts';
import { localSpellings } from './local-spellings.ts';

/** The public host of a client: the one address of this machine that callbacks may reach here. */
const PUBLIC = '127.0.0.77';
const AT_ONCE = 16;

let canaryPort: number;
let connections = 0;
const servers: Server[] = [];
let names: NameServer;

beforeAll(async () => {
  canaryPort = await listen('::', (_request, response) => response.end());
  names = await givenNameServer({
    'rebinding.test': (asked) => (asked === 0 ? [PUBLIC] : ['127.0.0.1']),
    'flapping.test': (asked) => (asked % 2 === 0 ? [PUBLIC] : ['127.0.0.1', '::1']),
    'both.test': () => [PUBLIC, '127.0.0.1'],
    'both-reversed.test': () => ['127.0.0.1', PUBLIC],
    'families.test': () => [PUBLIC, '::1'],
    'mapped.test': () => [PUBLIC, '::ffff:7f00:1'],
    'alias.test': () => ({ alias: 'private.test' }),
    'alias-of-alias.test': () => ({ alias: 'alias.test' }),
    'rebinding-alias.test': (asked) => (asked === 0 ? { alias: 'public.test' } : { alias: 'private.test' }),
    'private.test': () => ['127.0.0.1'],
    'any.test': () => ['0.0.0.0'],
    'cloud.test': () => ['169.254.169.254'],
    'public.test': () => [PUBLIC],
    'nothing.test': () => [],
  });
});
afterAll(async () => {
  await names.close();
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
beforeEach(() => {
  connections = 0;
});

async function listen(host: string, listener: RequestListener, port = 0): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  if (host !== PUBLIC) server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  // A server that listens on a port has an AddressInfo.
  return (server.address() as AddressInfo).port;
}

const STRICT: OutboundRules = { allow: [], sourceAddress: '', connections: 1 };

const ownAddresses = Object.values(networkInterfaces())
  .flat()
  .flatMap((one) => (one === undefined || one.scopeid ? [] : [one.address]));
/** This machine only. */
const OPEN: OutboundRules = { ...STRICT, allow: ['127.0.0.0/8', '0.0.0.0', '::/127', ...ownAddresses] };

/** Posts as the notifier does; `unreadable` is refused by the API before. */
async function post(spelling: string, rules: OutboundRules): Promise<'unreadable' | 'failed' | number> {
  if (!URL.canParse(spelling)) return 'unreadable';
  const url = new URL(spelling);
  const target = openTarget(url.origin, rules);
  try {
    return (await target.post(`${url.pathname}${url.search}`, {}, '[]')).status;
  } catch {
    return 'failed';
  } finally {
    await target.close();
  }
}

async function postAll(spellings: readonly string[], rules: OutboundRules) {
  const left = [...spellings];
  const outcomes: (readonly [string, Awaited<ReturnType<typeof post>>])[] = [];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      outcomes.push([next, await post(next, rules)]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

describe('spellings of this machine', () => {
  test('are at least 250, and most would reach a canary without the guard', async () => {
    const spellings = localSpellings(canaryPort, ownAddresses);
    expect(spellings.length).toBeGreaterThanOrEqual(250);
    const outcomes = await postAll(spellings, OPEN);
    expect(outcomes.filter(([, outcome]) => outcome === 200).length).toBeGreaterThanOrEqual(250);
    expect(connections).toBeGreaterThanOrEqual(250);
  });

  test('never connect, and never reveal whether the port is open', async () => {
    const outcomes = await postAll(localSpellings(canaryPort, ownAddresses), STRICT);
    expect(outcomes.filter(([, outcome]) => typeof outcome === 'number')).toEqual([]);
    expect(connections).toBe(0);
  });
});

describe('names of a hostile name server', () => {
  let publicPort: number;
  let served = 0;
  beforeAll(async () => {
    // Closes each connection, so that every post needs a new one and resolves the name again.
    publicPort = await listen(PUBLIC, (_request, response) => {
      served += 1;
      response.writeHead(200, { connection: 'close' }).end();
    });
    // The hostile names resolve to these addresses, and a post keeps its port.
    for (const host of ['127.0.0.1', '::1']) await listen(host, (_request, response) => response.end(), publicPort);
  });
  beforeEach(() => {
    served = 0;
  });
  const rules = (): OutboundRules => ({ ...STRICT, allow: [PUBLIC], resolve: (name) => names.resolve(name) });
  const posts = async (name: string, count: number) => {
    const target = openTarget(`http://${name}:${publicPort}`, rules());
    const outcomes: unknown[] = [];
    for (let at = 0; at < count; at += 1)
      outcomes.push(
        await target.post('/', {}, '[]').then(
          ({ status }) => status,
          () => 'failed',
        ),
      );
    await target.close();
    return outcomes;
  };

  test('a name that is public first and private afterwards is reached while it is public', async () => {
    expect(await posts('rebinding.test', 6)).toEqual([200, 'failed', 'failed', 'failed', 'failed', 'failed']);
    expect(names.asked('rebinding.test')).toBe(6);
    expect([served, connections]).toEqual([1, 0]);
  });

  test('a name that changes with every query is resolved once per connection, and that answer is used', async () => {
    expect(await posts('flapping.test', 20)).toEqual(
      Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 200 : 'failed')),
    );
    expect([served, connections]).toEqual([10, 0]);
  });

  test('an alias that turns from public to private is checked by its final address', async () => {
    expect(await posts('rebinding-alias.test', 4)).toEqual([200, 'failed', 'failed', 'failed']);
    expect([served, connections]).toEqual([1, 0]);
  });

  test.each([
    'both.test',
    'both-reversed.test',
    'families.test',
    'mapped.test',
    'alias.test',
    'alias-of-alias.test',
    'private.test',
    'any.test',
    'cloud.test',
    'nothing.test',
  ])('%s is never connected to', async (name) => {
    expect(await posts(name, 3)).toEqual(['failed', 'failed', 'failed']);
    expect([served, connections]).toEqual([0, 0]);
  });

  test('a public name stays reachable', async () => {
    expect(await posts('public.test', 3)).toEqual([200, 200, 200]);
    expect([served, connections]).toEqual([3, 0]);
  });
});

describe('answers that redirect', () => {
  test.each([301, 302, 303, 307, 308, 200])('with status %i to the canary are not followed', async (status) => {
    const canary = `http://127.0.0.1:${canaryPort}/`;
    let calls = 0;
    const port = await listen(PUBLIC, (_request, response) => {
      calls += 1;
      response.writeHead(status, status === 200 ? { refresh: `0; url=${canary}` } : { location: canary }).end();
    });
    // Not even where the canary itself may be reached.
    for (const allow of [[PUBLIC], ['127.0.0.0/8', '::1']])
      expect(await post(`http://${PUBLIC}:${port}/`, { ...STRICT, allow })).toBe(status);
    expect([calls, connections]).toEqual([2, 0]);
  });
});
