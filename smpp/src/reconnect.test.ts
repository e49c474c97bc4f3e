import { afterEach, expect, test } from 'vitest';
import { type KeepConnectedOptions, keepConnected } from './reconnect.ts';
import { type ListenOptions, listenSmpp, type SmppServer } from './server.ts';
import type { SmppSession } from './session.ts';
import { until } from './testing/raw-peer.ts';

const cleanup: (() => Promise<void>)[] = [];
afterEach(async () => {
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
    delaysMs: [20, 40],
    onDeliverSm: () => 0,
    onUp: (session) => {
      up.push(session);
      events.push('up');
    },
    onDown: (reason) => events.push(reason),
    onGaveUp: () => events.push('gave up'),
    ...options,
  });
  cleanup.push(() => kept.stop());
  return { kept, events, up };
}

test('a lost session is opened again, and stop ends it for good', async () => {
  const server = await serve();
  const { kept, events, up } = keep(server.port);
  await until(() => up.length === 1);
  up[0]?.destroy('test');
  await until(() => up.length === 2);
  await kept.stop();
  expect(events).toEqual(['up', 'test', 'up', 'unbound']);
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(up).toHaveLength(2);
});

test('delays grow while tries fail', async () => {
  const server = await serve();
  await server.close();
  const started = performance.now();
  const { events } = keep(server.port, { delaysMs: [10, 100, 200] });
  await until(() => events.length === 4);
  expect(performance.now() - started).toBeGreaterThan(300);
});

test('refused passwords end the loop after the limit', async () => {
  let binds = 0;
  const server = await serve({
    onBind: () => {
      binds += 1;
      return 0x0e;
    },
  });
  const { events } = keep(server.port, { delaysMs: [5], maxPasswordRefusals: 3 });
  await until(() => events.includes('gave up'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(binds).toBe(3);
});

test('other refusals are tried on', async () => {
  let binds = 0;
  const server = await serve({
    onBind: () => {
      binds += 1;
      return binds < 8 ? 0x05 : 0;
    },
  });
  const { up } = keep(server.port, { delaysMs: [5] });
  await until(() => up.length === 1);
  expect(binds).toBe(8);
});
