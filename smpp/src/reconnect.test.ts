import { afterEach, expect, test, vi } from 'vitest';
import { type KeepConnectedOptions, keepConnected } from './reconnect.ts';
import { type ListenOptions, listenSmpp, type SmppServer } from './server.ts';
import type { SmppSession } from './session/session.ts';
import { until } from './testing/raw-peer.ts';

const cleanup: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const clean of cleanup.splice(0).reverse()) await clean();
});

async function serve(options: Partial<ListenOptions> = {}): Promise<SmppServer> {
  const server = await listenSmpp({
    port: 0,
    host: '127.0.0.1',
    onBind: () => 0,
    onSubmit: () => undefined,
    ...options,
  });
  cleanup.push(() => server.close());
  return server;
}

function keep(port: number, options: Partial<KeepConnectedOptions> = {}) {
  const events: string[] = [];
  const up: SmppSession[] = [];
  const kept = keepConnected({
    host: '127.0.0.1',
    port,
    systemId: 'volley',
    password: 'secret',
    mode: 'transceiver',
    window: 1,
    delays: { plainMs: [20, 40], credentialsMs: [60] },
    onDeliverSm: () => 0,
    onUp: (session) => {
      up.push(session);
      events.push('up');
    },
    onDown: (reason) => events.push(reason),
    onFailedTry: ({ reason }) => events.push(reason),
    ...options,
  });
  cleanup.push(() => kept.stop());
  return { kept, events, up };
}

test('a lost session is reopened until stop is called', async () => {
  const server = await serve();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { kept, events, up } = keep(server.port);
  await until(() => up.length === 1);
  up[0]?.destroy('test');
  vi.advanceTimersByTime(20);
  await until(() => up.length === 2);
  await kept.stop();
  expect(events).toEqual(['up', 'test', 'up', 'unbound']);
  // All pending timers fire here: none may open another session.
  vi.advanceTimersByTime(60_000);
  await until(() => vi.getTimerCount() === 0);
  expect(up).toHaveLength(2);
});

test('delays grow while binds fail', async () => {
  const server = await serve();
  await server.close();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { events } = keep(server.port, { delays: { plainMs: [10, 100, 200], credentialsMs: [] } });
  for (const [tries, delayMs] of [10, 100, 200, 200].entries()) {
    await until(() => events.length === tries + 1);
    vi.advanceTimersByTime(delayMs - 1);
    expect([events.length, vi.getTimerCount()]).toEqual([tries + 1, 1]);
    vi.advanceTimersByTime(1);
  }
  await until(() => events.length === 5);
});

test.each([
  ['ESME_RBINDFAIL', 0x0d, 20],
  ['ESME_RINVPASWD', 0x0e, 60],
  ['ESME_RINVSYSID', 0x0f, 60],
  ['ESME_RALYBND', 0x05, 20],
  ['other-status', 0x499, 20],
])(
  'a bind refused with %s is repeated until the peer accepts it, and every refusal is reported',
  async (name, status, delayMs) => {
    let binds = 0;
    const server = await serve({
      onBind: () => {
        binds += 1;
        return binds <= 12 ? status : 0;
      },
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { events, up } = keep(server.port, { delays: { plainMs: [20], credentialsMs: [60] } });
    for (let refused = 1; refused <= 12; refused += 1) {
      await until(() => events.length === refused);
      vi.advanceTimersByTime(delayMs - 1);
      expect(binds).toBe(refused);
      vi.advanceTimersByTime(1);
    }
    await until(() => up.length === 1);
    expect(events).toEqual([...Array<string>(12).fill(name), 'up']);
  },
);

test('an unreachable peer is reported by the code of the connection error', async () => {
  const server = await serve();
  await server.close();
  const { events } = keep(server.port);
  await until(() => events.length > 0);
  expect(events[0]).toBe('ECONNREFUSED');
});
