import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startApi } from '../../src/processes/api.ts';
import { buildPlatform } from '../../src/processes/build-platform.ts';
import { mountStream } from '../../src/surfaces/console-api/stream.ts';
import { createHttpServer } from '../../src/surfaces/http-server.ts';
import { registerTopic } from '../../src/surfaces/live-topics.ts';
import { type Cell, useCell } from '../given/cell.ts';
import { type Cabinet, givenCabinet, givenStaffConsole } from '../given/console.ts';
import { givenShop } from '../given/shop.ts';
import { type OpenStream, openStream } from '../given/stream.ts';
import { pause, until } from '../given/until.ts';

const cell = useCell();

type Counts = Record<'accepted' | 'queued' | 'withOperator' | 'delivered' | 'failed', number>;
type Progress = { id: number; status: string; counts: Counts; spend: object | null };
type Moving = { id: number; counts: Counts }[];

async function cabinetOf(
  at: Cell,
  partnerId: number,
  role: 'admin' | 'reader' | 'developer' = 'admin',
): Promise<Cabinet> {
  const [row] = await at.sql<{ login: string }>('select login from partners where id = $1', [partnerId]);
  return givenCabinet(at, { role, partner: { partnerId, login: row?.login ?? '', password: '', token: '' } });
}

async function givenFollower() {
  const shop = await givenShop(cell());
  return { shop, cabinet: await cabinetOf(cell(), shop.partnerId) };
}

test('a dispatch is told whole at first, then as it moves, to its end', async () => {
  await cell().link('mts', { rate: 20 });
  const { shop, cabinet } = await givenFollower();
  const id = await shop.create(60);
  const stream = await openStream(cell().url, cabinet, `dispatch:${id}`, `breakdown:${id}`, 'dispatches');
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
    const { counts } = (data as { value: Progress }).value; // as told by this topic
    expect(counts.queued + counts.withOperator + counts.delivered + counts.failed).toBe(counts.accepted);
  }
  // What has ended does not change, so nothing more is told.
  const before = valuesOf(stream);
  await pause(2_500);
  expect(valuesOf(stream)).toBe(before);
  stream.close();
  await cell().link('mts');
});

test('partners are told of their own only, and a reader of no money', async () => {
  const { shop, cabinet } = await givenFollower();
  const id = await shop.create(1);
  const stranger = await givenCabinet(cell());
  const reader = await cabinetOf(cell(), shop.partnerId, 'reader');
  const own = await openStream(cell().url, cabinet, `dispatch:${id}`);
  const other = await openStream(cell().url, stranger, `dispatch:${id}`, 'dispatches');
  const poor = await openStream(cell().url, reader, `dispatch:${id}`);
  expect((await own.value<Progress>(`dispatch:${id}`)).spend).not.toBeNull();
  expect((await poor.value<Progress>(`dispatch:${id}`)).spend).toBeNull();
  expect(await other.value<Moving>('dispatches')).toEqual([]);
  await until('the stranger is refused', () => other.events().some(({ event }) => event === 'gone'));
  expect(other.text()).not.toContain('"counts"');
  for (const stream of [own, other, poor]) stream.close();
});

test('who may not follow is refused before anything is told', async () => {
  const { cabinet } = await givenFollower();
  const staff = await givenStaffConsole(cell(), 'support');
  const ask = async (person: { cookie: string }, ...topics: string[]) => {
    const stream = await openStream(cell().url, person, ...topics);
    stream.close();
    return stream.status;
  };
  expect(await ask({ cookie: '' }, 'dispatches')).toBe(401);
  expect(await ask(staff, 'dispatches')).toBe(403);
  expect(await ask(cabinet, 'nothing')).toBe(400);
  expect(await ask(cabinet, 'dispatch')).toBe(400);
  expect(await ask(cabinet, 'dispatches:1')).toBe(400);
  expect(await ask(cabinet)).toBe(400);
  expect(await ask(cabinet, ...Array.from({ length: 21 }, (_, at) => `dispatch:${at + 1}`))).toBe(400);
});

test('a topic that may not be followed does not end the others', async () => {
  const { cabinet } = await givenFollower();
  const stream = await openStream(cell().url, cabinet, 'nothing', 'dispatches');
  expect(await stream.value<Moving>('dispatches')).toEqual([]);
  expect(stream.events()[0]).toMatchObject({ event: 'gone', data: { topic: 'nothing', reason: 'bad-request' } });
  stream.close();
});

test('a person has fifty streams at most, and closing one makes room', async () => {
  const { cabinet } = await givenFollower();
  const streams = await Promise.all(Array.from({ length: 50 }, () => openStream(cell().url, cabinet, 'dispatches')));
  expect(streams.every(({ status }) => status === 200)).toBe(true);
  expect((await openStream(cell().url, cabinet, 'dispatches')).status).toBe(429);
  streams[0]?.close();
  await until('there is room again', async () => {
    const again = await openStream(cell().url, cabinet, 'dispatches');
    again.close();
    return again.status === 200;
  });
  for (const stream of streams) stream.close();
});

test('the same values can be asked for once', async () => {
  const { shop, cabinet } = await givenFollower();
  const id = await shop.create(1);
  const reply = await fetch(`${cell().url}/console/api/v1/live?topics=dispatch:${id},dispatches,dispatch:2000000000`, {
    headers: { cookie: cabinet.cookie },
  });
  expect(await reply.json()).toMatchObject({ [`dispatch:${id}`]: { id }, dispatches: [], 'dispatch:2000000000': null });
});

const valuesOf = (stream: OpenStream) => stream.events().filter(({ event }) => event === 'value').length;

test('signing out ends the stream at the next ping', async () => {
  const { platform } = cell();
  const app = createHttpServer(platform);
  let looks = 0;
  registerTopic(app, 'ticks', { right: 'anybody', snapshot: async () => (looks += 1) });
  mountStream(app, platform, { pingEveryMs: 200 });
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 });
  const { cabinet } = await givenFollower();
  const [one, two] = [await openStream(url, cabinet, 'ticks'), await openStream(url, cabinet, 'ticks')];
  await until('both were told twice', () => valuesOf(one) >= 2 && valuesOf(two) >= 2);
  // One look serves both.
  expect(looks).toBeLessThanOrEqual(valuesOf(one) + 1);
  expect(one.text()).toContain(': ping\n');
  await cabinet.post('/session/end');
  await until('both have ended', () => one.isOver() && two.isOver());
  expect(one.events().at(-1)).toMatchObject({ event: 'bye', data: { reason: 'session' } });
  const seen = looks;
  await pause(1_300);
  expect(looks).toBe(seen);
  await app.http.close();
});

test('whoever does not read is cut off', async () => {
  const { platform } = cell();
  const app = createHttpServer(platform);
  let looks = 0;
  registerTopic(app, 'flood', { right: 'anybody', snapshot: async () => `${(looks += 1)}${'x'.repeat(4_000_000)}` });
  mountStream(app, platform);
  const url = new URL(await app.http.listen({ host: '127.0.0.1', port: 0 }));
  const { cabinet } = await givenFollower();
  const socket = connect(Number(url.port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(
    `GET /console/api/v1/stream?topics=flood HTTP/1.1\r\nhost: localhost\r\ncookie: ${cabinet.cookie}\r\n\r\n`,
  );
  await until('it looks', () => looks > 0);
  await until('nobody follows any more', async () => {
    const seen = looks;
    await pause(1_500);
    return looks === seen;
  });
  socket.destroy();
  await app.http.close();
});

test('a server that closes ends its streams at once, and the next one tells all anew', async () => {
  const { shop, cabinet } = await givenFollower();
  const id = await shop.create(3);
  const start = async (port: number) => {
    const ground = await buildPlatform({ ...cell().platform.config, port }, ['api']);
    return { ...(await startApi(ground.platform, ground.shutdown)), shutdown: ground.shutdown };
  };
  const first = await start(0);
  const stream = await openStream(first.url, cabinet, `dispatch:${id}`);
  await stream.value<Progress>(`dispatch:${id}`);
  const beganMs = performance.now();
  await first.shutdown.run();
  expect(performance.now() - beganMs).toBeLessThan(5_000);
  await until('the stream has ended', () => stream.isOver());
  const second = await start(Number(new URL(first.url).port));
  const again = await openStream(second.url, cabinet, `dispatch:${id}`);
  expect((await again.value<Progress>(`dispatch:${id}`)).counts.accepted).toBe(3);
  again.close();
  await second.shutdown.run();
});
