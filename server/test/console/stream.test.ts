import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startApi } from '../../src/processes/api.ts';
import { buildPlatform } from '../../src/processes/build-platform.ts';
import { mountStream } from '../../src/surfaces/console-api/stream.ts';
import { createHttpServer } from '../../src/surfaces/http/http-server.ts';
import { registerTopic } from '../../src/surfaces/presentation/live-topics.ts';
import { type Cell, useSharedCell } from '../given/cell.ts';
import { givenPartnerUser, givenStaffConsole, type PartnerUser } from '../given/people/console.ts';
import { givenShop } from '../given/people/shop.ts';
import { TEST_COSTS } from '../given/test-costs.ts';
import { type OpenStream, openStream } from '../given/topic-stream.ts';
import { pause, until } from '../given/until.ts';

const cell = useSharedCell();

type Counts = Record<'accepted' | 'queued' | 'withOperator' | 'delivered' | 'failed', number>;
type Progress = { id: number; status: string; counts: Counts; spend: object | null };
type Moving = { id: number; counts: Counts }[];

async function userOf(
  at: Cell,
  partnerId: number,
  role: 'admin' | 'reader' | 'developer' = 'admin',
): Promise<PartnerUser> {
  const [row] = await at.sql<{ login: string }>('select login from partners where id = $1', [partnerId]);
  return givenPartnerUser(at, { role, partner: { partnerId, login: row?.login ?? '', password: '', token: '' } });
}

async function givenFollower() {
  const shop = await givenShop(cell());
  return { shop, user: await userOf(cell(), shop.partnerId) };
}

test('a dispatch is sent in full at first, then with every change up to its end', async () => {
  await cell().link('mts', { rate: 20 });
  const { shop, user } = await givenFollower();
  const id = await shop.create(60);
  const stream = await openStream(cell().url, user, `dispatch:${id}`, `breakdown:${id}`, 'dispatches');
  expect(stream.status).toBe(200);
  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(stream.headers.get('x-accel-buffering')).toBe('no');
  expect(stream.headers.get('cache-control')).toBe('no-store');
  expect((await stream.value<Progress>(`dispatch:${id}`)).status).toBe('CREATED');
  expect(stream.text().startsWith('retry: 2000\n\n')).toBe(true);
  await shop.start(id);
  await stream.value<Moving>('dispatches', (moving) => moving.some((one) => one.id === id));
  const last = await stream.value<Progress>(`dispatch:${id}`, ({ status }) => status === 'COMPLETED');
  expect(last.counts).toMatchObject({ accepted: 60, delivered: 60 });
  await stream.value<{ byOperator: Counts[] }>(`breakdown:${id}`, ({ byOperator }) => byOperator[0]?.delivered === 60);
  const told = stream.events().filter(({ data }) => (data as { topic: string }).topic === `dispatch:${id}`);
  expect(told.length).toBeGreaterThan(2);
  expect(new Set(told.map((event) => event.id)).size).toBe(told.length);
  for (const { data } of told) {
    const { counts } = (data as { value: Progress }).value; // the type of this topic's values
    expect(counts.queued + counts.withOperator + counts.delivered + counts.failed).toBe(counts.accepted);
  }
  // A final value does not change, so no further event follows.
  const before = valuesOf(stream);
  await pause(2_500);
  expect(valuesOf(stream)).toBe(before);
  stream.close();
  await cell().link('mts');
});

test('partners get only their own values, and a read-only role gets no money', async () => {
  const { shop, user } = await givenFollower();
  const id = await shop.create(1);
  const stranger = await givenPartnerUser(cell());
  const reader = await userOf(cell(), shop.partnerId, 'reader');
  const own = await openStream(cell().url, user, `dispatch:${id}`);
  const other = await openStream(cell().url, stranger, `dispatch:${id}`, 'dispatches');
  const poor = await openStream(cell().url, reader, `dispatch:${id}`);
  expect((await own.value<Progress>(`dispatch:${id}`)).spend).not.toBeNull();
  expect((await poor.value<Progress>(`dispatch:${id}`)).spend).toBeNull();
  expect(await other.value<Moving>('dispatches')).toEqual([]);
  await until('the foreign topic is refused', () => other.events().some(({ event }) => event === 'gone'));
  expect(other.text()).not.toContain('"counts"');
  for (const stream of [own, other, poor]) stream.close();
});

test('a caller without the right is refused before the first value', async () => {
  const { user } = await givenFollower();
  const staff = await givenStaffConsole(cell(), 'support');
  const ask = async (person: { cookie: string }, ...topics: string[]) => {
    const stream = await openStream(cell().url, person, ...topics);
    stream.close();
    return stream.status;
  };
  expect(await ask({ cookie: '' }, 'dispatches')).toBe(401);
  expect(await ask(staff, 'dispatches')).toBe(403);
  expect(await ask(user, 'nothing')).toBe(400);
  expect(await ask(user, 'dispatch')).toBe(400);
  expect(await ask(user, 'dispatches:1')).toBe(400);
  expect(await ask(user)).toBe(400);
  expect(await ask(user, ...Array.from({ length: 21 }, (_, at) => `dispatch:${at + 1}`))).toBe(400);
});

test('a refused topic does not end the others', async () => {
  const { user } = await givenFollower();
  const stream = await openStream(cell().url, user, 'nothing', 'dispatches');
  expect(await stream.value<Moving>('dispatches')).toEqual([]);
  expect(stream.events()[0]).toMatchObject({ event: 'gone', data: { topic: 'nothing', reason: 'bad-request' } });
  stream.close();
});

test('a user has at most fifty streams, and closing one allows another', async () => {
  const { user } = await givenFollower();
  const streams = await Promise.all(Array.from({ length: 50 }, () => openStream(cell().url, user, 'dispatches')));
  expect(streams.every(({ status }) => status === 200)).toBe(true);
  expect((await openStream(cell().url, user, 'dispatches')).status).toBe(429);
  streams[0]?.close();
  await until('another stream is allowed', async () => {
    const again = await openStream(cell().url, user, 'dispatches');
    again.close();
    return again.status === 200;
  });
  for (const stream of streams) stream.close();
});

test('the same values are read by a single request', async () => {
  const { shop, user } = await givenFollower();
  const id = await shop.create(1);
  const reply = await fetch(`${cell().url}/console/api/v1/live?topics=dispatch:${id},dispatches,dispatch:2000000000`, {
    headers: { cookie: user.cookie },
  });
  expect(await reply.json()).toMatchObject({ [`dispatch:${id}`]: { id }, dispatches: [], 'dispatch:2000000000': null });
});

const valuesOf = (stream: OpenStream) => stream.events().filter(({ event }) => event === 'value').length;

test('sign-out ends the stream at the next ping', async () => {
  const { platform } = cell();
  const app = createHttpServer(platform);
  let looks = 0;
  registerTopic(app, 'ticks', { right: 'any-role', snapshot: async () => (looks += 1) });
  mountStream(app, platform, { pingEveryMs: 200 });
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 });
  const { user } = await givenFollower();
  const [one, two] = [await openStream(url, user, 'ticks'), await openStream(url, user, 'ticks')];
  await until('both streams have two values', () => valuesOf(one) >= 2 && valuesOf(two) >= 2);
  // A single query serves both streams.
  expect(looks).toBeLessThanOrEqual(valuesOf(one) + 1);
  expect(one.text()).toContain(': ping\n');
  await user.post('/session/end');
  await until('both streams have ended', () => one.isOver() && two.isOver());
  expect(one.events().at(-1)).toMatchObject({ event: 'bye', data: { reason: 'session' } });
  const seen = looks;
  await pause(1_300);
  expect(looks).toBe(seen);
  await app.http.close();
});

test('a client that does not read is disconnected', async () => {
  const { platform } = cell();
  const app = createHttpServer(platform);
  let looks = 0;
  registerTopic(app, 'flood', { right: 'any-role', snapshot: async () => `${(looks += 1)}${'x'.repeat(4_000_000)}` });
  mountStream(app, platform);
  const url = new URL(await app.http.listen({ host: '127.0.0.1', port: 0 }));
  const { user } = await givenFollower();
  const socket = connect(Number(url.port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(`GET /console/api/v1/stream?topics=flood HTTP/1.1\r\nhost: localhost\r\ncookie: ${user.cookie}\r\n\r\n`);
  await until('the topic is polled', () => looks > 0);
  await until('the topic has no follower', async () => {
    const seen = looks;
    await pause(1_500);
    return looks === seen;
  });
  socket.destroy();
  await app.http.close();
});

test('a closing server ends its streams at once, and the next one sends all values', async () => {
  const { shop, user } = await givenFollower();
  const id = await shop.create(3);
  const start = async (port: number) => {
    const ground = await buildPlatform({ ...cell().platform.config, port }, ['api'], { costs: TEST_COSTS });
    return { ...(await startApi(ground.platform, ground.shutdown)), shutdown: ground.shutdown };
  };
  const first = await start(0);
  const stream = await openStream(first.url, user, `dispatch:${id}`);
  await stream.value<Progress>(`dispatch:${id}`);
  const beganMs = performance.now();
  await first.shutdown.run();
  expect(performance.now() - beganMs).toBeLessThan(5_000);
  await until('the stream has ended', () => stream.isOver());
  const second = await start(Number(new URL(first.url).port));
  const again = await openStream(second.url, user, `dispatch:${id}`);
  expect((await again.value<Progress>(`dispatch:${id}`)).counts.accepted).toBe(3);
  again.close();
  await second.shutdown.run();
});
