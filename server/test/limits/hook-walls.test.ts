// Strangers at the hooks of providers: an address has 60 calls without a proof, then one per second, and every further
// call is refused before its body is read, without a statement and without opening a secret. The server runs in the
// thread of the test and its callers in another one, so the CPU time of a call is that of the test's own thread.
import { request } from 'node:http';
import { must } from '@volley/domain/must.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { currentRequest } from '../../src/platform/logging/request-context.ts';
import { type CallerThread, type FloodAnswer, givenCallerThread } from '../given/caller-thread.ts';
import { useCell } from '../given/cell.ts';
import { whileTimeStands } from '../given/frozen-time.ts';
import { givenHooks, isBot } from '../given/providers/given-hooks.ts';
import { type BotForm, type Call, type HookPeer, hookPeersOf } from '../given/providers/hook-peers.ts';

const BURST = 60;
const isLong = process.env['LONG'] === '1';
const CALLS = isLong ? 10_000 : 4_000;
/** The lowest of several portions: a slow moment of the machine is no cost of the call. */
const PORTIONS = 10;
/** Judged with LONG=1, alone on a machine: beside other programs the same call may take three times as much. */
const CPU_US_MAX = 100;
const BODY_BYTES_MAX = 3 * 1024 * 1024;

const cell = useCell({
  settings: { moderation: 'auto', rateLimits: true, trustedProxies: ['127.0.0.1'] },
  workers: ['connector'],
});
const senders: Record<BotForm, number> = { telegram: 0, max: 0, vk: 0 };
const PEERS = Object.entries(hookPeersOf(cell, senders));
let thread: CallerThread;
/** Work that calls of hooks have caused. */
const done = { statements: 0, opened: 0 };

beforeAll(async () => {
  await givenHooks(cell(), senders);
  thread = await givenCallerThread();
  const { db, secrets } = cell().platform;
  for (const pool of [db.pool, must(db.engine, 'the pool of the engine')]) {
    const connect = pool.connect.bind(pool);
    const counted = (...args: []) => {
      if (currentRequest() !== undefined) done.statements += 1;
      return connect(...args);
    };
    Object.assign(pool, { connect: counted });
  }
  const open = secrets.open.bind(secrets);
  vi.spyOn(secrets, 'open').mockImplementation((sealed) => {
    if (currentRequest() !== undefined) done.opened += 1;
    return open(sealed);
  });
});
afterEach(() => {
  Object.assign(done, { statements: 0, opened: 0 });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await thread.close();
});

let addresses = 0;
const newAddress = () => `10.0.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`;
let ids = 0;
const newId = (form: string) => `${form}-wall-${(ids += 1)}`;

/** A call that the peer signs with the secret. */
function callOf(form: string, peer: HookPeer, secret = peer.secret()): Call {
  const body = JSON.stringify(peer.body([{ id: newId(form) }], secret));
  return { ...peer.sign(body, secret, Date.now()), body };
}
const forgedCall = (form: string, peer: HookPeer) => callOf(form, peer, 'a secret of a stranger');

const urlOf = (path: string) => `${cell().url}/channels/v1/${path}`;
const headersFrom = (address: string, call: Call) => ({
  'content-type': 'application/json',
  'x-forwarded-for': address,
  ...call.headers,
});

async function post(address: string, call: Call): Promise<number> {
  const response = await fetch(urlOf(call.path), {
    method: 'POST',
    headers: headersFrom(address, call),
    body: call.body,
  });
  await response.arrayBuffer();
  return response.status;
}

const flood = (address: string, call: Call, calls: number): Promise<readonly FloodAnswer[]> =>
  thread.flood({
    url: urlOf(call.path),
    headers: headersFrom(address, call),
    body: call.body,
    calls,
    connections: 8,
  });

const statusesOf = (answers: readonly FloodAnswer[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, { length }]) => [status, length]));

describe.each(PEERS)('the hook %s', (form, peer) => {
  test(`refuses ${CALLS} anonymous calls of one address after the first ${BURST}`, async ({ annotate }) => {
    const [address, call] = [newAddress(), forgedCall(form, peer)];
    await whileTimeStands(async () => {
      expect(statusesOf(await flood(address, call, BURST))).toEqual({ [peer.refusal]: BURST });
      const admitted = { ...done };
      expect(admitted.statements).toBeGreaterThan(0);
      const portionsUs: number[] = [];
      for (let portion = 0; portion < PORTIONS; portion += 1) {
        const before = process.threadCpuUsage();
        const answers = await flood(address, call, CALLS / PORTIONS);
        const { user, system } = process.threadCpuUsage(before);
        portionsUs.push((user + system) / (CALLS / PORTIONS));
        expect(statusesOf(answers)).toEqual({ 429: CALLS / PORTIONS });
        expect(new Set(answers.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['1']));
      }
      const bestUs = Math.min(...portionsUs);
      const meanUs = portionsUs.reduce((sum, us) => sum + us, 0) / PORTIONS;
      const cost = `${bestUs.toFixed(0)} µs of CPU per call in the best of ${PORTIONS} portions, ${meanUs.toFixed(0)} on average`;
      const work = `${done.statements - admitted.statements} statements, ${done.opened - admitted.opened} secrets opened`;
      await annotate(`${form}: ${CALLS} refused calls, ${cost}; ${work}`);
      expect(done).toEqual(admitted);
      if (isLong) expect(bestUs).toBeLessThanOrEqual(CPU_US_MAX);
    });
  });

  test('never refuses an address that has proven a call, whatever its neighbors send there', async () => {
    const address = newAddress();
    await whileTimeStands(async () => {
      expect(await post(address, callOf(form, peer))).toBe(200);
      const before = done.opened;
      const forged = await flood(address, forgedCall(form, peer), 3 * BURST);
      expect(statusesOf(forged)).toEqual({ [peer.refusal]: 3 * BURST });
      expect(done.opened).toBe(before);
      // The proof counts for this link or account alone.
      const elsewhere = { ...forgedCall(form, peer), path: 'unknown/statuses', headers: {} };
      const strange = statusesOf(await flood(address, elsewhere, 2 * BURST));
      expect(strange).toEqual({ 401: BURST, 429: BURST });
      expect(await post(address, callOf(form, peer))).toBe(200);
    });
  });

  test('lets a provider in beside strangers at its address as soon as one of its calls gets a place', async () => {
    const address = newAddress();
    await whileTimeStands(async () => {
      await flood(address, forgedCall(form, peer), BURST);
      expect(await post(address, callOf(form, peer))).toBe(429);
      expect(await post(newAddress(), callOf(form, peer))).toBe(200);
      vi.advanceTimersByTime(1_000);
      expect(await post(address, callOf(form, peer))).toBe(200);
      expect(statusesOf(await flood(address, forgedCall(form, peer), BURST))).toEqual({ [peer.refusal]: BURST });
      expect(await post(address, callOf(form, peer))).toBe(200);
    });
  });
});

const ACCOUNT_FORMS = PEERS.filter(([form]) => isBot(form));

test.each(ACCOUNT_FORMS)('the secret of an account of %s is opened once for many calls', async (form, peer) => {
  const address = newAddress();
  await post(address, callOf(form, peer));
  const before = done.opened;
  for (let at = 0; at < 5; at += 1) expect(await post(address, callOf(form, peer))).toBe(200);
  expect(done.opened).toBe(before);
});

const WHATSAPP = { path: 'meta/whatsapp', headers: {}, body: '{}' };

test('the addresses of an IPv6 /64 network are one', async () => {
  await whileTimeStands(async () => {
    for (let at = 0; at < BURST; at += 1) expect(await post(`2001:db8:7:1::${at.toString(16)}`, WHATSAPP)).toBe(401);
    expect(await post('2001:db8:7:1::ffff', WHATSAPP)).toBe(429);
    expect(await post('2001:db8:7:2::1', WHATSAPP)).toBe(401);
  });
});

test('the question by which VK confirms an address is answered, and proves nothing', async () => {
  const address = newAddress();
  const question = {
    path: `vk-bots/vk/${senders.vk}`,
    headers: {},
    body: JSON.stringify({ type: 'confirmation', group_id: 1 }),
  };
  await whileTimeStands(async () => {
    expect(statusesOf(await flood(address, question, BURST + 10))).toEqual({ 200: BURST, 429: 10 });
  });
});

/** The answer to a call whose body does not come. */
function answerToHead(address: string, bytes: number): Promise<{ status: number; text: string; closes: boolean }> {
  return new Promise((resolve, reject) => {
    const headers = { ...headersFrom(address, WHATSAPP), 'content-length': String(bytes) };
    const sent = request(urlOf(WHATSAPP.path), { method: 'POST', headers }, (response) => {
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text, closes: response.headers.connection === 'close' });
        sent.destroy();
      });
    });
    sent.on('error', reject);
    sent.flushHeaders();
  });
}

test('a call is refused before its body comes, and a long body is not waited for', async () => {
  const address = newAddress();
  await whileTimeStands(async () => {
    await flood(address, WHATSAPP, BURST);
    expect(await answerToHead(address, 1_000)).toMatchObject({ status: 429, closes: false });
    expect(await answerToHead(address, BODY_BYTES_MAX)).toMatchObject({ status: 429, closes: true });
  });
});

test('a body that is too large names the limit of the hooks', async () => {
  const { status, text } = await answerToHead(newAddress(), BODY_BYTES_MAX + 1);
  expect([status, text]).toEqual([400, expect.stringContaining(`at most ${BODY_BYTES_MAX} bytes`)]);
});
